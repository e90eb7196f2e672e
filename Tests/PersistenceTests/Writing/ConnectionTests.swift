import Dispatch
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
  let folder = Folder()

  @Test func `an empty transaction releases its number`() throws {
    _ = try folder.openStore()
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    let shell = try Shell(folder.book)
    try connection.writing(author: "me") {
      let empty = try connection.prepareCommit(.edit)
      #expect(empty == nil)
      // Another program may use the number.
      try shell.run("INSERT INTO tx(author, time) VALUES ('other', 0)")
      try connection.begin(author: "me")
      let transaction = Transaction(connection) { true }
      defer { transaction.end() }
      try transaction.insert(Friend("Ada"))
      try connection.commit(try #require(try connection.prepareCommit(.edit)))
    }
    #expect(try shell.value("SELECT author FROM change JOIN tx ON tx.id = change.tx") == "me")
    #expect(try shell.value("SELECT action FROM tx WHERE author = 'other'") == "edit")
  }

  @Test func `a transaction that has ended cannot be saved`() async throws {
    _ = try folder.openStore()
    await #expect(processExitsWith: .failure) { [path = folder.book as String] in
      // Without a connection, the process succeeds.
      guard let connection = try? Connection(file: BookFile(path), format: friends) else { return }
      let transaction = Transaction(connection) { true }
      transaction.end()
      _ = try? transaction.save()
    }
  }

  @Test func `a transaction begins when another writer ends`() throws {
    _ = try folder.openStore()
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    // One thread after the other uses it.
    nonisolated(unsafe) let shell = try Shell(folder.book)
    try shell.run("BEGIN IMMEDIATE")
    let writer = DispatchGroup()
    DispatchQueue.global().async(group: writer) { @Sendable in
      // Some work, so that the other thread has to wait.
      let numbers = "WITH n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300000) SELECT max(x) FROM n"
      _ = try? shell.run("\(numbers); COMMIT")
    }
    try connection.begin(author: "me")
    writer.wait()
    #expect(try connection.database.firstInteger("SELECT count(*) FROM tx WHERE open = 1") == 1)
    connection.database.rollback()
  }

  @Test func `another ICU makes the keys outdated`() throws {
    _ = try folder.openStore()
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    let shell = try Shell(folder.book)
    func insert(_ name: String) throws {
      try connection.writing(author: "me") {
        let transaction = Transaction(connection) { true }
        defer { transaction.end() }
        try transaction.insert(Friend(name))
        try connection.commit(try #require(try connection.prepareCommit(.edit)))
      }
    }
    let computed = "SELECT value FROM meta WHERE key = 'computed'"
    try insert("Ada")
    let signature = try #require(try shell.value(computed))
    try shell.run("UPDATE meta SET value = 'format 1, ICU 1, locale ' WHERE key = 'computed'")
    try insert("Bob")
    #expect(try shell.value(computed) == nil)
    let upkeep = LogMaintenance(connection, friends)
    while try upkeep.renewKeys() {}
    #expect(try shell.value(computed) == signature)
    try insert("Cyd")
    #expect(try shell.value(computed) == signature)
  }

  @Test func `a write after one that changed nothing has its author`() async throws {
    let store = try folder.openStore(author: "me")
    for _ in 0..<2 { try await store.write { _ in } }
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { _ in }
    try await store.write { try $0.insert(Friend("Bob")) }
    #expect(try store.log(of: Friend.self, limit: 9).map(\.author) == ["me", "me"])
  }

  @Test func `a write after one that another program has forgotten has its author`() async throws {
    let store = try folder.openStore(author: "me")
    try await store.write { try $0.keepLog(after: 7) }
    try Shell(folder.book).run("DELETE FROM tx")
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(try store.log(of: Friend.self, limit: 9).map(\.author) == ["me"])
  }

  @Test func `a position of the log that is kept already is not written again`() async throws {
    let store = try folder.openStore()
    for position: Int64 in [7, 7, 8] { try await store.write { try $0.keepLog(after: position) } }
    #expect(try Shell(folder.book).value("SELECT count(*) FROM tx") == "2")
  }

  @Test func `each author of a transaction has the changes that follow`() async throws {
    let store = try folder.openStore(author: "me")
    try await store.write { transaction in
      try transaction.insert(Friend("Ada"))
      // An author without changes leaves no trace.
      for author in ["you", "she", "they"] { try transaction.changeAuthor(to: author) }
      try transaction.insert(Friend("Bob"))
    }
    #expect(try store.log(of: Friend.self, limit: 9).map(\.author) == ["they", "me"])
    #expect(try Shell(folder.book).run("SELECT author FROM tx ORDER BY id") == [["me"], ["they"]])
  }

  @Test func `a large commit is soon copied into the file`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let size = folder.size("book.db")
    try await store.write { try $0.insertAll((0..<500).map { Friend("F\($0)") }) }
    // The copying precedes what is requested after the commit.
    _ = try await store.engine.read { $0.statements.count }
    #expect(folder.size("book.db") > size)
  }

  @Test func `models that could not be verified are verified again`() throws {
    _ = try folder.openStore()
    let format = StoreFormat(
      applicationID: friends.applicationID, version: friends.version, models: [Friend.self, Guest.self])
    let connection = try Connection(file: BookFile(folder.book), format: format)
    for _ in 0..<2 { #expect(throws: StoreError.self) { try connection.reading {} } }
    try format.shape(Guest.self, in: connection.database)
    try Shell(folder.book).run("INSERT INTO guest(name) VALUES ('Ada')")
    try connection.reading {}
    #expect(try Shell(folder.book).value("SELECT search FROM guest") == " ada")
  }

  @Test func `a damaged index of incomplete records is an error`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    // The index has all records, and says that it has the incomplete ones.
    try Shell(folder.book).run(
      """
      DROP INDEX friend_incomplete;
      CREATE INDEX friend_incomplete ON friend(row);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = sql || ' WHERE search IS NULL' WHERE name = 'friend_incomplete';
      """)
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    let error = #expect(throws: StoreError.self) { try connection.reading {} }
    #expect(error == .damaged(path: folder.book, detail: "an index has records that it should not have"))
    connection.close()
  }
}

private struct Guest: Model {
  var row: Int64 = 0
  var id = ""
  var name = ""

  static let table = Table<Guest>(
    "guest", columns: [Column("name", \.name)], orders: [Order("name") { [$0.name] }], searchText: { [$0.name] })
}
