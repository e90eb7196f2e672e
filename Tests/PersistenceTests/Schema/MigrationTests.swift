import Glibc
import Testing

@testable import Persistence

/// An earlier version of `Friend`: fewer columns, lists and orders, and two columns with other names.
private struct OldFriend: Model {
  var row: Int64 = 0
  var id = ""
  var first = ""
  var surname = ""
  var labels: [String] = []

  static let table = Table<OldFriend>(
    "friend", columns: [Column("first", \.first), Column("surname", \.surname)], lists: [List("label", \.labels)],
    orders: [Order("first") { [$0.first] }], searchText: { [$0.first] })
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MigrationTests {
  let folder = Folder()

  private let old = StoreFormat(applicationID: friends.applicationID, version: 1, models: [OldFriend.self])
  private func new(_ migrations: [Migration]) -> StoreFormat {
    StoreFormat(
      applicationID: friends.applicationID, version: 2, models: [Friend.self], migrations: [2: migrations])
  }
  private let renamings: [Migration] = [
    .renameColumn(table: "friend", from: "surname", to: "last"), .renameList(table: "friend", from: "label", to: "tag"),
  ]

  /// Makes a book in the earlier format.
  private func makeOld() async throws {
    let store = try Store.open(at: folder.book, old)
    try await store.write { transaction in
      for (first, surname) in [("Zoe", "Åberg"), ("Ada", "Zweig")] {
        var friend = OldFriend()
        friend.first = first
        friend.surname = surname
        friend.labels = ["old", first]
        try transaction.insert(friend)
      }
    }
    await store.close()
  }

  @Test func `a bulk deletion is undone after columns were added`() async throws {
    let older = try Store.open(at: folder.book, old)
    try await older.write { transaction in
      for number in 0..<300 {
        var friend = OldFriend()
        friend.first = "F\(number)"
        try transaction.insert(friend)
      }
    }
    try await older.write { try $0.delete(OldFriend.self, rows: Array(1...300)) }
    await older.close()
    let store = try Store.open(at: folder.book, new([]))
    #expect(try await store.undo().count == 300)
    let watcher = Watcher(store.objects(Friend.self).sorted(by: .last))
    await watcher.wait { $0.replayed.count == 300 }
    #expect(Set(try store.fetch(Query<Friend>()).map(\.first)).count == 300)
    #expect(try store.fetch(Query<Friend>().search("f299")).map(\.age) == [0])
    let shell = try Shell(folder.book)
    #expect(try shell.value("SELECT count(*) FROM friend WHERE sort_last IS NULL") == "0")
    try shell.check()
  }

  @Test func `an older book is migrated, and a copy of it is kept`() async throws {
    try await makeOld()
    let store = try Store.open(at: folder.book, new(renamings))
    #expect(folder.names.contains("book.db.version-1"))
    let watcher = Watcher(store.objects(Friend.self).sorted(by: .last))
    await watcher.wait { $0.replayed.count == 2 }
    let people = try store.fetch(Query<Friend>().sorted(by: .last))
    #expect(
      Set(people.map { "\($0.first) \($0.last) \($0.tags) \($0.age)" })
        == ["Zoe Åberg [\"old\", \"Zoe\"] 0", "Ada Zweig [\"old\", \"Ada\"] 0"])
    // The new order's keys and the new search text are computed without a request.
    await watcher.wait { $0.last?.map(\.last) == ["Åberg", "Zweig"] }
    let shell = try Shell(folder.book)
    while try shell.value("SELECT value FROM meta WHERE key = 'computed'")?.hasPrefix("format 2") != true {
      try await store.write { try $0.insert(Friend("Somebody")) }
    }
    #expect(try store.fetch(Query<Friend>().search("zweig")).map(\.first) == ["Ada"])
    try shell.check()
    // A deletion is logged and can be undone; the log no longer has the earlier names.
    try await store.write { try $0.delete(people[0]) }
    try await store.undo()
    #expect(try store.get(Friend.self, row: people[0].row) == people[0])
    #expect(try Store.open(at: folder.path + "/book.db.version-1", old).count(OldFriend.self) == 2)
  }

  @Test func `a migration that fails leaves the older book as it was`() async throws {
    try await makeOld()
    #expect(throws: StoreError.self) {
      try Store.open(at: folder.book, new(renamings + [.renameColumn(table: "friend", from: "nowhere", to: "x")]))
    }
    #expect(!folder.names.contains("book.db.version-1"))
    #expect(try Store.open(at: folder.book, old).fetch(Query<OldFriend>()).map(\.surname) == ["Zweig", "Åberg"])
    #expect(try Store.open(at: folder.book, new(renamings)).count(Friend.self) == 2)
  }

  @Test func `an older book gets a table for mutations`()
    async throws
  {
    try await makeOld()
    try Shell(folder.book).run("DROP TABLE mutation")
    let store = try Store.open(at: folder.book, new(renamings))
    let service = FakeFriendService()
    let manager = try MutationManager(store, [MutationKind(AddFriend.self, with: service)])
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("bob"))
    await service.waitForRequests(1)
    service.answer(.success("Bob"))
    await watch.waitUntilIdle()
    #expect(try store.count(Friend.self) == 3)
    for _ in 0..<3 { try await store.undo() }
    #expect(try store.count(Friend.self) == 0)
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo() }
  }

  @Test func `an older program refuses a migrated book`() async throws {
    try await makeOld()
    let store = try Store.open(at: folder.book, new(renamings))
    #expect(throws: StoreError.newer(path: folder.book, version: 2, understood: 1)) {
      try Store.open(at: folder.book, old)
    }
    _ = store
  }

  @Test func `a trigger with any name stops no migration`() async throws {
    try await makeOld()
    let shell = try Shell(folder.book)
    for name in ["\"my-audit\"", "\"my \"\"other\"\" audit\""] {
      try shell.run("CREATE TRIGGER \(name) AFTER DELETE ON friend BEGIN SELECT 1; END")
    }
    let store = try Store.open(at: folder.book, new(renamings))
    #expect(try store.fetch(Query<Friend>()).map(\.last).sorted() == ["Zweig", "Åberg"])
    #expect(try shell.value("SELECT count(*) FROM sqlite_master WHERE name LIKE 'my%'") == "0")
  }

  @Test func `a second migration keeps a second copy`() async throws {
    try await makeOld()
    let backup = folder.read("book.db")
    await (try Store.open(at: folder.book, new(renamings))).close()
    // The user returns to the older program for a while.
    folder.write(backup, to: "book.db")
    let older = try Store.open(at: folder.book, old)
    try await older.write { try $0.insert(OldFriend()) }
    await older.close()
    await (try Store.open(at: folder.book, new(renamings))).close()
    #expect(folder.names == ["book.db", "book.db.version-1", "book.db.version-1-2"])
    for (copy, count) in [("book.db.version-1", 2), ("book.db.version-1-2", 3)] {
      let store = try Store.open(at: "\(folder.path)/\(copy)", old)
      #expect(try store.count(OldFriend.self) == count)
      await store.close()
    }
  }
}
