/// Maintains a book, a little at a time, so that no request waits: sort keys and search texts are computed again when
/// ICU or the format has changed, and the oldest entries of the log are pruned.
///
/// Every program that has the book open takes part. The position is stored in the book, so that any of them can
/// continue.
struct LogMaintenance {
  let connection: Connection
  let format: StoreFormat
  private var database: Database { connection.database }

  init(_ connection: Connection, _ format: StoreFormat) {
    self.connection = connection
    self.format = format
  }

  // MARK: Keys

  /// The fewest records of a batch.
  private static let batch: Int64 = 1_000
  /// The most batches with changed keys: each makes all programs that have the book open read their lists again.
  private static let mostBatches: Int64 = 200

  /// Checks the next records; returns `false` when all are up to date.
  func renewKeys() throws(StoreError) -> Bool {
    try connection.followLocale()
    guard try database.meta("computed") != format.signature(try connection.collator()) else {
      try keepInitials()
      return false
    }
    try database.transaction(.immediate) { () throws(StoreError) in
      try connection.followLocale()
      let signature = format.signature(try connection.collator())
      // The position of a program with the same computation.
      let mark = (try database.meta("computing") ?? "").split(separator: "|", omittingEmptySubsequences: false)
      let isSame = mark.count == 3 && mark[0] == signature
      var index = isSame ? Int(mark[1]) ?? 0 : 0
      // Another program may have given a record a number below zero.
      var row = isSame ? Int64(mark[2]) ?? .min : .min
      guard index < format.models.count else { return try noteKeys() }
      let model = format.models[index]
      if let last = try renew(model, after: row) {
        row = last
      } else {
        index += 1
        row = .min
      }
      try database.setMeta("computing", "\(signature)|\(index)|\(row)")
    }
    return true
  }

  /// Notes that all keys are up to date.
  private func noteKeys() throws(StoreError) {
    try database.setMeta("computed", format.signature(try connection.collator()))
    try database.setMeta("computing", nil)
    try database.setMeta(Initials.metaKey, try connection.initials().text)
  }

  /// Sets the locale of the sort keys, and computes them again, in one transaction.
  ///
  /// - Throws: `CancellationError`, and the reason why the book cannot be written; nothing has changed then.
  func setLocale(_ locale: String, _ monitor: WriteMonitor) throws {
    do {
      try database.beginWriting(isCancelled: monitor.isCancelled)
      try database.setMeta(Database.localeKey, locale)
      try connection.followLocale()
      for model in format.models { try renew(model, monitor) }
      try noteKeys()
      try connection.noteUpkeep()
      try database.execute("COMMIT")
    } catch {
      database.rollback()
      try monitor.check()
      throw error
    }
  }

  private func renew<M: Model>(_ model: M.Type, _ monitor: WriteMonitor) throws {
    let rows = try database.map("SELECT row FROM \(M.table.name) ORDER BY row") { $0.integer(0) }
    try monitor.forEachBatch(ofCount: rows.count) { batch in
      _ = try renew(connection.records(of: model).records(rows: Array(rows[batch])))
    }
  }

  /// A book of an older program has no letters for its keys.
  private func keepInitials() throws(StoreError) {
    let text = try connection.initials().text
    guard try database.meta(Initials.metaKey) != text else { return }
    try database.transaction(.immediate) { () throws(StoreError) in
      try database.setMeta(Initials.metaKey, text)
    }
  }

  /// The last row that was checked; `nil` at the end.
  private func renew<M: Model>(_ model: M.Type, after row: Int64) throws(StoreError) -> Int64? {
    let count = try database.firstInteger("SELECT value FROM counter WHERE name = ?", .text(M.table.name)) ?? 0
    let records = try connection.records(of: model).records(
      matching: "WHERE row > ? ORDER BY row LIMIT ?",
      [.integer(row), .integer(max(Self.batch, count / Self.mostBatches + 1))])
    if try renew(records) { try connection.noteUpkeep() }
    return records.last?.row
  }

  /// Computes the keys of some records again; returns whether any have changed.
  private func renew<M: Model>(_ records: [M]) throws(StoreError) -> Bool {
    let table = M.table
    let collator = try connection.collator()
    let writer = try connection.writer(of: M.self)
    let keys = (table.orders.map(\.column) + ["search"]).joined(separator: ", ")
    var hasChanged = false
    for record in records {
      let computed = table.computed(for: record, collator: collator)
      let wanted = computed.keys.map(StoredValue.blob) + [.text(computed.search)]
      let present = try database.first("SELECT \(keys) FROM \(table.name) WHERE row = ?", .integer(record.row)) {
        wanted.indices.map($0.value)
      }
      guard present != wanted else { continue }
      try writer.complete(record)
      hasChanged = true
    }
    return hasChanged
  }

