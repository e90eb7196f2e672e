/// Removes the texts of erased records from the file, a little at a time, so that no request waits.
///
/// SQLite overwrites what it deletes with zeros, but the words of a deleted record stay in the segments of the word
/// index until these are merged, copies of moved values stay in the unused part of their former pages until the file is
/// rewritten, and older versions of all pages stay in SQLite's log until it is truncated.
///
/// The state is stored in the book, so that another program, or the next one, can continue.
struct ErasedText {
  let connection: Connection
  let format: StoreFormat
  private var database: Database { connection.database }

  /// The key of the state.
  private static let key = "erased"

  private enum State: String {
    /// The segments are to be merged.
    case begun
    case merging
    /// The file is to be rewritten.
    case merged
    /// The log is to be truncated.
    case rewritten
  }

  /// The number of pages of an index that are written in one step.
  private static let pages: Int64 = 500
  /// The bytes of the largest file that is rewritten: other programs would wait too long until they can write.
  private static let largestSize: Int64 = 256 << 20

  /// Notes inside a transaction that it has erased records.
  static func begin(in database: Database) throws(StoreError) {
    try database.setMeta(key, State.begun.rawValue)
  }

  /// Does the next step; returns `false` when there is none, or when it has to wait for another program.
  func remove() throws(StoreError) -> Bool {
    guard let state = State(rawValue: try database.meta(Self.key) ?? "") else { return false }
    switch state {
    case .begun, .merging: try merge()
    case .merged:
      try database.rewrite(atMost: Self.largestSize)
      try advance(from: .merged, to: .rewritten)
    case .rewritten:
      guard try database.truncateLog() else { return false }
      try advance(from: .rewritten, to: nil)
    }
    return true
  }

  /// Notes that a step is done, unless another program has erased more.
  private func advance(from state: State, to next: State?) throws(StoreError) {
    try database.transaction(.immediate) { () throws(StoreError) in
      if try database.meta(Self.key) == state.rawValue { try database.setMeta(Self.key, next?.rawValue) }
    }
  }

  private func merge() throws(StoreError) {
    try database.transaction(.immediate) { () throws(StoreError) in
      guard let state = State(rawValue: try database.meta(Self.key) ?? ""), [.begun, .merging].contains(state) else {
        return
      }
      var isMerged = true
      for model in format.models where try merge(model, restarts: state == .begun) { isMerged = false }
      try database.setMeta(Self.key, (isMerged ? State.merged : .merging).rawValue)
    }
  }

  /// Merges a part of the segments of a model's words; returns whether there may be more to merge.
  private func merge<M: Model>(_ model: M.Type, restarts: Bool) throws(StoreError) -> Bool {
    let words = M.table.words
    let before = database.totalChanges
    // A negative number begins a merge of all segments.
    try database.run(
      "INSERT INTO \(words)(\(words), rank) VALUES ('merge', ?)", .integer(restarts ? -Self.pages : Self.pages))
    // The statement itself is one change.
    return database.totalChanges - before >= 2
  }
}

extension Connection {
  /// Notes inside the open transaction that it has erased records: their texts are to leave the file.
  func noteErasure() throws(StoreError) {
    try ErasedText.begin(in: database)
    needsUpkeep = true
    hasErased = true
  }
}

extension Database {
  /// Writes the whole file again, without what is left of former values, unless it is larger than a limit.
  fileprivate func rewrite(atMost limit: Int64) throws(StoreError) {
    let size = (try firstInteger("PRAGMA page_count") ?? 0) * (try firstInteger("PRAGMA page_size") ?? 0)
    guard size <= limit else { return }
    // Else the copy of the file would be in memory.
    try execute("PRAGMA temp_store = FILE")
    defer { try? execute("PRAGMA temp_store = MEMORY") }
    try execute("VACUUM")
  }

  /// Copies SQLite's log into the file and empties it; returns `false` when another connection still reads the log.
  fileprivate func truncateLog() throws(StoreError) -> Bool {
    let attempts = lockWait.attempts
    // The next upkeep tries again.
    lockWait.attempts = 8
    defer { lockWait.attempts = attempts }
    return try firstInteger("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }
}
