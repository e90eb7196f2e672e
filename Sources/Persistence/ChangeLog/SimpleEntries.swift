/// The entries of a large group that can be reversed without reading records.
///
/// Each is the only one about its row since the group began, and inserts a record, contains a whole deleted one, or
/// inserts or deletes a text of a list.
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

  private struct Entry {
    var seq: Int64
    var row: Int64
    var kind: Kind?
  }

  /// What an entry did that can be reversed without reading records.
  private enum Kind {
    case insertion
    case deletion
    /// Inserted or deleted a text of the list with this index.
    case text(list: Int)
  }

  /// - Parameter includesDeletions: Whether the deleted records can be inserted again as they were.
  init<M: Model>(
    of model: M.Type, in group: EntryGroup, includesDeletions: Bool, _ database: Database
  ) throws(StoreError) {
    guard group.last - group.first >= Int64(BulkWriter<M>.threshold) else { return }
    let entries = try Self.entries(of: model, in: group, database)
    var rowCount = 0
    var textEntries: [Int: [Entry]] = [:]
    for index in entries.indices {
      let entry = entries[index]
      let isFirst = index == 0 || entries[index - 1].row != entry.row
      let isLast = index == entries.count - 1 || entries[index + 1].row != entry.row
      if isFirst { rowCount += 1 }
      guard isFirst, isLast, let kind = entry.kind else { continue }
      switch kind {
      case .insertion: inserted.append(entry.row)
      case .deletion:
        guard includesDeletions else { continue }
        deleted.append(entry.seq)
      case .text(let list):
        textEntries[list, default: []].append(entry)
        continue
      }
      rows.insert(entry.row)
    }
    for (list, entries) in textEntries.sorted(by: { $0.key < $1.key }) {
      try addTexts(ofList: list, model, entries, database)
    }
    isAll = rows.count == rowCount
  }

  /// The entries of a group about records of a model, sorted by row.
  ///
  /// Those of a row with later entries have no kind.
  private static func entries<M: Model>(
    of model: M.Type, in group: EntryGroup, _ database: Database
  ) throws(StoreError) -> [Entry] {
    let table = M.table
    let names = ([table.name] + table.lists.map(table.listTable)).map { "'\($0)'" }.joined(separator: ", ")
    let texts = table.lists.enumerated().filter { $1.parts.count == 1 }.map { index, list in
      "WHEN entity = '\(table.listTable(list))' AND op IN ('insert', 'delete') THEN \(index + 2)"
    }
    let later = try rows(changedAfter: group, database)
    var entries: [Entry] = []
    try database.each(
      """
      SELECT seq, row, CASE
        WHEN entity = '\(table.name)' AND op = 'insert' THEN 0
        WHEN entity = '\(table.name)' AND op = 'delete' AND instr(image, '\(wholeRecordMark)') THEN 1
        \(texts.joined(separator: "\n  "))
        ELSE -1 END
      FROM change WHERE seq BETWEEN ?1 AND ?2 AND entity IN (\(names)) ORDER BY seq
      """, [.integer(group.first), .integer(group.last)]
    ) { entry in
      let row = entry.integer(1)
      let kind: Kind? =
        switch entry.integer(2) {
        case _ where later.contains(row): nil
        case ..<0: nil
        case 0: .insertion
        case 1: .deletion
        case let number: .text(list: Int(number) - 2)
        }
      entries.append(Entry(seq: entry.integer(0), row: row, kind: kind))
    }
    // Imports and bulk changes already write in this order.
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.row <= $1.row }
    if !isSorted { entries.sort { ($0.row, $0.seq) < ($1.row, $1.seq) } }
    return entries
  }

  /// The member of an image with the search text, which only the image of a whole record has.
  ///
  /// Within a value, the quotation marks are escaped.
  private static let wholeRecordMark = "\"search\":\""

  /// The rows that were changed after a group.
  private static func rows(changedAfter group: EntryGroup, _ database: Database) throws(StoreError) -> RowSet {
    var rows = RowSet()
    try database.each("SELECT row FROM change WHERE seq > ?", [.integer(group.last)]) { rows.insert($0.integer(0)) }
    return rows
  }

  private mutating func addTexts<M: Model>(
    ofList index: Int, _ model: M.Type, _ entries: [Entry], _ database: Database
  ) throws(StoreError) {
    let owner = M.table.name
    let writer = BulkListWriter(M.table.lists[index], in: database)
    var known: [Bool: [String: ListText]] = [true: [:], false: [:]]
    var words: [String: [UInt8]] = [:]
    let statement = try database.statement(
      """
      SELECT op = 'insert',
        CASE op WHEN 'insert' THEN (
          SELECT \(writer.part) FROM \(writer.name) WHERE \(owner) = entry.row AND position = entry.part)
        ELSE image ->> '$.\(writer.part)' END,
        (SELECT search FROM \(owner) WHERE \(owner).row = entry.row)
      FROM change AS entry WHERE seq = ?
      """)
    for entry in entries {
      statement.bind(1, entry.seq)
      defer { statement.reset() }
      guard try statement.step(), !statement.isNull(1), !statement.isNull(2) else { continue }
      let text = statement.text(1)
      let isInsertion = statement.integer(0) == 1
      let end = words[text] ?? Array(writer.words(of: text).utf8)
      words[text] = end
      // The words of an inserted text are removed from the search text.
      guard !isInsertion || statement.text(2).utf8.suffix(end.count).elementsEqual(end) else { continue }
      known[isInsertion]?[text, default: ListText(list: index, text: text, isInsertion: isInsertion)].entries
        .append(entry.seq)
      rows.insert(entry.row)
    }
    texts += known.values.flatMap(\.values)
  }
}
