/// Writes the records of one model, inside a transaction that the caller has opened.
final class RecordWriter<M: Model> {
  private let table = M.table
  private let database: Database
  private let collator: Collator
  private let run: InsertionRun
  private let contents = RecordContents<M>()
  private var insertRecord: Statement?
  private var insertWords: Statement?
  private var insertElements: [Statement] = []
  private var readImage: Statement?
  private var forgetKeptWords: Statement?
  private lazy var layout = RecordImage<M>.Layout()

  init(_ database: Database, collator: Collator, run: InsertionRun) {
    self.database = database
    self.collator = collator
    self.run = run
  }

  /// Inserts the record, with a new id and row number if it has none.
  func insert(_ model: inout M) throws(StoreError) {
    model = try insert(prepared(model))
  }

  /// A record with what the book stores of it, and with a new id if it has none.
  func prepared(_ model: M) -> PreparedRecord<M> { contents.prepared(model, collator) }

  /// Inserts a prepared record, with a new row number if it has none.
  ///
  /// - Returns: The record with its row number.
  func insert(_ prepared: PreparedRecord<M>) throws(StoreError) -> M {
    var model = prepared.record
    // Another program may have changed the locale since then.
    let prepared = prepared.locale == collator.locale ? prepared : contents.prepared(model, collator)
    try run.advance()
    let statement = try insertStatement()
    let isRestored = model.row != 0
    if model.row == 0 { statement.bind(1, .null) } else { statement.bind(1, model.row) }
    statement.bind(2, model.id)
    statement.bind(3, prepared.computed.search)
    var index: Int32 = 4
    for key in prepared.computed.keys {
      statement.bind(index, key)
      index += 1
    }
    for value in prepared.values {
      statement.bind(index, value)
      index += 1
    }
    try statement.run()
    model.row = database.lastInsertedRow
    if run.isBare {
      try run.note(row: model.row, id: model.id, in: table.name)
      if isRestored { try removeKeptWords(of: model.row) }
      try insertWords(prepared.computed.search, of: model.row)
    }
    for (index, elements) in prepared.elements.enumerated() where !elements.isEmpty {
      let statement = insertElements[index]
      var position: Int64 = 0
      for parts in elements {
        try insertElement(parts, at: position, of: model.row, with: statement)
        position += 1
      }
    }
    return model
  }

  /// Inserts a deleted record again, in its row, from the log entry that contains the whole record.
  ///
  /// - Parameter areKeysValid: Whether sort keys and the search text are still computed as they were then. If they are
  ///   not, or one of them is missing, they are computed again later.
  /// - Throws: ``StoreError/refused(path:detail:)`` when its row or its id is taken.
  func insert(deletedBy entry: Int64, areKeysValid: Bool) throws(StoreError) {
    let (row, image) = try image(of: entry)
    try run.advance()
    let statement = try insertStatement()
    statement.bind(1, row)
    statement.bind(2, image.fields[0])
    let isComputed = areKeysValid && !image.computed.contains(.null)
    let computed = isComputed ? image.computed : image.computed.map { _ in .null }
    statement.bind(3, computed[table.orders.count])
    var index: Int32 = 4
    for value in computed.dropLast() + image.fields.dropFirst() {
      statement.bind(index, value)
      index += 1
    }
    try statement.run()
    if run.isBare {
      try run.note(row: row, id: image.fields[0].text ?? "", in: table.name)
      try indexAgain(row: row, entry: entry, words: computed[table.orders.count].text)
    }
    for (statement, elements) in zip(insertElements, image.lists) {
      for parts in elements {
        statement.bind(1, row)
        for (offset, part) in parts.enumerated() { statement.bind(Int32(offset + 2), part) }
        try statement.run()
      }
    }
  }

  /// The words of a record that is inserted again are in the index already when `entry` has kept them.
  private func indexAgain(row: Int64, entry: Int64, words: String?) throws(StoreError) {
    if words != nil {
      let statement = try database.statement(
        "DELETE FROM \(table.keptWords) WHERE row = ? AND entry = ?", in: &forgetKeptWords)
      statement.bind(1, row)
      statement.bind(2, entry)
      try statement.run()
      if database.changes > 0 { return }
    }
    try removeKeptWords(of: row)
    if let words { try insertWords(words, of: row) }
  }

  private func removeKeptWords(of row: Int64) throws(StoreError) {
    for statement in table.removeKeptWords(where: "\(table.keptWords).row = ?1") {
      try database.run(statement, .integer(row))
    }
  }

  private func image(of entry: Int64) throws(StoreError) -> (row: Int64, image: RecordImage<M>) {
    let statement = try database.statement("SELECT row, image FROM change WHERE seq = ?", in: &readImage)
    statement.bind(1, entry)
    defer { statement.reset() }
    guard try statement.step(), let image = statement.withBytes(1, { RecordImage($0, layout) }) else {
      throw .damaged(path: database.path, detail: "an entry of its log cannot be read")
    }
    return (statement.integer(0), image)
  }

