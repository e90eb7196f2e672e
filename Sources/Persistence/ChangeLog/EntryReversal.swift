/// The log's entries about records of one model after some entry, and the records before and after each group.
///
/// An entry contains only the state before it. The state after it is that before the next entry, or in the book.
/// Entries are therefore reversed one by one, from the newest to the oldest, beginning with the book's current state.
/// Erased records are left out.
struct EntryReversal<M: Model> {
  /// Kept small, because a large undo has a million of them.
  private struct Entry {
    var row: Int64
    var seq: Int64
    var group: Int64
    var part: Int64
    /// -1 for the record itself.
    var list: Int32
    var isInsertion: Bool
    var isDeletion: Bool
  }

  /// The entries, grouped by row in the order of first changes, and by time within a row.
  private var entries: [Entry] = []
  private let database: Database
  private let book: Aggregates<M>
  /// The last entry that a former version of the book has written; 0 without one.
  private let lastOfFormerVersions: Int64
  /// The index of each row's first entry.
  private var starts: [Int] = []

  /// The number of rows with entries.
  var count: Int { starts.count }

  /// - Parameters:
  ///   - rows: Reads only entries about these rows.
  ///   - boundaries: The entries at which groups begin, in ascending order; by default the groups are found by the
  ///     transactions and times of the entries that are read.
  ///   - isWanted: Reads only entries about rows that satisfy it.
  init(
    after seq: Int64, rows: [Int64]? = nil, groupsFrom boundaries: [Int64]? = nil, in database: Database,
    where isWanted: (Int64) -> Bool = { _ in true }
  ) throws(StoreError) {
    self.database = database
    book = Aggregates(database)
    lastOfFormerVersions = try LogVersions(database: database).lastEntry()
    let table = M.table
    let names = [table.name] + table.lists.map(table.listTable)
    let kinds = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Int32($0) - 1) })
    var order: [Int64: Int] = [:]
    var group: EntryGroup?
    var edge: Int64 = 0
    var later = (boundaries ?? [])[...]
    let condition = rows == nil ? "" : " AND row IN (SELECT value FROM json_each(?2))"
    try database.each(
      """
      SELECT seq, tx, time, entity, row, op, part, \(LogReader.isErased) FROM change
      WHERE seq > ?1\(condition) ORDER BY seq
      """, [.integer(seq)] + (rows.map { [.numbers($0)] } ?? [])
    ) { (statement) in
      let tx = statement.isNull(1) ? nil : statement.integer(1)
      let time = statement.integer(2)
      if boundaries != nil {
        while let boundary = later.first, boundary <= statement.integer(0) {
          group = EntryGroup(first: boundary, last: 0, tx: nil, time: 0, action: .edit)
          later.removeFirst()
        }
      } else if group?.includes(tx: tx, time: time, edge: edge) != true {
        group = EntryGroup(first: statement.integer(0), last: 0, tx: tx, time: time, action: .edit)
      }
      edge = time
      guard let group, let list = kinds[statement.text(3)], statement.integer(7) == 0 else { return }
      let row = statement.integer(4)
      guard isWanted(row) else { return }
      if order[row] == nil { order[row] = order.count }
      entries.append(
        Entry(
          row: row, seq: statement.integer(0), group: group.first, part: statement.integer(6), list: list,
          isInsertion: statement.text(5) == "insert", isDeletion: statement.text(5) == "delete"))
    }
    // The entries of an import are in this order already.
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy {
      order[$0.row, default: 0] <= order[$1.row, default: 0]
    }
    if !isSorted { entries.sort { (order[$0.row, default: 0], $0.seq) < (order[$1.row, default: 0], $1.seq) } }
    starts.reserveCapacity(order.count)
    for index in entries.indices where index == 0 || entries[index].row != entries[index - 1].row {
      starts.append(index)
    }
  }

  /// Before and after, by the group's first entry.
  func changes() throws(StoreError) -> [Int64: [Change<M>]] {
    var changes: [Int64: [Change<M>]] = [:]
    for number in 0..<count {
      try each(number) { group, change in changes[group, default: []].append(change) }
    }
    return changes
  }

  /// The change that one group made to a row.
  ///
  /// `number` is the row's index in the order of first changes.
  func change(_ number: Int, in group: Int64) throws(StoreError) -> Change<M>? {
    var found: Change<M>?
    try each(number) { if $0 == group { found = $1 } }
    return found
  }

  /// Calls `body` with each group's change of a row, the newest first.
  func each(_ number: Int, _ body: (Int64, Change<M>) -> Void) throws(StoreError) {
    let entries = entries[starts[number]..<(number + 1 < starts.count ? starts[number + 1] : entries.count)]
    let row = entries[entries.startIndex].row
    var record = try book.aggregate(row: row)
    var after = record.model
    let superseded = superseded(in: entries)
    for (index, entry) in zip(entries.indices, entries).reversed() {
      if !superseded.contains(index) { try takeBack(entry, from: &record) }
      guard index == entries.startIndex || entries[index - 1].group != entry.group else { continue }
      let before = record.model
      // A record that was inserted and deleted within one group, or changed back, is not a change.
      if !M.areStoredAlike(before, after) { body(entry.group, Change(row: row, before: before, after: after)) }
      after = before
    }
  }

  /// The indices of updates of a record that follow another entry about it in their group: each image has all columns,
  /// so the first one decides.
  private func superseded(in entries: ArraySlice<Entry>) -> Set<Int> {
    guard entries.count > 1 else { return [] }
    var superseded: Set<Int> = []
    var group: Int64?
    for index in entries.indices where entries[index].list < 0 {
      let entry = entries[index]
      if entry.group == group, !entry.isInsertion, !entry.isDeletion { superseded.insert(index) }
      group = entry.group
    }
    return superseded
  }

  /// The row of a record, and the record before the first of its entries, which is `nil` where there was none; `nil`
  /// when the entries changed nothing.
  ///
  /// - Complexity: O(entries of the row).
  func earliest(_ number: Int) throws(StoreError) -> (row: Int64, record: M?)? {
    var earliest: (row: Int64, record: M?)?
    try each(number) { earliest = ($1.row, $1.before) }
    return earliest
  }

  private func takeBack(_ entry: Entry, from record: inout Aggregate<M>) throws(StoreError) {
    guard entry.list >= 0 else {
      if entry.isInsertion {
        record.remove()
      } else {
        record.fields = try image(entry.seq, ["id"] + M.table.columns.map(\.name), later: record.fields)
        if entry.isDeletion { try takeBackLists(entry, from: &record) }
      }
      return
    }
    let list = Int(entry.list)
    if entry.isInsertion {
      record.lists[list][entry.part] = nil
    } else {
      let later = record.lists[list][entry.part]
      record.lists[list][entry.part] = try image(entry.seq, M.table.lists[list].parts.map(\.name), later: later)
    }
  }

  /// Restores the lists of a record that was deleted with many others; see ``BulkWriter``.
  private func takeBackLists(_ entry: Entry, from record: inout Aggregate<M>) throws(StoreError) {
    for (index, list) in M.table.lists.enumerated() {
      let values = (0...list.parts.count).map { "value ->> '$[\($0)]'" }.joined(separator: ", ")
      try database.each(
        """
        SELECT \(values) FROM json_each((SELECT image FROM change WHERE seq = ?), '$.\(M.table.listTable(list))')
        """, [.integer(entry.seq)]
      ) { element in
        record.lists[index][element.integer(0)] = (1...list.parts.count).map { element.value($0) }
      }
    }
  }

  /// The values of an entry.
  ///
  /// - Parameter later: The values after the entry. Former versions of the book lacked some columns; a column that an
  ///   entry lacks keeps its later value.
  private func image(_ seq: Int64, _ names: [String], later: [StoredValue]?) throws(StoreError) -> [StoredValue] {
    let isOfFormerVersion = seq <= lastOfFormerVersions
    let values = names.enumerated().map { index, name in
      let value = "image ->> '$.\(name)'"
      return isOfFormerVersion ? "iif(json_type(image, '$.\(name)') IS NULL, ?\(index + 2), \(value))" : value
    }
    let kept = isOfFormerVersion ? later ?? names.map { _ in .null } : []
    let query = "SELECT \(values.joined(separator: ", ")) FROM change WHERE seq = ?1"
    return try database.first(query, [.integer(seq)] + kept) { names.indices.map($0.value) } ?? []
  }
}

