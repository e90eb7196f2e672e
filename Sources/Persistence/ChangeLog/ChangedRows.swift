/// The rows of one model that log entries after a given entry changed.
///
/// The first entry with an image of the row's record determines where the row was in each order: the image has the sort
/// keys.
struct ChangedRows {
  enum EarlierState: Equatable {
    /// The row did not exist.
    case absent
    /// The entry with the image of the earlier record; `isFirst` is false when the record's lists were changed before
    /// it.
    case image(seq: Int64, isFirst: Bool)
    /// Only the record's lists were changed.
    case same
  }

  private(set) var rows: [Int64: EarlierState] = [:]
  /// Whether no rows were changed.
  var isEmpty: Bool { rows.isEmpty }

  mutating func note(row: Int64, isInsertion: Bool, isRecord: Bool, seq: Int64) {
    let known = rows[row]
    guard isRecord else {
      if known == nil { rows[row] = .same }
      return
    }
    if known == nil || known == .same {
      rows[row] = isInsertion && known == nil ? .absent : .image(seq: seq, isFirst: known == nil)
    }
  }

  /// The entries about `table` after `seq`.
  ///
  /// - Parameter includesErased: Whether the deletion of a record that was erased counts.
  static func since(
    _ seq: Int64, table: String, in database: Database, includesErased: Bool = true
  ) throws(StoreError) -> ChangedRows {
    var touched = ChangedRows()
    try database.each(
      """
      SELECT seq, row, op = 'insert', entity = ?2 FROM change
      WHERE seq > ?1 AND (entity = ?2 OR substr(entity, 1, length(?2) + 1) = ?2 || '_')
        \(includesErased ? "" : "AND NOT \(LogReader.isErased)")
      ORDER BY seq
      """, [.integer(seq), .text(table)]
    ) { (entry) in
      touched.note(
        row: entry.integer(1), isInsertion: entry.integer(2) == 1, isRecord: entry.integer(3) == 1,
        seq: entry.integer(0))
    }
    return touched
  }
}
