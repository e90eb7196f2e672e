/// A long run of insertions, such as an import, which writes the log and the counter itself, with triggers disabled.
///
/// A statement that fires triggers keeps a journal of the pages it changes, which takes longer than the rest of an
/// insertion. After a number of consecutive insertions, triggers are therefore disabled until another kind of write.
/// Disabling them makes SQLite compile all statements again, which is not worthwhile for a few insertions.
///
/// States: *counting* (triggers fire; `length` consecutive insertions), *bare* (they don't; `counts` has yet to be
/// added to the counters).
final class InsertionRun {
  private let database: Database
  private var length = 0
  private(set) var isBare = false
  private var counts: [String: Int64] = [:]
  /// The transaction that stamps the entries, and the time of its beginning.
  private var stamp: (id: Int64, time: Int64) = (0, 0)
  private var log: Statement?

  private static let threshold = 100

  init(_ database: Database) {
    self.database = database
  }

  /// Called before each insertion.
  func advance() throws(StoreError) {
    length += 1
    guard length == Self.threshold else { return }
    stamp = try database.first("SELECT id, time FROM tx WHERE open = 1") { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    database.setTriggers(areEnabled: false)
    isBare = true
  }

  /// Does the work of an insertion's triggers, except for its words.
  func note(row: Int64, id: String, in table: String) throws(StoreError) {
    let log = try statement()
    log.bind(1, stamp.id)
    log.bind(2, stamp.time)
    log.bind(3, table)
    log.bind(4, row)
    log.bind(5, id)
    defer { log.reset() }
    while try log.step() {}
    counts[table, default: 0] += 1
  }

  /// Called before other writes, and before the counters are read.
  func end() throws(StoreError) {
    length = 0
    guard isBare else { return }
    isBare = false
    database.setTriggers(areEnabled: true)
    for (table, count) in counts {
      try database.run("UPDATE counter SET value = value + ? WHERE name = ?", .integer(count), .text(table))
    }
    counts = [:]
  }

  /// Called when the transaction is rolled back.
  func abandon() {
    length = 0
    counts = [:]
    guard isBare else { return }
    isBare = false
    database.setTriggers(areEnabled: true)
  }

  /// Releases the statements of the connection.
  func close() {
    log = nil
  }

  private func statement() throws(StoreError) -> Statement {
    if let log { return log }
    let log = try database.statement(
      "INSERT INTO change(tx, time, entity, row, op, id) VALUES (?, ?, ?, ?, 'insert', ?)")
    self.log = log
    return log
  }
}
