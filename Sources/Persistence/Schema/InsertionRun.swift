/// A long run of insertions, as an import is: it writes the log and the counter itself, with triggers off.
///
/// Any statement that fires triggers keeps a journal of the pages it changes, which takes longer than all else that an
/// insertion does. So after a while of nothing but insertions triggers are switched off until something else is to be
/// written. That makes SQLite compile all statements again, and is not worth it for a few.
///
/// States: *counting* (triggers fire; `length` insertions in a row), *bare* (they don't; `counts` has yet to be added to the
/// counters).
final class InsertionRun {
  private let database: Database
  private var length = 0
  private(set) var isBare = false
  private var counts: [String: Int64] = [:]
  /// The transaction that entries are stamped with, and when it began.
  private var stamp: (id: Int64, time: Int64) = (0, 0)
  private var log: Statement?

  private static let threshold = 100

  init(_ database: Database) {
    self.database = database
  }

  /// One more insertion is about to come.
  func advance() throws(StoreError) {
    length += 1
    guard length == Self.threshold else { return }
    stamp = try database.first("SELECT id, time FROM tx WHERE open = 1") { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    database.setTriggers(false)
    isBare = true
  }

  /// Does what the triggers of an insertion would have done, but for its words.
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

  /// Something else is to be written, or read from the counters.
  func end() throws(StoreError) {
    length = 0
    guard isBare else { return }
    isBare = false
    database.setTriggers(true)
    for (table, count) in counts {
      try database.run("UPDATE counter SET value = value + ? WHERE name = ?", .integer(count), .text(table))
    }
    counts = [:]
  }

  /// The transaction comes to nothing.
  func abandon() {
    length = 0
    counts = [:]
    guard isBare else { return }
    isBare = false
    database.setTriggers(true)
  }

  /// Lets go of what it keeps of the connection.
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
