import Testing

@testable import Persistence

@MainActor
@Suite struct ConnectionTests {
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
      let transaction = Transaction(connection) {}
      defer { transaction.end() }
      try transaction.insert(Friend("Ada"))
      try connection.commit(try #require(try connection.prepareCommit(.edit)))
    }
    #expect(try shell.value("SELECT author FROM change JOIN tx ON tx.id = change.tx") == "me")
    #expect(try shell.value("SELECT action FROM tx WHERE author = 'other'") == "edit")
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
}

private struct Guest: Model {
  var row: Int64 = 0
  var id = ""
  var name = ""

  static let table = Table<Guest>(
    "guest", columns: [Column("name", \.name)], orders: [Order("name") { [$0.name] }], searchText: { [$0.name] })
}
