/// Finds contradictions in a book: pages, counters, the index of words, lists without owners, the change
/// log.
///
/// It reads the whole book several times.
struct IntegrityCheck {
  let database: Database
  /// Without it the word index is not checked, because its check counts as a change.
  let mayWrite: Bool

  /// A sentence for each finding.
  func findings(in models: [any Model.Type]) throws(StoreError) -> [String] {
    do {
      return try tables(of: models) + (mayWrite ? words(of: models) : [])
    } catch {
      // An unreadable part is a finding. A temporary obstacle is an error.
      guard case .damaged(_, let detail) = error else { throw error }
      return [detail]
    }
  }

  /// Checks everything but the word index, in one snapshot.
  ///
  /// Writers need not wait.
  private func tables(of models: [any Model.Type]) throws(StoreError) -> [String] {
    try database.transaction(.deferred) { () throws(StoreError) in
      let pages = try database.map("PRAGMA integrity_check(5)") { $0.text(0) }
      if pages != ["ok"] { return pages }
      var findings = try log()
      for model in models { findings += try self.findings(in: model) }
      return findings
    }
  }

  private func findings<M: Model>(in model: M.Type) throws(StoreError) -> [String] {
    let table = M.table
    var findings: [String] = []
    let count = try count("SELECT count(*) FROM \(table.name)")
    let counter = try self.count("SELECT value FROM counter WHERE name = '\(table.name)'")
    if count != counter {
      findings.append("\(table.name): the number of rows is \(count), but the counter says \(counter)")
    }
    let kept = try self.count("SELECT count(*) FROM \(table.keptWords) WHERE row IN (SELECT row FROM \(table.name))")
    if kept > 0 { findings.append("\(table.name): rows with an outdated search index: \(kept)") }
    for list in table.lists {
      let name = table.listTable(list)
      let orphans = try self.count(
        "SELECT count(*) FROM \(name) WHERE \(table.name) NOT IN (SELECT row FROM \(table.name))")
      if orphans > 0 { findings.append("\(name): elements without a record: \(orphans)") }
    }
    return findings + (try history(of: table.name))
  }

  /// A statement that counts as a change checks the word index, so other writers have to wait.
  ///
  /// It is rolled back.
  private func words(of models: [any Model.Type]) throws(StoreError) -> [String] {
    try database.execute(Database.TransactionKind.immediate.rawValue)
    defer { database.rollback() }
    var findings: [String] = []
    for model in models where try !hasSoundWords(model) {
      findings.append("\(name(of: model)): the search index is incomplete")
    }
    return findings
  }

  private func name<M: Model>(of model: M.Type) -> String { M.table.name }

  private func hasSoundWords<M: Model>(_ model: M.Type) throws(StoreError) -> Bool {
    do {
      // The words that are kept for an undo have no record.
      for statement in M.table.removeKeptWords(where: "true") { try database.execute(statement) }
      try database.execute("INSERT INTO \(M.table.words)(\(M.table.words), rank) VALUES ('integrity-check', 1)")
      return true
    } catch {
      guard case .damaged = error else { throw error }
      return false
    }
  }

  // MARK: The log

  private func log() throws(StoreError) -> [String] {
    var findings: [String] = []
    if try count("SELECT count(*) FROM tx WHERE open = 1") > 0 {
      findings.append("the log: a transaction has been left open")
    }
    let unsigned = try count("SELECT count(*) FROM change WHERE tx IS NOT NULL AND tx NOT IN (SELECT id FROM tx)")
    if unsigned > 0 { findings.append("the log: entries without an author: \(unsigned)") }
    let garbled = try count("SELECT count(*) FROM change WHERE image IS NOT NULL AND NOT json_valid(image)")
    if garbled > 0 { findings.append("the log: entries that cannot be read: \(garbled)") }
    return findings
  }

  /// Whether the entries about each row are a possible sequence, and lead to the book's content.
  ///
  /// An entry of a record that was to be replaced does not determine the result: the statement may have ignored the
  /// row.
  private func history(of table: String) throws(StoreError) -> [String] {
    var findings: [String] = []
    let impossible = try count(
      """
      SELECT count(*) FROM (
        SELECT op, lag(op) OVER (PARTITION BY row ORDER BY seq) AS before FROM change WHERE entity = '\(table)'
      ) WHERE (op = 'insert' AND before IN ('insert', 'update')) OR (op <> 'insert' AND before = 'delete')
      """)
    if impossible > 0 {
      findings.append("the log of \(table): entries that contradict those before them: \(impossible)")
    }
    let wrong = try count(
      """
      SELECT count(*) FROM (SELECT row, op, max(seq) FROM change WHERE entity = '\(table)' GROUP BY row) AS last
        WHERE op <> 'replace' AND (op = 'delete') = EXISTS (SELECT 1 FROM \(table) WHERE \(table).row = last.row)
      """)
    if wrong > 0 { findings.append("the log of \(table): rows that differ from their last entry: \(wrong)") }
    return findings
  }

  private func count(_ sql: String) throws(StoreError) -> Int64 {
    try database.firstInteger(sql) ?? 0
  }
}

extension Store {
  /// The contradictions in the book, a sentence each; empty for a sound book.
  ///
  /// It reads the whole book several times, on the store's queue: some 25 s for a million records. For the last 10 s
  /// other programs cannot write. The word index is only checked in a writable book.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the book.
  public func check() async throws -> [String] {
    try await engine.integrityFindings()
  }
}

extension Engine {
  func integrityFindings() throws -> [String] {
    let connection = try open()
    // Without ICU the book can be read, and nothing else.
    _ = try connection.collator()
    return try IntegrityCheck(database: connection.database, mayWrite: !isReadOnly).findings(in: format.models)
  }
}
