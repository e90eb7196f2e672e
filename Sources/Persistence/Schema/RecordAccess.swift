/// The condition that an id begins with the text `?1`; case makes no difference.
///
/// `LIKE` would do the same, but refuses long texts.
enum IDPrefix {
  static let condition = "substr(id, 1, length(?1)) = ?1 COLLATE NOCASE"

  /// The number of first characters that are looked up in each case.
  private static let spelled = 4

  /// The beginnings of the prefix in each case, between which the index of ids is read rather than from end to end.
  static func beginnings(of prefix: String) -> [String] {
    prefix.unicodeScalars.prefix(spelled).reduce([""]) { beginnings, scalar in
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      let cases =
        isLetter ? [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] : [String(scalar)]
      return beginnings.flatMap { beginning in cases.map { beginning + $0 } }
    }
  }
}

/// Reads and writes the records of one model on one connection.
final class RecordAccess<M: Model> {
  let table = M.table
  private let database: Database
  private let columns = M.table.columns
  private let selectColumns: String
  private let lists: [String]

  init(_ database: Database) {
    self.database = database
    selectColumns = (["row", "id"] + M.table.columns.map(\.name)).joined(separator: ", ")
    lists = M.table.lists.map { list in
      let table = M.table
      return "\(list.parts.map(\.name).joined(separator: ", ")) FROM \(table.listTable(list)) WHERE \(table.name)"
    }
  }

  // MARK: Reading

  func record(row: Int64) throws(StoreError) -> M? {
    try records("SELECT \(selectColumns) FROM \(table.name) WHERE row = ?1", [.integer(row)]).first
  }

  func record(id: String) throws(StoreError) -> M? {
    try records("SELECT \(selectColumns) FROM \(table.name) WHERE id = ?1", [.text(id)]).first
  }

  /// The records with an id that begins with `prefix`, in any case, at most `limit`; the shortest ids first.
  ///
  /// - Complexity: O(log n) in the number of records, and O(m) in the number of ids with the same first characters.
  func records(idPrefix prefix: String, limit: Int) throws(StoreError) -> [M] {
    // The subquery reads the index of ids only.
    let beginnings = IDPrefix.beginnings(of: prefix)
    let ranges = beginnings.indices.map { "id BETWEEN ?\($0 + 3) AND ?\($0 + 3) || char(1114111)" }
    return try records(
      """
      SELECT \(selectColumns) FROM \(table.name) WHERE row IN (
        SELECT row FROM \(table.name) WHERE (\(ranges.joined(separator: " OR "))) AND \(IDPrefix.condition)
        ORDER BY length(id), id LIMIT ?2)
      ORDER BY length(id), id
      """, [.text(prefix), .integer(Int64(limit))] + beginnings.map(StoredValue.text))
  }

  /// The records for a query's conditions and order: `WHERE … ORDER BY … LIMIT …`.
  func records(matching conditions: String, _ values: [StoredValue]) throws(StoreError) -> [M] {
    try records("SELECT \(selectColumns) FROM \(table.name) \(conditions)", values)
  }

  /// The records in the rows, in any order; deleted rows are left out.
  func records(rows: [Int64]) throws(StoreError) -> [M] {
    var found: [M] = []
    var rest = rows[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      found += try records(
        "SELECT \(selectColumns) FROM \(table.name) WHERE row IN \(Self.placeholders)", Self.padded(batch))
    }
    return found
  }

  /// All records, in the order of `rows`; deleted rows are left out.
  ///
  /// The tables are read from end to end: each page of the file once, in its order.
  func allRecords(inOrderOf rows: [Int64]) throws(StoreError) -> [M] {
    let places = Dictionary(zip(rows, rows.indices)) { first, _ in first }
    var records = Array(repeating: M(), count: rows.count)
    try database.each("SELECT \(selectColumns) FROM \(table.name)") { (statement) in
      if let place = places[statement.integer(0)] { records[place] = record(statement) }
    }
    for list in table.lists {
      let owner = list.parts.count
      try database.each(
        "SELECT \(list.parts.map(\.name).joined(separator: ", ")), \(table.name) FROM \(table.listTable(list)) "
          + "ORDER BY \(table.name), position"
      ) { (statement) in
        guard let place = places[statement.integer(owner)] else { return }
        list.append(&records[place], statement.values(owner))
      }
    }
    // Another program may have deleted some of them in between.
    records.removeAll { $0.row == 0 }
    return records
  }

  /// The record in the current row of a statement, without its lists.
  private func record(_ statement: Statement) -> M {
    var model = M()
    model.row = statement.integer(0)
    model.id = statement.text(1)
    for index in columns.indices { columns[index].set(&model, statement.value(index + 2)) }
    return model
  }

  private func records(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> [M] {
    var records: [M] = []
    try database.each(sql, values) { (statement) in records.append(record(statement)) }
    if records.count == 1 {
      try fillLists(of: &records[0])
    } else {
      try fillLists(of: &records)
    }
    return records
  }

  private func fillLists(of model: inout M) throws(StoreError) {
    for (list, sql) in zip(table.lists, lists) {
      let statement = try database.statement("SELECT \(sql) = ?1 ORDER BY position")
      statement.bind(1, model.row)
      defer { statement.reset() }
      while try statement.step() { list.append(&model, statement.values(list.parts.count)) }
    }
  }

  /// One statement per list for as many records as it takes, rather than one per record.
  private func fillLists(of models: inout [M]) throws(StoreError) {
    var start = 0
    while start < models.count {
      let range = start..<min(start + Self.batch, models.count)
      start = range.upperBound
      let rows = models[range].map(\.row)
      let places = Dictionary(zip(rows, range)) { first, _ in first }
      for list in table.lists {
        let owner = list.parts.count
        let statement = try database.statement(
          "SELECT \(list.parts.map(\.name).joined(separator: ", ")), \(table.name) FROM \(table.listTable(list)) "
            + "WHERE \(table.name) IN \(Self.placeholders) ORDER BY \(table.name), position")
        statement.bind(Self.padded(rows[...]))
        defer { statement.reset() }
        while try statement.step() {
          guard let place = places[statement.integer(owner)] else { continue }
          list.append(&models[place], statement.values(owner))
        }
      }
    }
  }

  private static var batch: Int { 32 }
  private static var placeholders: String { "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)" }

  /// Always as many values as placeholders, so that one statement serves every page: the first of the rows is repeated.
  private static func padded(_ rows: ArraySlice<Int64>) -> [StoredValue] {
    rows.map(StoredValue.integer) + Array(repeating: .integer(rows[rows.startIndex]), count: batch - rows.count)
  }
}
