import Algorithms
import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct UndoTests {
  let folder = Folder()

  private func everything(_ store: Store) throws -> [Friend] { try store.fetch(Query<Friend>()) }

  @Test func `undo reverts the last transaction, redo repeats it`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada", tags: ["math"])) }
    let one = try everything(store)
    try await store.write { transaction in
      var ada = one[0]
      ada.first = "Augusta"
      ada.tags = ["poetry", "math"]
      try transaction.update(ada)
      try transaction.insert(Friend("Bob"))
    }
    let two = try everything(store)
    #expect(try await store.undo().count == 2)
    #expect(try everything(store) == one)
    try await store.undo()
    #expect(try everything(store) == [])
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo() }
    try await store.redo()
    #expect(try everything(store) == one)
    try await store.redo()
    #expect(try everything(store) == two)
    await #expect(throws: StoreError.nothingToRedo) { try await store.redo() }
    try await store.undo()
    try await store.undo()
    try await store.redo()
    #expect(try everything(store) == one)
  }

  @Test func `a new edit ends what could be redone`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.undo()
    try await store.write { try $0.insert(Friend("Bob")) }
    await #expect(throws: StoreError.nothingToRedo) { try await store.redo() }
    try await store.undo()
    #expect(try everything(store) == [])
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo() }
  }

  @Test func `another program's statements are undone`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for name in ["Ada", "Bob", "Cyd"] {
        var friend = Friend(name, tags: ["a", "b"])
        friend.id = name
        friend.mails = [Mail("home", "\(name)@example.org")]
        try transaction.insert(friend)
      }
    }
    let before = try everything(store)
    let shell = try Shell(folder.book)
    let statements = [
      "UPDATE friend SET first = 'X', age = 7 WHERE id = 'Bob'",
      "DELETE FROM friend WHERE id <> 'Bob'",
      "INSERT OR REPLACE INTO friend(id, first) VALUES ('Ada', 'New')",
      "INSERT OR REPLACE INTO friend(row, id, first) SELECT row, 'Other', 'New' FROM friend WHERE id = 'Ada'",
      "INSERT OR REPLACE INTO friend(row, id) SELECT row, 'Bob' FROM friend WHERE id = 'Ada'",
      "INSERT OR REPLACE INTO friend SELECT row, id, NULL, NULL, 'New', last, age, nickname, search FROM friend",
      "INSERT INTO friend(id, first) VALUES ('Ada', 'Up') ON CONFLICT(id) DO UPDATE SET first = excluded.first",
      "REPLACE INTO friend_tag(friend, position, value) SELECT row, 1, 'z' FROM friend",
      "DELETE FROM friend_mail",
    ]
    for statement in statements {
      try shell.run(statement)
      #expect(try everything(store) != before, "\(statement)")
      try shell.check()
      try await store.undo()
      #expect(try everything(store) == before, "\(statement)")
      try shell.check()
    }
  }

  @Test func `INSERT OR IGNORE leaves everything as it was`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      var ada = Friend("Ada", tags: ["a"])
      ada.id = "Ada"
      try transaction.insert(ada)
    }
    let before = try everything(store)
    let shell = try Shell(folder.book)
    try shell.run("INSERT OR IGNORE INTO friend(id, first) VALUES ('Ada', 'Nobody')")
    try shell.run("INSERT INTO friend(id, first) VALUES ('Bob', 'Bob')")
    try shell.run("DELETE FROM friend WHERE id = 'Bob'")
    #expect(try everything(store) == before)
    #expect(try store.count(Friend.self) == 1)
    try shell.check()
  }

  @Test func `orphans are refused`() throws {
    _ = try folder.openStore()
    #expect(throws: Shell.Failure.self) {
      try Shell(folder.book).run("INSERT INTO friend_tag(friend, position, value) VALUES (99, 0, 'x')")
    }
  }

  @Test func `undo works across processes and restarts`() async throws {
    let id = try await folder.openStore().write { try $0.insert(Friend("Ada")).id }
    try await folder.openStore().write { transaction in
      if let ada = try transaction.get(Friend.self, id: id) { try transaction.delete(ada) }
    }
    let third = try folder.openStore()
    try await third.undo()
    #expect(try third.get(Friend.self, id: id)?.first == "Ada")
  }

  @Test(arguments: 0..<10) func `undo and redo restore every state of the book`(seed: UInt64)
    async throws
  {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    var generator = SeededGenerator(seed: seed)
    var books = [try everything(store)]
    var byShell = false
    for _ in 0..<15 {
      let present = books[books.count - 1]
      // Statements that the shell runs within 50 ms count as one change.
      byShell = !byShell && Int.random(in: 0..<3, using: &generator) == 0
      let newcomers = (0..<Int.random(in: 1..<4, using: &generator)).map { _ in Friend.random(using: &generator) }
      let changed = present.shuffled(using: &generator).prefix(2).map { old in
        var new = Friend.random(using: &generator)
        new.row = old.row
        new.id = old.id
        return new
      }
      let gone = present.shuffled(using: &generator).prefix(Int.random(in: 0..<2, using: &generator))
      if byShell, let victim = present.randomElement(using: &generator) {
        try shell.run("UPDATE friend SET first = first || 'x', age = age + 1 WHERE row = \(victim.row)")
      } else {
        try await store.write { [gone = Array(gone)] transaction in
          for friend in newcomers { try transaction.insert(friend) }
          for friend in changed { try transaction.update(friend) }
          for friend in gone { try transaction.delete(friend) }
        }
      }
      let next = try everything(store)
      if next != present { books.append(next) }
    }
    // Computes the keys that the shell's statements left out, before an order is compared.
    func rows(_ friends: [Friend]) -> [Friend] { friends.sorted { $0.row < $1.row } }
    for earlier in books.dropLast().reversed() {
      try await store.undo()
      #expect(rows(try everything(store)) == rows(earlier))
    }
    for later in books.dropFirst() {
      try await store.redo()
      #expect(rows(try everything(store)) == rows(later))
    }
    try shell.check()
  }

  @Test func `a change of many records is undone whole`() async throws {
    let store = try folder.openStore()
    let count = 700
    try await store.write { for number in 0..<2 * count { try $0.insert(Friend("F\(number)", tags: ["a", "b"])) } }
    let before = try everything(store).sorted { $0.row < $1.row }
    try await store.write { transaction in
      for number in 0..<count {
        try transaction.insert(Friend("New \(number)", tags: ["n"]))
        var changed = before[2 * number]
        changed.first += "!"
        changed.tags = ["b"]
        try transaction.update(changed)
        try transaction.delete(before[2 * number + 1])
        // Another record with the id of a deleted one.
        var again = Friend("Again")
        again.id = before[2 * number + 1].id
        try transaction.insert(again)
      }
    }
    let after = try everything(store).sorted { $0.row < $1.row }
    #expect(after.count == 3 * count)
    #expect(try await store.undo().count == 4 * count)
    #expect(try everything(store).sorted { $0.row < $1.row } == before)
    #expect(try await store.redo().count == 4 * count)
    #expect(try everything(store).sorted { $0.row < $1.row } == after)
    #expect(try await store.check() == [])
  }

  @Test func `an undo keeps many later changes`() async throws {
    let store = try folder.openStore()
    let both = try await store.write { transaction in
      try ["Ada", "Bob"].map { try transaction.insert(Friend($0, tags: ["t"])) }
    }
    try await store.write { transaction in
      try transaction.update(Friend.self, rows: [both[0].row]) { $0.first = "Augusta" }
      try transaction.delete(both[1])
    }
    let number = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    try await store.write { transaction in
      for number in 0..<300 { try transaction.insert(Friend("F\(number)")) }
      try transaction.update(Friend.self, rows: [both[0].row]) { $0.age = 36 }
    }
    #expect(try await store.undo(transaction: number).count == 2)
    var ada = both[0]
    ada.age = 36
    #expect(try everything(store).prefix(2) == [ada, both[1]])
    #expect(try store.count(Friend.self) == 302)
    #expect(try await store.check() == [])
  }

  /// Makes the entries of the log those of a former version of the book, which did not have some columns.
  private func ageLog(without names: String...) throws {
    let shell = try Shell(folder.book)
    for name in names { try shell.run("UPDATE change SET image = json_remove(image, '$.\(name)')") }
    try shell.run(
      "INSERT INTO meta(key, value) SELECT 'last entry of version 0', CAST(max(seq) AS TEXT) FROM change")
  }

  @Test func `an absent column keeps its value`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada", age: 36)) }
    try await store.write { try $0.update(Friend.self, rows: [ada.row]) { $0.first = "Augusta" } }
    try ageLog(without: "age", "nickname")
    #expect(try store.log(of: Friend.self, limit: 1).flatMap(\.changes).map(\.before) == [ada])
    #expect(try await store.undo().count == 1)
    #expect(try everything(store) == [ada])
    #expect(try store.log(of: Friend.self, limit: 9).flatMap(\.changes).map { $0.record?.age } == [36, 36, 36])
  }

  @Test func `a later change of such a column stays`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada", age: 36)) }
    try await store.write { try $0.update(Friend.self, rows: [ada.row]) { $0.first = "Augusta" } }
    let number = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    try ageLog(without: "age")
    try await store.write { try $0.update(Friend.self, rows: [ada.row]) { $0.age = 40 } }
    #expect(try await store.undo(transaction: number).count == 1)
    #expect(try everything(store).map { "\($0.first) \($0.age)" } == ["Ada 40"])
    try await store.undo()
    #expect(try everything(store) == [ada])
  }

  @Test func `an absent part keeps its value`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { transaction in
      var ada = Friend("Ada")
      ada.mails = [Mail("home", "a@x.org")]
      return try transaction.insert(ada)
    }
    try await store.write { try $0.update(Friend.self, rows: [ada.row]) { $0.mails[0].address = "b@x.org" } }
    try ageLog(without: "kind")
    #expect(try store.log(of: Friend.self, limit: 1).flatMap(\.changes).map(\.before) == [ada])
    #expect(try await store.undo().count == 1)
    #expect(try everything(store) == [ada])
  }

  @Test func `a deleted record keeps its own values`() async throws {
    let store = try folder.openStore()
    let both = try await store.write { transaction in
      try [Friend("Ada", age: 36), Friend("Bob")].map { try transaction.insert($0) }
    }
    try await store.write { transaction in
      try transaction.update(Friend.self, rows: [both[0].row]) { $0.first = "Augusta" }
      try transaction.delete(both[1])
    }
    try ageLog(without: "age")
    #expect(try await store.undo().count == 2)
    #expect(try everything(store) == both)
  }

  @Test func `a redo has the author of the change`() async throws {
    let store = try folder.openStore(author: "me")
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(try await store.undo(author: "you").author == "me")
    let next = try #require(try store.nextRedo(of: Friend.self))
    #expect(next.author == "me" && next.action == .edit)
    #expect(next.changes.map(\.kind) == [.insertion] && next.changes[0].after?.first == "Ada")
    #expect(try await store.redo(author: "they").author == "me")
    let last = try #require(try store.nextUndo(of: Friend.self))
    #expect(last.author == "me" && last.action == .edit && last.number == next.number)
  }

  @Test func `a conflict names the first record of a large deletion`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<300 { try $0.insert(Friend("F\(number)")) } }
    let first = try #require(try store.get(Friend.self, row: 1))
    try await store.write { try $0.delete(Friend.self, rows: Array(1...300)) }
    let deletion = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    var again = Friend("Again")
    again.id = first.id
    try await store.write { [again] in try $0.insert(again) }
    await #expect(throws: StoreError.undoConflict(id: first.id, name: "F0", fields: [], author: nil)) {
      try await store.undo(transaction: deletion)
    }
  }
}
