/// Which rows of one model the entries of the change log since some moment are about.
///
/// The first entry that knows the row's record before the change tells where the row stood: its image has the sort
/// keys.
struct Touched {
  enum Before: Equatable {
    /// It was not there.
    case absent
    /// The entry whose image has the record as it was; not the first when its lists were touched before.
    case image(seq: Int64, isFirst: Bool)
    /// Only its lists were touched: the record is what it was.
    case same
  }

  private(set) var rows: [Int64: Before] = [:]
  /// Rows about which there is more to say than that they came or went.
  var isEmpty: Bool { rows.isEmpty }

  mutating func note(row: Int64, op: String, isRecord: Bool, seq: Int64) {
    let known = rows[row]
    guard isRecord else {
      if known == nil { rows[row] = .same }
      return
    }
    if known == nil || known == .same {
      rows[row] = op == "insert" && known == nil ? .absent : .image(seq: seq, isFirst: known == nil)
    }
  }

  /// What the log has about `table` after `seq`.
  static func since(_ seq: Int64, table: String, in database: Database) throws(StoreError) -> Touched {
    var touched = Touched()
    try database.each(
      "SELECT seq, row, op, entity FROM change WHERE seq > ? ORDER BY seq", [.integer(seq)]
    ) { (entry) in
      let entity = entry.text(3)
      let isRecord = entity == table
      guard isRecord || (entity.hasPrefix(table) && entity.utf8.dropFirst(table.utf8.count).first == 0x5F) else {
        return
      }
      touched.note(row: entry.integer(1), op: entry.text(2), isRecord: isRecord, seq: entry.integer(0))
    }
    return touched
  }
}

/// How far the change log reaches.
enum LogPosition {
  /// The number of the newest entry there has been; 0 in a new book.
  static func last(in database: Database) throws(StoreError) -> Int64 {
    try database.firstInteger("SELECT max(seq) FROM change") ?? 0
  }

  /// Whether the entries after `seq` don't tell how an order has changed: some have been forgotten, or keys were made
  /// anew.
  static func isInterrupted(after seq: Int64, in database: Database) throws(StoreError) -> Bool {
    try database.firstInteger(
      """
      SELECT (SELECT min(seq) FROM change) > ?1 + 1
        OR EXISTS (SELECT 1 FROM change WHERE row = 0 AND seq > ?1 AND op = 'upkeep')
      """, .integer(seq)) == 1
  }

  /// Whether entries after `seq` may have been pruned.
  static func isPruned(after seq: Int64, in database: Database) throws(StoreError) -> Bool {
    guard let first = try database.firstInteger("SELECT min(seq) FROM change") else {
      return try last(in: database) > seq
    }
    return first > seq + 1
  }
}