  // MARK: The log

  private static let pruneBatch = 5_000

  /// Prunes the oldest entries beyond the limits; returns `false` when there are none.
  func prune() throws(StoreError) -> Bool {
    guard try firstToKeep() != nil else { return false }
    return try database.transaction(.immediate) { () throws(StoreError) in
      guard let keep = try firstToKeep() else { return false }
      // The rest of a partly pruned transaction cannot be undone.
      try database.run(
        """
        UPDATE tx SET action = 'upkeep' WHERE id = (SELECT tx FROM change WHERE seq = ?1)
          AND id = (SELECT tx FROM change WHERE seq < ?1 ORDER BY seq DESC LIMIT 1)
        """, .integer(keep))
      for model in format.models { try removeKeptWords(of: model, before: keep) }
      try database.run("DELETE FROM change WHERE seq < ?", .integer(keep))
      try database.run(
        "DELETE FROM tx WHERE open = 0 AND id < (SELECT tx FROM change WHERE tx IS NOT NULL ORDER BY seq LIMIT 1)")
      return true
    }
  }

  /// Removes the words of records whose deletion cannot be undone any more.
  private func removeKeptWords<M: Model>(of model: M.Type, before entry: Int64) throws(StoreError) {
    for statement in M.table.removeKeptWords(where: "\(M.table.keptWords).entry < ?1") {
      try database.run(statement, .integer(entry))
    }
  }

  /// The oldest entry to keep; `nil` when nothing can be pruned.
  private func firstToKeep() throws(StoreError) -> Int64? {
    let newest = try LogPosition.last(in: database)
    let oldest = try database.firstInteger("SELECT min(seq) FROM change") ?? newest
    // A clock that is wrong while nothing is written prunes nothing.
    let time = "SELECT min(time, \(SchemaSQL.now)) FROM change WHERE seq = ?"
    let now = max(0, try database.firstInteger(time, .integer(newest)) ?? 0)
    let kept = try LogPosition.kept(in: database) ?? newest
    let newestTransaction = try database.firstInteger("SELECT tx FROM change WHERE seq = ?", .integer(newest))
    let divided = try database.firstInteger(
      "SELECT tx FROM change WHERE seq = ? AND op <> 'upkeep' AND tx IN (SELECT id FROM tx WHERE action = 'upkeep')",
      .integer(oldest))
    // The rest of a transaction goes with what was pruned of it.
    var last = divided.map { (tx: Int64?.some($0), time: Int64(0), row: Int64(0)) }
    // The last entry of the batch, and the first one about its record.
    var (end, ofRecord) = (oldest, oldest)
    // Most of the time, checking the oldest entry is enough.
    let entries = try database.statement("SELECT seq, tx, time, row FROM change ORDER BY seq LIMIT \(Self.pruneBatch)")
    defer { entries.reset() }
    while try entries.step() {
      let (seq, time, row) = (entries.integer(0), entries.integer(2), entries.integer(3))
      let tx = entries.isNull(1) ? nil : entries.integer(1)
      if row != last?.row { ofRecord = seq }
      let mayGo = seq < newest && seq <= kept && (tx == nil || tx != newestTransaction)
      let isOutside = time < now - format.log.age || seq <= newest - format.log.count
      // A transaction stays together, and so do consecutive writes of another program.
      let belongs = last.map { $0.tx == tx && (tx != nil || EntryGroup.areClose($0.time, time)) } ?? false
      guard mayGo, isOutside || belongs else { return seq > oldest ? seq : nil }
      last = (tx, time, row)
      end = seq
    }
    // The batch may end in a transaction, but not between the parts of a record, unless it has no other.
    let keep = ofRecord > oldest ? ofRecord : end
    return keep > oldest ? keep : nil
  }
}

extension Connection {
  /// Makes programs that keep an order by its keys reload it.
  func noteUpkeep() throws(StoreError) {
    try database.run("INSERT INTO tx(author, time, action) VALUES ('', \(SchemaSQL.now), 'upkeep')")
    try database.run(
      "INSERT INTO change(tx, time, entity, row, op) VALUES (?, \(SchemaSQL.now), '', 0, 'upkeep')",
      .integer(database.lastInsertedRow))
  }
}