/// A record as stored in its rows.
struct Aggregate<M: Model> {
  let row: Int64
  /// The id and the columns; `nil` for a missing record.
  var fields: [StoredValue]?
  /// For each list, its elements by position.
  var lists: [[Int64: [StoredValue]]]

  mutating func remove() {
    fields = nil
    lists = lists.map { _ in [:] }
  }

  var model: M? {
    guard let fields, fields.count == M.table.columns.count + 1 else { return nil }
    var model = M()
    model.row = row
    model.id = fields[0].text ?? ""
    for (column, value) in zip(M.table.columns, fields.dropFirst()) { column.set(&model, value) }
    for (list, elements) in zip(M.table.lists, lists) {
      for (_, parts) in elements.sorted(by: { $0.key < $1.key }) { list.append(&model, parts) }
    }
    return model
  }
}

/// Reads records as stored in their rows.
struct Aggregates<M: Model> {
  private let database: Database
  private let fields: String
  private let lists: [String]

  init(_ database: Database) {
    self.database = database
    let table = M.table
    fields = "SELECT \((["id"] + table.columns.map(\.name)).joined(separator: ", ")) FROM \(table.name) WHERE row = ?"
    lists = table.lists.map { list in
      let parts = list.parts.map(\.name).joined(separator: ", ")
      return "SELECT position, \(parts) FROM \(table.listTable(list)) WHERE \(table.name) = ?"
    }
  }

  func aggregate(row: Int64) throws(StoreError) -> Aggregate<M> {
    let fields = try database.first(fields, .integer(row)) { (record) in
      (0..<record.columnCount).map(record.value)
    }
    let lists = try lists.map { (list) throws(StoreError) in
      var elements: [Int64: [StoredValue]] = [:]
      try database.each(list, [.integer(row)]) { (element) in
        elements[element.integer(0)] = (1..<element.columnCount).map(element.value)
      }
      return elements
    }
    return Aggregate(row: row, fields: fields, lists: lists)
  }
}
