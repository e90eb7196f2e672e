/// What a store's file holds: the models it keeps, and how it is told from other programs' files.
public struct StoreFormat: Sendable {
  /// Stands in the file's header (`PRAGMA application_id`).
  public let applicationID: Int32
  /// Stands in the file's header (`PRAGMA user_version`). A file with a higher one is refused.
  public let version: Int32
  public let models: [any Model.Type]

  public init(applicationID: Int32, version: Int32, models: [any Model.Type]) {
    self.applicationID = applicationID
    self.version = version
    self.models = models
  }

  /// Makes the tables of an empty book. The header's marks are written first, and by the rollback journal, so that they
  /// stand in the file itself from the beginning.
  func make(in database: Database, locale: String) throws(StoreError) {
    try database.transaction(.exclusive) { () throws(StoreError) in
      guard try database.firstInteger("PRAGMA user_version") == 0 else { return }
      try database.execute("PRAGMA application_id = \(applicationID)")
      try database.execute("PRAGMA user_version = \(version)")
      for statement in SchemaSQL.common + models.flatMap({ Self.schema(of: $0) }) { try database.execute(statement) }
      try database.run("INSERT INTO meta(key, value) VALUES ('locale', ?)", .text(locale))
    }
    try database.execute("PRAGMA journal_mode = WAL")
  }

  private static func schema<M: Model>(of model: M.Type) -> [String] {
    model.table.schemaSQL
  }
}
