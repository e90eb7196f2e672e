import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct UndoScopeTests {
  let folder = Folder()

  private func names(_ store: Store) throws -> [String] { try store.fetch(Query<Friend>()).map(\.first) }

  private func rename(_ friend: Friend, _ name: String, in store: Store) async throws {
    try await store.write { transaction in
      guard var friend = try transaction.get(Friend.self, id: friend.id) else { return }
      friend.first = name
      try transaction.update(friend)
    }
  }

  @Test func `the own last transaction is undone after others`() async throws {
    let other = try folder.openStore(author: "other")
    let store = try folder.openStore()
    try await other.write { try $0.insert(Friend("Cyd")) }
    #expect(try await store.undoableTransaction(of: Friend.self, scope: .own) == nil)
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.delete(ada) }
    try await other.write { try $0.insert(Friend("Bob")) }
    let own = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    #expect(own.isOwn && own.author == "test" && own.kind == .deletion && own.count == 1)
    #expect(own.changes.map(\.record?.first) == ["Ada"])
    let last = try #require(try await store.undoableTransaction(of: Friend.self, scope: .anyone))
    #expect(!last.isOwn && last.author == "other" && last.kind == .insertion)
    #expect(try await store.undo(transaction: own.number).transaction == own.number)
    #expect(try names(store) == ["Ada", "Bob", "Cyd"])
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo(transaction: own.number) }
    let redoable = try #require(try await store.redoableTransaction(of: Friend.self, scope: .own))
    #expect(redoable.number == own.number)
    let first = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    #expect(first.kind == .insertion && first.number < own.number)
    try await store.redo(transaction: redoable.number)
    #expect(try names(store) == ["Bob", "Cyd"])
    #expect(try await store.redoableTransaction(of: Friend.self, scope: .own) == nil)
  }

  @Test func `a transaction of several entries is passed over by its number`() async throws {
    let store = try folder.openStore()
    try await store.write { for name in ["Ada", "Bob", "Cyd"] { try $0.insert(Friend(name)) } }
    let first = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    try await store.write { for name in ["Dan", "Eve"] { try $0.insert(Friend(name)) } }
    let last = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    func next(_ excluded: Set<Int64>) async throws -> Int64? {
      try await store.undoableTransaction(of: Friend.self, scope: .own, excluding: excluded)?.number
    }
    #expect(try await next([last]) == first)
    #expect(try await next([first, last]) == nil)
    try await store.undo(transaction: last)
    try await store.redo(transaction: last)
    #expect(try await next([]) == last)
    #expect(try await next([last]) == first)
  }

  @Test func `what another program has written at once is undone at once`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    // On a busy machine, the writes may be too far apart to belong together.
    try Shell(folder.book).run(
      """
      UPDATE friend SET first = 'Eve'; UPDATE friend SET age = 7; UPDATE friend SET last = 'King';
      UPDATE change SET time = (SELECT max(time) FROM change) WHERE tx IS NULL
      """)
    try await store.undo()
    #expect(try store.get(Friend.self, row: ada.row) == ada)
  }

  @Test func `undoing a deletion conflicts with a record of the same id`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.delete(ada) }
    let own = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    try Shell(folder.book).run("INSERT INTO friend(row, id, first) VALUES (77, '\(ada.id)', 'Eve')")
    await #expect(throws: StoreError.undoConflict(id: ada.id, name: "Ada", fields: [], author: nil)) {
      try await store.undo(transaction: own.number)
    }
    #expect(try store.get(Friend.self, id: ada.id)?.first == "Eve")
  }

  @Test func `another Unicode form of a new record is a conflict`() async throws {
    let store = try folder.openStore()
    let friend = try await store.write { try $0.insert(Friend("\u{E9}")) }
    let own = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    try Shell(folder.book).run("UPDATE friend SET first = 'e\u{301}'")
    await #expect(throws: StoreError.self) { try await store.undo(transaction: own.number) }
    #expect(try store.get(Friend.self, id: friend.id).map { Array($0.first.utf8) } == [0x65, 0xCC, 0x81])
  }

  @Test func `a later change of the same field is a conflict`() async throws {
    let other = try folder.openStore(author: "other")
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await rename(ada, "Augusta", in: store)
    let own = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    try await rename(ada, "Countess", in: other)
    await #expect(throws: StoreError.undoConflict(id: ada.id, name: "Countess", fields: ["first"], author: "other")) {
      try await store.undo(transaction: own.number)
    }
    #expect(try names(store) == ["Countess"])
    try await other.undo()
    try await store.undo(transaction: own.number)
    #expect(try names(store) == ["Ada"])
  }

  @Test func `an undo without effect is noted`() async throws {
    let other = try folder.openStore(author: "other")
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    let first = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    try await rename(ada, "Augusta", in: store)
    let last = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    try await rename(ada, "Ada", in: other)
    let numbers = try await store.transactionNumbers(limit: 9)
    #expect(numbers.count == 3)
    func next() async throws -> [Int64?] {
      [
        try await store.undoableTransaction(of: Friend.self, scope: .own)?.number,
        try await store.redoableTransaction(of: Friend.self, scope: .own)?.number,
      ]
    }
    let undo = try await store.undo(transaction: last)
    #expect(undo.transaction == last && undo.author == "test" && undo.count == 0)
    #expect(try await next() == [first, nil])
    let redo = try await store.redo(transaction: last)
    #expect(redo.transaction == last && redo.count == 0)
    #expect(try await next() == [last, nil])
    #expect(try names(store) == ["Ada"])
    #expect(try await store.transactionNumbers(limit: 9) == numbers)
    #expect(try await store.edits(limit: 9).map(\.isUndone) == [false, false, false])
    #expect(try store.log(of: Friend.self, limit: 9).count == 3)
    try Shell(folder.book).check()
  }

  @Test func `a later change of another field is kept`() async throws {
    let other = try folder.openStore(author: "other")
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await rename(ada, "Augusta", in: store)
    let own = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    try await other.write { transaction in
      guard var friend = try transaction.get(Friend.self, id: ada.id) else { return }
      friend.age = 36
      try transaction.update(friend)
    }
    try await store.undo(transaction: own.number)
    let present = try #require(try store.get(Friend.self, id: ada.id))
    #expect(present.first == "Ada" && present.age == 36)
  }

  @Test func `a transaction undone by another program is not undone again`() async throws {
    let other = try folder.openStore(author: "other")
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.insert(Friend("Bob")) }
    try await other.undo()
    let own = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    #expect(own.changes.map(\.record?.first) == ["Ada"])
    #expect(try await store.redoableTransaction(of: Friend.self, scope: .own) == nil)
    #expect(try await other.redoableTransaction(of: Friend.self, scope: .own) != nil)
  }

  @Test func `a summary counts changes and reads a few of them`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try (0..<500).map { try transaction.insert(Friend("F\($0)", tags: ["a"])) }
    }
    try await store.write { transaction in
      for friend in friends.prefix(20) { try transaction.delete(friend) }
      for var friend in friends.suffix(30) {
        friend.tags = ["b"]
        try transaction.update(friend)
      }
      try transaction.insert(Friend("New"))
    }
    let last = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own, limit: 2))
    #expect((last.insertions, last.updates, last.deletions) == (1, 30, 20))
    #expect(last.kind == nil && last.count == 51)
    #expect(last.changes.map(\.record?.first) == ["F0", "F1"])
    try await store.undo(transaction: last.number)
    #expect(try await store.redoableTransaction(of: Friend.self, scope: .own)?.changes.count == 3)
    let first = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    #expect(first.kind == .insertion && first.count == 500 && first.changes.count == 3)
    #expect(try await store.transaction(last.number, of: Friend.self)?.count == 51)
    #expect(try await store.transaction(1_000_000, of: Friend.self) == nil)
  }

  @Test func `commits with a limit carry only their first changes`() async throws {
    let store = try folder.openStore()
    var counts: [Int] = []
    let token = store.changes(of: Friend.self, limit: 3).sink { _ in
    } receiveValue: {
      counts.append($0.changes.count)
    }
    try await store.write { for number in 0..<50 { try $0.insert(Friend("F\(number)", tags: ["a"])) } }
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(counts == [3, 1])
    token.cancel()
  }
}