  /// Writes only the differences between the two, because another program may have written other fields since.
  ///
  /// - Parameter current: The record as the book has it now.
  func update(_ current: M, to model: M) throws(StoreError) {
    guard !M.areStoredAlike(current, model) else { return }
    try run.end()
    let changed = table.columns.filter { $0.get(current) != $0.get(model) }
    let computed = table.computed(for: model, collator: collator)
    var assignments = table.orders.map { "\($0.column) = ?" } + ["search = ?"] + changed.map { "\($0.name) = ?" }
    var values = computed.keys.map(StoredValue.blob) + [.text(computed.search)] + changed.map { $0.get(model) }
    if current.id.stored != model.id.stored {
      assignments.append("id = ?")
      values.append(model.id.stored)
    }
    try database.run(
      "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE row = ?", values + [.integer(current.row)])
    for (index, list) in table.lists.enumerated() {
      try updateList(list, index, from: list.get(current), to: list.get(model), of: current.row)
    }
  }

  func delete(row: Int64) throws(StoreError) {
    try delete(rows: [row])
  }

  /// Deletes the records in some rows.
  ///
  /// A statement that fires triggers keeps a journal of the pages it changes, which takes longer than the rest. Rows
  /// with consecutive numbers, such as those of an import, are therefore deleted by one statement.
  func delete(rows: [Int64]) throws(StoreError) {
    try run.end()
    let statement = try database.statement("DELETE FROM \(table.name) WHERE row BETWEEN ? AND ?")
    var rest = rows.sorted()[...]
    while let first = rest.first {
      let run = rest.enumerated().prefix { $0.element &- first == Int64($0.offset) }.count
      statement.bind(1, first)
      statement.bind(2, rest[rest.startIndex + run - 1])
      rest = rest.dropFirst(run)
      try statement.run()
    }
  }

  /// Deletes the records in some rows, in batches: many at once by a ``BulkWriter``.
  ///
  /// - Parameters:
  ///   - done: The number of records of the same write that are done already.
  ///   - total: The total number of records; by default, those in `rows`.
  func delete(rows: [Int64], _ monitor: WriteMonitor, after done: Int = 0, of total: Int? = nil) throws {
    let rows = rows.sorted()
    guard rows.count >= BulkWriter<M>.threshold else {
      return try monitor.forEachBatch(ofCount: rows.count, after: done, of: total) { try delete(rows: Array(rows[$0])) }
    }
    try run.end()
    let bulk = BulkWriter<M>(database)
    try monitor.forEachBatch(ofCount: rows.count, after: done, of: total) { try bulk.delete(rows: rows[$0]) }
  }

  /// Computes the computed columns of a record in the book.
  func complete(_ model: M) throws(StoreError) {
    try run.end()
    let computed = table.computed(for: model, collator: collator)
    try database.run(
      "UPDATE \(table.name) SET \(table.orders.map { "\($0.column) = ?, " }.joined())search = ? WHERE row = ?",
      computed.keys.map(StoredValue.blob) + [.text(computed.search), .integer(model.row)])
  }

  private func updateList(
    _ list: List<M>, _ index: Int, from old: [[StoredValue]], to new: [[StoredValue]], of row: Int64
  ) throws(StoreError) {
    guard old != new else { return }
    // Positions may have gaps when another program wrote them; the store's own have none.
    let name = table.listTable(list)
    var positions = try database.map(
      "SELECT position FROM \(name) WHERE \(table.name) = ? ORDER BY position", [.integer(row)]
    ) { $0.integer(0) }
    if let last = positions.last, last > .max - Int64(new.count) {
      try database.run("DELETE FROM \(name) WHERE \(table.name) = ?", .integer(row))
      positions = []
    }
    for (offset, parts) in new.enumerated() {
      if offset < positions.count {
        guard offset >= old.count || parts != old[offset] else { continue }
        try database.run(
          "UPDATE \(name) SET \(list.parts.map { "\($0.name) = ?" }.joined(separator: ", ")) "
            + "WHERE \(table.name) = ? AND position = ?", parts + [.integer(row), .integer(positions[offset])])
      } else {
        _ = try insertStatement()
        let last = positions.last.map { Int($0) } ?? -1
        try insertElement(parts, at: Int64(last + 1 + offset - positions.count), of: row, with: insertElements[index])
      }
    }
    for position in positions.dropFirst(new.count) {
      try database.run(
        "DELETE FROM \(name) WHERE \(table.name) = ? AND position = ?", .integer(row), .integer(position))
    }
  }

  private func insertElement(
    _ parts: [StoredValue], at position: Int64, of row: Int64, with statement: Statement
  ) throws(StoreError) {
    statement.bind(1, row)
    statement.bind(2, position)
    var index: Int32 = 3
    for part in parts {
      statement.bind(index, part)
      index += 1
    }
    try statement.run()
  }

  private func insertWords(_ words: String, of row: Int64) throws(StoreError) {
    let statement =
      if let insertWords { insertWords } else {
        try database.statement("INSERT INTO \(table.words)(rowid, search) VALUES (?, ?)")
      }
    insertWords = statement
    statement.bind(1, row)
    statement.bind(2, words)
    try statement.run()
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
