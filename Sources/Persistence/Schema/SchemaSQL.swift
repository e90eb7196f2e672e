/// The statements that make an empty book.
///
/// Everything in it is an SQLite built-in, so that any program with SQLite can write the book, and triggers keep what
/// must always hold: counters, the change log, no orphans. A Debian shell has foreign keys and recursive triggers off:
/// neither is relied on.
enum SchemaSQL {
  /// What every book has, whatever its models. It may be there already.
  static let common = [
    """
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID
    """,
    // Who wrote: a row for each transaction of ours. `open` is 1 only inside it, and triggers stamp entries with that
    // row.
    """
    CREATE TABLE IF NOT EXISTS tx (
      id INTEGER PRIMARY KEY AUTOINCREMENT, author TEXT NOT NULL, time INTEGER NOT NULL, open INTEGER NOT NULL DEFAULT 0,
      action TEXT NOT NULL DEFAULT 'edit', target INTEGER
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS tx_open ON tx(id) WHERE open = 1",
    // The numbers only grow as long as the newest entry stays: pruning leaves it.
    // What was written: `image` is what stood there before (NULL when nothing did).
    """
    CREATE TABLE IF NOT EXISTS change (
      seq INTEGER PRIMARY KEY, tx INTEGER, time INTEGER NOT NULL, entity TEXT NOT NULL, row INTEGER NOT NULL,
      part INTEGER, op TEXT NOT NULL, id TEXT, image TEXT
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS change_row ON change(row)",
    // What is under way elsewhere: see `Mutation`. No trigger logs it.
    """
    CREATE TABLE IF NOT EXISTS mutation (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, body TEXT NOT NULL,
      owner INTEGER NOT NULL, time INTEGER NOT NULL
    ) STRICT
    """,
    // Only used within one statement.
    "DROP TABLE IF EXISTS displaced",
    "CREATE TABLE displaced (row INTEGER PRIMARY KEY, search TEXT) STRICT",
  ]

  /// How an index of words is made, so that ``WordIndex`` can read it as it lies in the file.
  static let wordIndexOptions = "prefix = '1 2 3', detail = none"
  static let openTransaction = "(SELECT id FROM tx WHERE open = 1)"
  static let now = "CAST((julianday('now') - 2440587.5) * 86400000.0 + 0.5 AS INTEGER)"
  /// A random (version 4) UUID.
  static let newID = """
    (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || \
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    """
}

extension Table {
  /// The tables of this model. They may be there already.
  var tablesSQL: [String] {
    [
      "CREATE TABLE IF NOT EXISTS \(name) (\(definitions.map { "\($0.name) \($0.type)" }.joined(separator: ", "))) STRICT"
    ]
      + lists.map { list in
        let definitions = definitions(of: list).map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        return """
          CREATE TABLE IF NOT EXISTS \(listTable(list)) (
            \(definitions), PRIMARY KEY (\(name), position)
          ) STRICT, WITHOUT ROWID
          """
      } + ["INSERT OR IGNORE INTO counter(name, value) VALUES ('\(name)', 0)"]
  }

  /// The indexes and triggers. Triggers must not be there already.
  var machinerySQL: [String] {
    [createWords] + createIndexes + triggers + lists.flatMap { machinery(for: $0) }
  }

  /// The columns of the record's table, with their types and constraints.
  var definitions: [(name: String, type: String)] {
    [("row", "INTEGER PRIMARY KEY AUTOINCREMENT"), ("id", "TEXT NOT NULL UNIQUE DEFAULT \(SchemaSQL.newID)")]
      + orders.map { ($0.column, "BLOB") } + columns.map { ($0.name, $0.type) } + [("search", "TEXT")]
  }

  func definitions(of list: List<M>) -> [(name: String, type: String)] {
    [(name, "INTEGER NOT NULL REFERENCES \(name)(row)"), ("position", "INTEGER NOT NULL")] + list.parts
  }

  func listTable(_ list: List<M>) -> String { "\(name)_\(list.name)" }

  /// The index of the words in `search`: a search reads it when going through the list would take too long.
  private var createWords: String {
    """
    CREATE VIRTUAL TABLE IF NOT EXISTS \(words) USING fts5(
      search, content = '\(name)', content_rowid = 'row', tokenize = 'ascii', \(SchemaSQL.wordIndexOptions), columnsize = 0)
    """
  }

  /// So much of what a transaction adds to the words is gathered in memory, in bytes: an import then merges less.
  private static var wordsInMemory: Int { 2 << 20 }

