/// Writes the records of one model, inside a transaction that somebody else has opened.
final class RecordWriter<M: Model> {
  private let table = M.table
  private let database: Database
  private let records: Records<M>
  private let collator: Collator
  private var insertRecord: Statement?
  private var insertElements: [Statement] = []

  init(_ database: Database, records: Records<M>, collator: Collator) {
    self.database = database
    self.records = records
    self.collator = collator
  }

  /// Adds the record; gives it an id when it has none, and its row number unless it has one.
  func insert(_ model: inout M) throws(StoreError) {
    let statement = try insertStatement()
    let computed = table.computed(for: model, collator: collator)
    if model.id.isEmpty { model.id = RecordID.make() }
    if model.row == 0 { statement.bind(1, .null) } else { statement.bind(1, model.row) }
    statement.bind(2, model.id.stored)
    statement.bind(3, .text(computed.search))
    var index: Int32 = 4
    for key in computed.keys {
      statement.bind(index, key)
      index += 1
    }
    for column in table.columns {
      statement.bind(index, column.get(model))
      index += 1
    }
    defer { statement.reset() }
    while try statement.step() {}
    model.row = database.lastInsertedRow
    for (list, statement) in zip(table.lists, insertElements) {
      for (position, parts) in list.get(model).enumerated() {
        try insert(parts, at: position, of: model.row, with: statement)
      }
    }
  }

  /// Writes what differs between the two, and nothing else: somebody else may have written other fields meanwhile.
  ///
  /// - Parameter current: what the book holds now.
  func update(_ current: M, to model: M) throws(StoreError) {
    guard current != model else { return }
    let changed = table.columns.filter { $0.get(current) != $0.get(model) }
    let computed = table.computed(for: model, collator: collator)
    let assignments =
      table.orders.map { "\($0.column) = ?" } + ["search = ?"] + changed.map { "\($0.name) = ?" }
      + (current.id == model.id ? [] : ["id = ?"])
    try database.run(
      "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE row = ?",
      computed.keys.map(StoredValue.blob) + [.text(computed.search)] + changed.map { $0.get(model) }
        + (current.id == model.id ? [] : [model.id.stored]) + [.integer(current.row)])
    for (index, list) in table.lists.enumerated() {
      try update(list, index, from: list.get(current), to: list.get(model), of: current.row)
    }
  }

  func delete(row: Int64) throws(StoreError) {
    try database.run("DELETE FROM \(table.name) WHERE row = ?", .integer(row))
  }

  /// Fills in what only we can compute of a record that is as the book holds it.
  func complete(_ model: M) throws(StoreError) {
    let computed = table.computed(for: model, collator: collator)
    try database.run(
      "UPDATE \(table.name) SET \(table.orders.map { "\($0.column) = ?, " }.joined())search = ? WHERE row = ?",
      computed.keys.map(StoredValue.blob) + [.text(computed.search), .integer(model.row)])
  }

  private func update(
    _ list: List<M>, _ index: Int, from old: [[StoredValue]], to new: [[StoredValue]], of row: Int64
  ) throws(StoreError) {
    guard old != new else { return }
    // Positions need not be without gaps when another program wrote them; ours are.
    let name = table.listTable(list)
    let positions = try database.map(
      "SELECT position FROM \(name) WHERE \(table.name) = ? ORDER BY position", [.integer(row)]
    ) { $0.integer(0) }
    for (offset, parts) in new.enumerated() {
      if offset < positions.count {
        guard offset >= old.count || parts != old[offset] else { continue }
        try database.run(
          "UPDATE \(name) SET \(list.parts.map { "\($0.name) = ?" }.joined(separator: ", ")) "
            + "WHERE \(table.name) = ? AND position = ?", parts + [.integer(row), .integer(positions[offset])])
      } else {
        _ = try insertStatement()
        let last = positions.last.map { Int($0) } ?? -1
        try insert(parts, at: last + 1 + offset - positions.count, of: row, with: insertElements[index])
      }
    }
    for position in positions.dropFirst(new.count) {
      try database.run(
        "DELETE FROM \(name) WHERE \(table.name) = ? AND position = ?", .integer(row), .integer(position))
    }
  }

  private func insert(
    _ parts: [StoredValue], at position: Int, of row: Int64, with statement: Statement
  ) throws(StoreError) {
    statement.bind(1, row)
    statement.bind(2, Int64(position))
    for (offset, part) in parts.enumerated() { statement.bind(Int32(offset + 3), part) }
    defer { statement.reset() }
    while try statement.step() {}
  }

  private func insertStatement() throws(StoreError) -> Statement {
    if let insertRecord { return insertRecord }
    let names = ["row", "id", "search"] + table.orders.map(\.column) + table.columns.map(\.name)
    let statement = try database.statement(
      "INSERT INTO \(table.name)(\(names.joined(separator: ", "))) VALUES (\(Self.marks(names.count)))")
    insertElements = try table.lists.map { (list) throws(StoreError) in
      let names = [table.name, "position"] + list.parts.map(\.name)
      return try database.statement(
        "INSERT INTO \(table.listTable(list))(\(names.joined(separator: ", "))) VALUES (\(Self.marks(names.count)))")
    }
    insertRecord = statement
    return statement
  }

  private static func marks(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }
}
