/// The entries of a large group that can be reversed without reading records: each is the only one about its row since
/// the group began, and inserts a record, has all of a deleted one, or inserts or deletes a text of a list.
struct SimpleEntries {
  /// Entries that have inserted, or deleted, the same text in the same list.
  struct ListText {
    /// The index of the list among the model's.
    var list: Int
    var text: String
    var isInsertion: Bool
    var entries: [Int64] = []
  }

  /// The rows of inserted records.
  private(set) var inserted: [Int64] = []
  /// The entries of deleted records, by row.
  private(set) var deleted: [Int64] = []
  private(set) var texts: [ListText] = []
  private(set) var rows: Set<Int64> = []
  /// Whether the group changed nothing else of the model.
  private(set) var isAll = false

  init<M: Model>(of model: M.Type, in group: EntryGroup, _ database: Database) throws(StoreError) {
    guard group.last - group.first >= Int64(BulkWriter<M>.threshold) else { return }
    let bounds: [StoredValue] = [.integer(group.first), .integer(group.last), .text(M.table.name)]
    try database.each(
      """
      SELECT seq, row, op FROM change AS entry
      WHERE seq BETWEEN ?1 AND ?2 AND entity = ?3
        AND (op = 'insert' OR (op = 'delete' AND image ->> '$.search' IS NOT NULL))
        AND NOT EXISTS (
          SELECT 1 FROM change AS other WHERE other.row = entry.row AND other.seq >= ?1 AND other.seq <> entry.seq)
      ORDER BY row
      """, bounds
    ) { entry in
      rows.insert(entry.integer(1))
      if entry.text(2) == "insert" { inserted.append(entry.integer(1)) } else { deleted.append(entry.integer(0)) }
    }
    for list in M.table.lists.indices where M.table.lists[list].parts.count == 1 {
      try addTexts(ofList: list, model, bounds, database)
    }
    let all = try database.first(
      """
      SELECT count(DISTINCT row) FROM change
      WHERE seq BETWEEN ?1 AND ?2 AND (entity = ?3 OR substr(entity, 1, length(?3) + 1) = ?3 || '_')
      """, bounds[0], bounds[1], bounds[2], read: { Int($0.integer(0)) })
    isAll = all == rows.count
  }

  private mutating func addTexts<M: Model>(
    ofList index: Int, _ model: M.Type, _ bounds: [StoredValue], _ database: Database
  ) throws(StoreError) {
    let owner = M.table.name
    let writer = BulkListWriter(M.table.lists[index], in: database)
    var known: [Bool: [String: ListText]] = [true: [:], false: [:]]
    var words: [String: [UInt8]] = [:]
    var found: Set<Int64> = []
    try database.each(
      """
      SELECT seq, row, op = 'insert',
        CASE op WHEN 'insert' THEN (
          SELECT \(writer.part) FROM \(writer.name) WHERE \(owner) = entry.row AND position = entry.part)
        ELSE image ->> '$.\(writer.part)' END,
        (SELECT search FROM \(owner) WHERE \(owner).row = entry.row)
      FROM change AS entry
      WHERE seq BETWEEN ?1 AND ?2 AND entity = '\(writer.name)' AND op IN ('insert', 'delete')
        AND NOT EXISTS (
          SELECT 1 FROM change AS other WHERE other.row = entry.row AND other.seq >= ?1 AND other.seq <> entry.seq)
      ORDER BY row
      """, Array(bounds.prefix(2))
    ) { entry in
      guard !entry.isNull(3), !entry.isNull(4) else { return }
      let text = entry.text(3)
      let isInsertion = entry.integer(2) == 1
      let end = words[text] ?? Array(writer.words(of: text).utf8)
      words[text] = end
      // The words of an inserted text are cut off.
      guard !isInsertion || entry.text(4).utf8.suffix(end.count).elementsEqual(end) else { return }
      known[isInsertion]?[text, default: ListText(list: index, text: text, isInsertion: isInsertion)].entries
        .append(entry.integer(0))
      found.insert(entry.integer(1))
    }
    texts += known.values.flatMap(\.values)
    rows.formUnion(found)
  }
}
