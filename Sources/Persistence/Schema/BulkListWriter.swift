/// Adds texts to a list of many records, or removes them again, with a few statements for each batch.
///
/// As for a ``BulkWriter``, triggers are disabled while it works. The words of an added text are appended to the search
/// text and to the word index, which is faster than indexing the record again. A text of this list must therefore not
/// be part of an order.
struct BulkListWriter<M: Model> {
  private let table = M.table
  private let list: List<M>
  private let database: Database

  /// - Parameter list: A list of texts.
  init(_ list: List<M>, in database: Database) {
    self.list = list
    self.database = database
  }

  var name: String { table.listTable(list) }
  var part: String { list.parts[0].name }

  /// The words of a text as they are part of a search text; each after a blank.
  func words(of text: String) -> String {
    var words = SearchText()
    words.append(text)
    return words.string
  }

  /// Adds a text to the end of the list of those records in `rows` that don't have it.
  func add(_ text: String, toRows rows: some Sequence<Int64>) throws(StoreError) {
    let values: [StoredValue] = [.numbers(rows), .text(text)]
    let owner = table.name
    let target = """
      SELECT row, coalesce((SELECT max(position) FROM \(name)
        WHERE \(name).\(owner) = \(owner).row), -1) + 1 AS position
      FROM \(owner) WHERE row IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (SELECT 1 FROM \(name) WHERE \(name).\(owner) = \(owner).row AND \(name).\(part) = ?2)
      """
    try insert(text, into: target, values)
  }

  /// The number of those records in `rows` whose list lacks one of the texts.
  func countRows(_ rows: [Int64], without texts: [String]) throws(StoreError) -> Int {
    let owner = table.name
    let isMissing = "NOT EXISTS (SELECT 1 FROM \(name) WHERE \(name).\(owner) = \(owner).row AND \(name).\(part) = ?)"
    let conditions = texts.map { _ in isMissing }.joined(separator: " OR ")
    let count = try database.map(
      "SELECT count(*) FROM \(owner) WHERE row IN (SELECT value FROM json_each(?)) AND (\(conditions))",
      [.numbers(rows)] + texts.map { .text($0) }
    ) { Int($0.integer(0)) }
    return count.first ?? 0
  }

  /// Inserts a text again where some entries of the log have deleted it.
  func insert(_ text: String, deletedBy entries: some Sequence<Int64>) throws(StoreError) {
    let target = """
      SELECT row, part AS position FROM change WHERE seq IN (SELECT value FROM json_each(?1))
        AND image ->> '$.\(part)' = ?2
      """
    try insert(text, into: target, [.numbers(entries), .text(text)])
  }

  /// Deletes a text where some entries of the log have inserted it, at the end of the search text.
  func delete(_ text: String, insertedBy entries: some Sequence<Int64>) throws(StoreError) {
    let words = words(of: text)
    let target = "SELECT row, part FROM change WHERE seq IN (SELECT value FROM json_each(?))"
    try change(target, [.numbers(entries)]) { () throws(StoreError) in
      try log("delete", image: "json_object('position', position, '\(part)', ?)", [.text(text)])
      try database.run(
        "DELETE FROM \(name) WHERE (\(table.name), position) IN (SELECT row, position FROM temp.target)", [])
      guard !words.isEmpty else { return }
      try database.run(
        """
        UPDATE \(table.name) SET search = substr(search, 1, length(search) - length(?))
        WHERE row IN (SELECT row FROM temp.target)
        """, [.text(words)])
      try removeFromIndex(words)
    }
  }

  /// Removes words from the index, and adds again what a record has of them in other words.
  ///
  /// The index also has prefixes, so this concerns every other word with the same first letter. Those are removed too:
  /// the index counts what is added and removed.
  private func removeFromIndex(_ words: String) throws(StoreError) {
    let initials = Set(words.utf8.split(separator: 0x20).compactMap(\.first))
    var records: [(row: Int64, rest: String)] = []
    try database.each(
      """
      SELECT row, search FROM \(table.name)
      WHERE row IN (SELECT row FROM temp.target) AND search IS NOT NULL ORDER BY row
      """, []
    ) { record in
      let rest = record.text(1).utf8.split(separator: 0x20).filter { $0.first.map(initials.contains) ?? false }
      records.append((record.integer(0), rest.map { String(Substring($0)) }.joined(separator: " ")))
    }
    let remove = try database.statement(
      "INSERT INTO \(table.words)(\(table.words), rowid, search) VALUES ('delete', ?, ?)")
    let add = try database.statement("INSERT INTO \(table.words)(rowid, search) VALUES (?, ?)")
    for record in records {
      remove.bind(1, record.row)
      remove.bind(2, record.rest + words)
      try remove.run()
      guard !record.rest.isEmpty else { continue }
      add.bind(1, record.row)
      add.bind(2, record.rest)
      try add.run()
    }
  }

  private func insert(_ text: String, into target: String, _ values: [StoredValue]) throws(StoreError) {
    let words = words(of: text)
    try change(target, values) { () throws(StoreError) in
      try log("insert", image: "NULL", [])
      try database.run(
        "INSERT INTO \(name)(\(table.name), position, \(part)) SELECT row, position, ? FROM temp.target",
        [.text(text)])
      guard !words.isEmpty else { return }
      try database.run(
        """
        INSERT INTO \(table.words)(rowid, search) SELECT row, ? FROM \(table.name)
          WHERE row IN (SELECT row FROM temp.target) AND search IS NOT NULL ORDER BY row
        """, [.text(words)])
      try database.run(
        "UPDATE \(table.name) SET search = search || ? WHERE row IN (SELECT row FROM temp.target)", [.text(words)])
    }
  }

  /// Runs `body` without triggers, with the rows and positions that `target` selects in the table `temp.target`.
  private func change(
    _ target: String, _ values: [StoredValue], _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS target(row INTEGER PRIMARY KEY, position INTEGER);
      DELETE FROM temp.target;
      """)
    try database.run("INSERT OR IGNORE INTO temp.target \(target)", values)
    try database.withoutTriggers(body)
  }

  private func log(_ operation: String, image: String, _ values: [StoredValue]) throws(StoreError) {
    try database.run(
      """
      INSERT INTO change(tx, time, entity, row, part, op, image)
        SELECT \(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(name)', row, position, '\(operation)', \(image)
        FROM temp.target ORDER BY row
      """, values)
  }
}
