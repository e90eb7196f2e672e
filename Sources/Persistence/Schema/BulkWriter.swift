/// Deletes many records of one model by a few statements for each batch.
///
/// A statement that fires triggers keeps a journal of the pages it changes, which takes longer than the rest. So
/// triggers are off while it works, and it writes the log, the counter and the index of words itself. The entry of a
/// record that it deletes has all of the record: its lists, under the names of their tables, and its search text. From
/// it alone ``RecordWriter/insert(deletedBy:areKeysValid:)`` inserts the record again.
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

  /// The treatment of the word index while many records are deleted.
  enum Words {
    /// It is rebuilt at the end from the remaining records, which are few.
    case rebuilt
    case updated
  }

  /// Prepares the index of words for changes of `count` records.
  func beginWords(deleting count: Int) throws(StoreError) -> Words {
    let present = try database.firstInteger("SELECT value FROM counter WHERE name = ?", .text(table.name)) ?? 0
    if present - Int64(count) < Int64(count) / 4 { return .rebuilt }
    try beginWords()
    return .updated
  }

  /// Postpones merging within the word index, which is wasteful during large additions.
  func beginWords() throws(StoreError) {
    try database.run("INSERT INTO \(table.words)(\(table.words), rank) VALUES ('automerge', 0)")
  }

  func endWords(_ words: Words) throws(StoreError) {
    switch words {
    case .rebuilt: try database.run("INSERT INTO \(table.words)(\(table.words)) VALUES ('rebuild')")
    case .updated: try database.run("INSERT INTO \(table.words)(\(table.words), rank) VALUES ('automerge', 4)")
    }
  }

  // MARK: Deleting

  /// Deletes the records in some rows; rows without a record are ignored.
  func delete(rows: some Sequence<Int64>, words: Words) throws(StoreError) {
    let rows = StoredValue.numbers(rows)
    try database.withoutTriggers { () throws(StoreError) in
      try database.run(
        """
        INSERT INTO change(tx, time, entity, row, op, id, image)
          SELECT \(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(table.name)', row, 'delete', id, \(image)
          FROM \(table.name) WHERE row \(Self.selected) ORDER BY row
        """, rows)
      if words == .updated {
        try database.run(
          """
          INSERT INTO \(table.words)(\(table.words), rowid, search)
            SELECT 'delete', row, search FROM \(table.name)
            WHERE row \(Self.selected) AND search IS NOT NULL ORDER BY row
          """, rows)
      }
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
      let parts = (["position"] + list.parts.map(\.name)).map { "list.\($0)" }.joined(separator: ", ")
      return """
        '\(table.listTable(list))', (SELECT json_group_array(json_array(\(parts)))
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
    setTriggers(false)
    defer { setTriggers(true) }
    try body()
  }
}

extension StoredValue {
  /// Numbers as the JSON array that `json_each` takes.
  static func numbers(_ numbers: some Sequence<Int64>) -> StoredValue {
    .text("[\(numbers.map(String.init).joined(separator: ","))]")
  }
}