  /// Makes a new index of words as it is to be, of what the table holds already.
  var fillWords: [String] {
    [
      "INSERT INTO \(words)(\(words), rank) VALUES ('hashsize', \(Self.wordsInMemory))",
      "INSERT INTO \(words)(\(words)) VALUES ('rebuild')",
    ]
  }

  /// The name of the index of words.
  var words: String { name + "_words" }

  private var createIndexes: [String] {
    orders.map { "CREATE INDEX IF NOT EXISTS \(name)_\($0.name) ON \(name)(\($0.column))" }
      + columns.filter(\.isIndexed).map { "CREATE INDEX IF NOT EXISTS \(name)_\($0.name) ON \(name)(\($0.name))" }
      // Finds the rows that wait for what only we can compute: none, as a rule.
      + ["CREATE INDEX IF NOT EXISTS \(name)_incomplete ON \(name)(row) WHERE search IS NULL"]
  }

  // MARK: Triggers of the record's table

  private var triggers: [String] {
    let image = image("OLD")
    let changed = (["id"] + columns.map(\.name)).map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    let gone = "row = NEW.row OR NOT EXISTS (SELECT 1 FROM \(name) WHERE \(name).row = displaced.row)"
    let watched = (["id"] + columns.map(\.name)).joined(separator: ", ")
    return [
      // REPLACE removes rows without firing their triggers. What it displaces is noted before it does; a statement that
      // then ignores the row or updates it has noted a change that leaves things as they are.
      """
      CREATE TRIGGER \(name)_displaces BEFORE INSERT ON \(name)
      WHEN EXISTS (SELECT 1 FROM \(name) WHERE row = NEW.row OR id = NEW.id) BEGIN
        DELETE FROM displaced;
        INSERT INTO displaced SELECT row, search FROM \(name) WHERE row = NEW.row OR id = NEW.id;
        INSERT INTO change(tx, time, entity, row, op, id, image)
          SELECT \(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(name)', row, 'replace', id, \(self.image(nil))
          FROM \(name) WHERE row IN (SELECT row FROM displaced);
      END
      """,
      // The log has the deletions of the displaced record's lists before the insertion: read backwards, it brings them
      // back.
      """
      CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name) BEGIN
        INSERT INTO \(words)(\(words), rowid, search)
          SELECT 'delete', row, search FROM displaced WHERE search IS NOT NULL AND (\(gone));
        INSERT INTO \(words)(rowid, search) SELECT NEW.row, NEW.search WHERE NEW.search IS NOT NULL;
        UPDATE counter SET value = value + 1 - (SELECT count(*) FROM displaced WHERE \(gone)) WHERE name = '\(name)';
        \(deleteLists(of: "IN (SELECT row FROM displaced WHERE \(gone))"))
        DELETE FROM displaced;
        INSERT INTO change(tx, time, entity, row, op, id)
          VALUES (\(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(name)', NEW.row, 'insert', NEW.id);
      END
      """,
      """
      CREATE TRIGGER \(name)_reworded AFTER UPDATE OF search ON \(name) WHEN OLD.search IS NOT NEW.search BEGIN
        INSERT INTO \(words)(\(words), rowid, search)
          SELECT 'delete', OLD.row, OLD.search WHERE OLD.search IS NOT NULL;
        INSERT INTO \(words)(rowid, search) SELECT NEW.row, NEW.search WHERE NEW.search IS NOT NULL;
      END
      """,
      """
      CREATE TRIGGER \(name)_updated AFTER UPDATE OF \(watched) ON \(name) WHEN \(changed) BEGIN
        INSERT INTO change(tx, time, entity, row, op, id, image)
          VALUES (\(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(name)', NEW.row, 'update', OLD.id, \(image));
      END
      """,
      // Another program cannot compute sort keys and search text: the first store that notices does. Our writers do it
      // themselves.
      """
      CREATE TRIGGER \(name)_outdated AFTER UPDATE OF \(watched) ON \(name)
      WHEN (\(changed)) AND NOT EXISTS \(SchemaSQL.openTransaction) BEGIN
        UPDATE \(name) SET \(orders.map { "\($0.column) = NULL, " }.joined())search = NULL WHERE row = NEW.row;
      END
      """,
      """
      CREATE TRIGGER \(name)_fixed BEFORE UPDATE OF row, id ON \(name)
      WHEN OLD.row IS NOT NEW.row OR (OLD.id IS NOT NEW.id AND EXISTS (SELECT 1 FROM \(name) WHERE id = NEW.id)) BEGIN
        SELECT RAISE(ABORT, 'a row keeps its number, and its id belongs to it alone');
      END
      """,
      """
      CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(name) BEGIN
        \(deleteLists(of: "= OLD.row"))
        INSERT INTO \(words)(\(words), rowid, search)
          SELECT 'delete', OLD.row, OLD.search WHERE OLD.search IS NOT NULL;
        INSERT INTO change(tx, time, entity, row, op, id, image)
          VALUES (\(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(name)', OLD.row, 'delete', OLD.id, \(image));
        UPDATE counter SET value = value - 1 WHERE name = '\(name)';
        DELETE FROM displaced;
      END
      """,
    ]
  }

