/// Deletes many records of one model by a few statements for each batch.
///
/// A statement that fires triggers keeps a journal of the pages it changes, which takes longer than the rest. So
/// triggers are off while it works, and it writes the log and the counter itself. The log entry of a deleted record
/// contains the whole record, with its lists (under the names of their tables) and its search text.
/// ``RecordWriter/insert(deletedBy:areKeysValid:)`` needs only this entry to insert the record again.
///
/// The words of the records stay in the index until the log forgets the deletion: removing them, and adding them again
/// when the deletion is undone, would take as long as the rest. A search ignores rows without a record.
struct BulkWriter<M: Model> {
  private let table = M.table
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// The number of records from which this is faster: disabling triggers makes SQLite compile its statements again.
  static var threshold: Int { 256 }

  private static var selected: String { "IN (SELECT value FROM json_each(?))" }

  // MARK: Words

  /// Postpones merging within the word index, which is wasteful during large additions.
  func beginWords() throws(StoreError) {
    try database.run("INSERT INTO \(table.words)(\(table.words), rank) VALUES ('automerge', 0)")
  }

  func endWords() throws(StoreError) {
    try database.run("INSERT INTO \(table.words)(\(table.words), rank) VALUES ('automerge', 4)")
  }

  // MARK: Deleting

  /// Deletes the records in some rows; rows without a record are ignored.
  func delete(rows: some Sequence<Int64>) throws(StoreError) {
    let rows = StoredValue.numbers(rows)
    let last = try LogPosition.last(in: database)
    try database.withoutTriggers { () throws(StoreError) in
      try database.run(
        """
        INSERT INTO change(tx, time, entity, row, op, id, image)
          SELECT \(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(table.name)', row, 'delete', id, \(image)
          FROM \(table.name) WHERE row \(Self.selected) ORDER BY row
        """, rows)
      try database.run(
        "INSERT INTO \(table.keptWords)(row, entry) SELECT row, seq FROM change WHERE seq > ? AND op = 'delete'",
        .integer(last))
      for list in table.lists {
        try database.run("DELETE FROM \(table.listTable(list)) WHERE \(table.name) \(Self.selected)", rows)
      }
      try database.run("DELETE FROM \(table.name) WHERE row \(Self.selected)", rows)
      try count(-Int64(database.changes))
    }
  }

  /// A whole record as a JSON object.
  private var image: String {
    let lists = table.lists.map { list in
      let parts = ["list.position"] + list.parts.map { SchemaSQL.imageValue(of: "list.\($0.name)", type: $0.type) }
      return """
        '\(table.listTable(list))', (SELECT json_group_array(json_array(\(parts.joined(separator: ", "))))
          FROM \(table.listTable(list)) AS list WHERE list.\(table.name) = \(table.name).row)
        """
    }
    return "json_object(\((table.imagePairs(of: nil) + ["'search', search"] + lists).joined(separator: ", ")))"
  }

  private func count(_ difference: Int64) throws(StoreError) {
    try database.run(
      "UPDATE counter SET value = value + ? WHERE name = ?", .integer(difference), .text(table.name))
  }
}

extension Database {
  /// Runs `body` with triggers disabled.
  func withoutTriggers(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    setTriggers(areEnabled: false)
    defer { setTriggers(areEnabled: true) }
    try body()
  }
}

extension StoredValue {
  /// Numbers as the JSON array that `json_each` takes.
  static func numbers(_ numbers: some Sequence<Int64>) -> StoredValue {
    .text("[\(numbers.map(String.init).joined(separator: ","))]")
  }
}
