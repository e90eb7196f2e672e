/// The range of the change log.
enum LogPosition {
  /// The number of the newest entry so far; 0 in a new book.
  ///
  /// Entry numbers that would overflow, which only a damaged book has, are an error.
  static func last(in database: Database) throws(StoreError) -> Int64 {
    try checked(database.firstInteger("SELECT max(seq) FROM change") ?? 0, in: database)
  }

  private static func checked(_ last: Int64, in database: Database) throws(StoreError) -> Int64 {
    guard last <= Int64.max / 2 else {
      throw .damaged(path: database.path, detail: "an entry of its log has an impossible number")
    }
    return last
  }

  /// The number of the newest entry, and whether the entries after `seq` are not enough to follow an order: some were
  /// pruned, or keys were computed again.
  static func news(
    after seq: Int64, in database: Database
  ) throws(StoreError) -> (last: Int64, isInterrupted: Bool) {
    let (last, isInterrupted) =
      try database.first(
        """
        SELECT (SELECT max(seq) FROM change), (SELECT min(seq) FROM change) > ?1 + 1
          OR EXISTS (SELECT 1 FROM change WHERE row = 0 AND seq > ?1 AND op = 'upkeep')
        """, .integer(seq)
      ) { ($0.integer(0), $0.integer(1) == 1) } ?? (0, false)
    return (try checked(last, in: database), isInterrupted)
  }

  /// Whether entries after `seq` may have been pruned.
  static func isPruned(after seq: Int64, in database: Database) throws(StoreError) -> Bool {
    try database.firstInteger("SELECT (SELECT min(seq) FROM change) > ?1 + 1", .integer(seq)) == 1
  }

  /// The key of the position after which all entries are kept; absent when none are needed.
  private static let keptKey = "log kept after"

  /// The position after which pruning keeps all entries, because they have not been shared; `nil` without one.
  static func kept(in database: Database) throws(StoreError) -> Int64? {
    try database.meta(keptKey).flatMap { Int64($0) }
  }

  /// Sets ``kept(in:)``; an equal value writes nothing.
  static func setKept(_ seq: Int64?, in database: Database) throws(StoreError) {
    guard try kept(in: database) != seq else { return }
    try database.setMeta(keptKey, seq.map { "\($0)" })
  }
}