  private func deleteLists(of owner: String) -> String {
    lists.map { "DELETE FROM \(listTable($0)) WHERE \(name) \(owner);" }.joined(separator: "\n  ")
  }

  /// A JSON object of a row's columns, with its sort keys as hexadecimal digits (a BLOB makes `json_object` fail).
  private func image(_ row: String?) -> String {
    "json_object(\(imagePairs(of: row).joined(separator: ", ")))"
  }

  /// The names and values of that object.
  func imagePairs(of row: String?) -> [String] {
    let prefix = row.map { $0 + "." } ?? ""
    return (["id"] + columns.map(\.name)).map { "'\($0)', \(prefix)\($0)" }
      + orders.map { "'\($0.column)', hex(\(prefix)\($0.column))" }
  }

  // MARK: Lists

  private func machinery(for list: List<M>) -> [String] {
    let table = listTable(list)
    let parts = list.parts.map(\.name)
    let changed = (["position"] + parts).map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    let image = "json_object(\((["position"] + parts).map { "'\($0)', OLD.\($0)" }.joined(separator: ", ")))"
    let stamp = "\(SchemaSQL.openTransaction), \(SchemaSQL.now), '\(table)'"
    func outdate(_ row: String) -> String {
      """
      UPDATE \(name) SET \(orders.map { "\($0.column) = NULL, " }.joined())search = NULL
            WHERE row = \(row).\(name) AND NOT EXISTS \(SchemaSQL.openTransaction);
      """
    }
    return [
      list.isIndexed
        ? "CREATE INDEX IF NOT EXISTS \(table)_\(parts[parts.count - 1]) ON \(table)(\(parts[parts.count - 1]))" : "",
      // What comes with a record in one transaction of ours is part of the record's own entry: an import logs a row
      // each. REPLACE fires nothing for what it displaces: so it is logged before. Should the statement ignore the row
      // after all, what is logged comes to nothing when it is read backwards.
      """
      CREATE TRIGGER \(table)_inserting BEFORE INSERT ON \(table)
      WHEN NOT EXISTS (
        SELECT 1 FROM change WHERE seq = (SELECT max(seq) FROM change)
          AND op = 'insert' AND row = NEW.\(name) AND entity = '\(name)' AND tx = \(SchemaSQL.openTransaction)
      ) BEGIN
        SELECT RAISE(ABORT, 'there is no such \(name)') WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE row = NEW.\(name));
        INSERT INTO change(tx, time, entity, row, part, op, image)
          SELECT \(stamp), \(name), position, 'replace',
            json_object(\((["position"] + parts).map { "'\($0)', \($0)" }.joined(separator: ", ")))
          FROM \(table) WHERE \(name) = NEW.\(name) AND position = NEW.position;
        INSERT INTO change(tx, time, entity, row, part, op) VALUES (\(stamp), NEW.\(name), NEW.position, 'insert');
        \(outdate("NEW"))
      END
      """,
      """
      CREATE TRIGGER \(table)_updated AFTER UPDATE ON \(table) WHEN \(changed) BEGIN
        INSERT INTO change(tx, time, entity, row, part, op, image)
          VALUES (\(stamp), OLD.\(name), OLD.position, 'update', \(image));
        INSERT INTO change(tx, time, entity, row, part, op)
          SELECT \(stamp), NEW.\(name), NEW.position, 'insert' WHERE NEW.position IS NOT OLD.position;
        \(outdate("NEW"))
      END
      """,
      """
      CREATE TRIGGER \(table)_fixed BEFORE UPDATE OF \(name), position ON \(table)
      WHEN OLD.\(name) IS NOT NEW.\(name) OR (OLD.position IS NOT NEW.position AND
        EXISTS (SELECT 1 FROM \(table) WHERE \(name) = NEW.\(name) AND position = NEW.position)) BEGIN
        SELECT RAISE(ABORT, 'a value stays with its \(name), and its position is its own');
      END
      """,
      """
      CREATE TRIGGER \(table)_deleted AFTER DELETE ON \(table) BEGIN
        INSERT INTO change(tx, time, entity, row, part, op, image)
          VALUES (\(stamp), OLD.\(name), OLD.position, 'delete', \(image));
        \(outdate("OLD"))
      END
      """,
    ].filter { !$0.isEmpty }
  }
}
