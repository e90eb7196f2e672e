/// The statements that create an empty book.
///
/// They use only SQLite's built-in functions, so that any program with SQLite can write the book. Triggers maintain the
/// invariants: counters, the change log, no orphans. A Debian shell has foreign keys and recursive triggers disabled,
/// so neither is relied on.
enum SchemaSQL {
  /// The parts of every book, whatever its models.
  ///
  /// They may exist already.
  static let common = [
    """
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID
    """,
    // The authors: a row for each transaction of a store. `open` is 1 only inside it, and triggers stamp entries with
    // that row.
    """
    CREATE TABLE IF NOT EXISTS tx (
      id INTEGER PRIMARY KEY AUTOINCREMENT, author TEXT NOT NULL, time INTEGER NOT NULL, \
      open INTEGER NOT NULL DEFAULT 0,
      action TEXT NOT NULL DEFAULT 'edit', target INTEGER
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS tx_open ON tx(id) WHERE open = 1",
    // The numbers only grow as long as the newest entry stays, which pruning ensures. `image` is the state before the
    // change (NULL when there was none).
    """
    CREATE TABLE IF NOT EXISTS change (
      seq INTEGER PRIMARY KEY, tx INTEGER, time INTEGER NOT NULL, entity TEXT NOT NULL, row INTEGER NOT NULL,
      part INTEGER, op TEXT NOT NULL, id TEXT, image TEXT
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS change_row ON change(row)",
    // The pending mutations: see `Mutation`. No trigger logs it.
    """
    CREATE TABLE IF NOT EXISTS mutation (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, body TEXT NOT NULL,
      owner INTEGER NOT NULL, time INTEGER NOT NULL
    ) STRICT
    """,
    // Used only within one statement.
    "DROP TABLE IF EXISTS displaced",
    "CREATE TABLE displaced (row INTEGER PRIMARY KEY, search TEXT) STRICT",
  ]

  /// The options of an index of words, with which ``WordIndex`` can read it directly from the file.
  static let wordIndexOptions = "prefix = '1 2 3', detail = none"
  static let openTransaction = "(SELECT id FROM tx WHERE open = 1)"
  static let now = "CAST((julianday('now') - 2440587.5) * 86400000.0 + 0.5 AS INTEGER)"
  /// A random (version 4) UUID.
  static let newID = """
    (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || \
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    """

  /// The value of a column in an image; a real number with 17 significant digits, since SQLite writes only 15 there.
  ///
  /// JSON has no infinite numbers, but a number beyond the range is read as one.
  static func imageValue(of column: String, type: String) -> String {
    guard type.hasPrefix("REAL") else { return column }
    return "iif(\(column) IS NULL, NULL, json(replace(printf('%!.17g', \(column)), 'Inf', '9e999')))"
  }
}

extension Table {
  /// The tables of this model.
  ///
  /// They may exist already.
  var tablesSQL: [String] {
    [
      "CREATE TABLE IF NOT EXISTS \(name) ("
        + definitions.map { "\($0.name) \($0.type)" }.joined(separator: ", ") + ") STRICT"
    ]
      + lists.map { list in
        let definitions = definitions(of: list).map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        return """
          CREATE TABLE IF NOT EXISTS \(listTable(list)) (
            \(definitions), PRIMARY KEY (\(name), position)
          ) STRICT, WITHOUT ROWID
          """
      } + [
        // The removed rows whose words are still in the index, with the entry of the log that has their search text.
        "CREATE TABLE IF NOT EXISTS \(keptWords) (row INTEGER PRIMARY KEY, entry INTEGER NOT NULL) STRICT",
        "INSERT OR IGNORE INTO counter(name, value) VALUES ('\(name)', 0)",
      ]
  }

  /// The indexes and triggers.
  ///
  /// Triggers must not exist already.
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

  /// The index of the words in `search`: a search reads it when walking the list would take too long.
  private var createWords: String {
    """
    CREATE VIRTUAL TABLE IF NOT EXISTS \(words) USING fts5(
      search, content = '\(name)', content_rowid = 'row', tokenize = 'ascii', \
      \(SchemaSQL.wordIndexOptions), columnsize = 0)
    """
  }

  /// The bytes of a transaction's words that are collected in memory, so that an import merges less.
  private static var wordsInMemory: Int { 2 << 20 }

