/// The format of a store's file: its models, and the numbers that identify it.
///
/// A file with a lower version is migrated when it is opened, in one transaction and after a copy was made beside it:
/// parts that the models describe and the file lacks are added. Parts that the models no longer describe stay in the
/// file.
public struct StoreFormat: Sendable {
  /// Stored in the file's header (`PRAGMA application_id`).
  public let applicationID: Int32
  /// Stored in the file's header (`PRAGMA user_version`).
  ///
  /// A file with a higher one is refused. Raise it whenever a model's table, orders or search text change.
  public let version: Int32
  /// The models that the file holds.
  public let models: [any Model.Type]
  /// The first steps of a migration, for files below each version: renamings.
  ///
  /// They are made again by each access.
  public var migrations: [Int32: [Migration]] { makeMigrations() }
  private let makeMigrations: @Sendable () -> [Int32: [Migration]]
  /// The limits of the change log: entries beyond either of them are pruned, whole transactions at a time, but never
  /// the last one, and none that a shared book has not shared yet.
  public var log = LogLimits()

  /// The highest age and number of the entries that the change log keeps.
  public struct LogLimits: Sendable, Hashable {
    /// The age in milliseconds when the newest entry was made; 400 days.
    public var age: Int64 = 400 * 86_400_000
    /// The number of entries.
    public var count: Int64 = 3_000_000
  }

  /// Describes the format of a book; see the properties.
  ///
  /// The migrations are made when an older book is opened.
  public init(
    applicationID: Int32, version: Int32, models: [any Model.Type],
    migrations: @autoclosure @escaping @Sendable () -> [Int32: [Migration]] = [:]
  ) {
    self.applicationID = applicationID
    self.version = version
    self.models = models
    makeMigrations = migrations
  }

  /// Creates the tables of an empty book.
  ///
  /// The header's values are written first, with the rollback journal, so that they are in the file itself from the
  /// beginning.
  func make(in database: Database, locale: String) throws(StoreError) {
    try database.transaction(.exclusive) { () throws(StoreError) in
      guard try database.firstInteger("PRAGMA user_version") == 0 else { return }
      try database.execute("PRAGMA application_id = \(applicationID)")
      try database.execute("PRAGMA user_version = \(version)")
      for statement in SchemaSQL.common { try database.execute(statement) }
      for model in models { try shape(model, in: database) }
      guard let collator = Collator(locale: locale) ?? Collator(locale: "") else {
        throw .noCollation(path: database.path)
      }
      try database.run("INSERT INTO meta(key, value) VALUES ('locale', ?)", .text(collator.locale))
      try database.setMeta("computed", signature(collator))
      try database.setMeta(Initials.metaKey, Initials(collator).text)
    }
    try database.execute("PRAGMA journal_mode = WAL")
  }

  /// A text that sort keys and search texts depend on: when it differs, they are computed again.
  func signature(_ collator: Collator) -> String {
    "format \(version), ICU \(collator.version), locale \(collator.locale)"
  }

  /// Creates the parts that the model describes and the file lacks.
  ///
  /// All triggers are created again.
  func shape<M: Model>(_ model: M.Type, in database: Database) throws(StoreError) {
    let table = M.table
    for statement in table.tablesSQL { try database.execute(statement) }
    try addColumns(table.definitions, to: table.name, in: database)
    for list in table.lists { try addColumns(table.definitions(of: list), to: table.listTable(list), in: database) }
    let hasWords = try database.firstInteger("SELECT 1 FROM sqlite_master WHERE name = ?", .text(table.words)) != nil
    for statement in table.machinerySQL { try database.execute(statement) }
    if !hasWords { for statement in table.fillWords { try database.execute(statement) } }
  }

  private func addColumns(
    _ definitions: [(name: String, type: String)], to table: String, in database: Database
  ) throws(StoreError) {
    let present = Set(try database.map("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) })
    for (name, type) in definitions where !present.contains(name) {
      try database.execute("ALTER TABLE \(table) ADD COLUMN \(name) \(type)")
    }
  }
}