  /// Creates a new word index from the table's content.
  var fillWords: [String] {
    [
      "INSERT INTO \(words)(\(words), rank) VALUES ('hashsize', \(Self.wordsInMemory))",
      "INSERT INTO \(words)(\(words)) VALUES ('rebuild')",
      "DELETE FROM \(keptWords)",
    ]
  }

  /// The name of the word index.
  var words: String { name + "_words" }

  /// The name of the table of rows whose words are kept; see ``BulkWriter``.
  var keptWords: String { name + "_kept_words" }

  /// Statements that remove the words of those kept rows that satisfy `condition`.
  func removeKeptWords(where condition: String) -> [String] {
    [
      """
      INSERT INTO \(words)(\(words), rowid, search)
        SELECT 'delete', \(keptWords).row, json_extract(change.image, '$.search')
        FROM \(keptWords) JOIN change ON change.seq = \(keptWords).entry
        WHERE \(condition) AND json_extract(change.image, '$.search') IS NOT NULL
      """,
      "DELETE FROM \(keptWords) WHERE \(condition)",
    ]
  }

  private var createIndexes: [String] {
    orders.map { "CREATE INDEX IF NOT EXISTS \(name)_\($0.name) ON \(name)(\($0.column))" }
      + columns.filter(\.isIndexed).map { "CREATE INDEX IF NOT EXISTS \(name)_\($0.name) ON \(name)(\($0.name))" }
      // Finds the rows without computed columns, usually none.
      + ["CREATE INDEX IF NOT EXISTS \(name)_incomplete ON \(name)(row) WHERE search IS NULL"]
  }

  // MARK: Triggers of the record's table

  private var triggers: [String] {
    let image = image("OLD")
    let changed = (["id"] + columns.map(\.name)).map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    let gone = "row = NEW.row OR NOT EXISTS (SELECT 1 FROM \(name) WHERE \(name).row = displaced.row)"
    let watched = (["id"] + columns.map(\.name)).joined(separator: ", ")
    return [
      // REPLACE removes rows without firing their triggers, so the displaced rows are recorded before. If the statement
      // then ignores or updates the row, the recorded change has no effect.
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
      // The log has the deletions of the displaced record's lists before the insertion: reversed, they restore them.
      """
      CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name) BEGIN
        INSERT INTO \(words)(\(words), rowid, search)
          SELECT 'delete', row, search FROM displaced WHERE search IS NOT NULL AND (\(gone));
        \(removeKeptWords(where: "\(keptWords).row = NEW.row").joined(separator: ";\n  "));
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
      // Another program cannot compute sort keys and search text, so the first store that notices does. The store's own
      // writers compute them.
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
    return ["'id', \(prefix)id"]
      + columns.map { "'\($0.name)', \(SchemaSQL.imageValue(of: prefix + $0.name, type: $0.type))" }
      + orders.map { "'\($0.column)', hex(\(prefix)\($0.column))" }
  }

  // MARK: Lists

  /// A JSON object of the position and the parts of a list's row.
  private func image(of list: List<M>, _ row: String?) -> String {
    let prefix = row.map { $0 + "." } ?? ""
    let parts = list.parts.map { "'\($0.name)', \(SchemaSQL.imageValue(of: prefix + $0.name, type: $0.type))" }
    return "json_object(\((["'position', \(prefix)position"] + parts).joined(separator: ", ")))"
  }

  private func machinery(for list: List<M>) -> [String] {
    let table = listTable(list)
    let parts = list.parts.map(\.name)
    let changed = (["position"] + parts).map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    let image = image(of: list, "OLD")
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
      // A list written with its record in one transaction of a store is part of the record's own entry, so an import
      // logs one row per record. REPLACE fires no trigger for displaced rows, so they are logged before. If the
      // statement ignores the row after all, the logged changes have no effect when they are reversed.
      """
      CREATE TRIGGER \(table)_inserting BEFORE INSERT ON \(table)
      WHEN NOT EXISTS (
        SELECT 1 FROM change WHERE seq = (SELECT max(seq) FROM change)
          AND op = 'insert' AND row = NEW.\(name) AND entity = '\(name)' AND tx = \(SchemaSQL.openTransaction)
      ) BEGIN
        SELECT RAISE(ABORT, 'there is no such \(name)') \
        WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE row = NEW.\(name));
        INSERT INTO change(tx, time, entity, row, part, op, image)
          SELECT \(stamp), \(name), position, 'replace', \(self.image(of: list, nil))
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
