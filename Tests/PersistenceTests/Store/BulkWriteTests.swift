import Persistence
import Synchronization
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct BulkWriteTests {
  let folder = Folder()

  private func makeStore(_ count: Int) async throws -> (store: Store, friends: [Friend]) {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<count {
        var friend = Friend("F\(number)", "L\(number % 7)", age: number, tags: ["a", "t\(number % 5)"])
        if number.isMultiple(of: 3) { friend.mails = [Mail("home", "f\(number)@example.org")] }
        if number.isMultiple(of: 4) { friend.nickname = "N “\(number)” \\ 山" }
        try transaction.insert(friend)
      }
    }
    return (store, try store.fetch(Query<Friend>()))
  }

  private final class Calls: Sendable {
    let progress = Mutex<[WriteProgress]>([])
    func note(_ step: WriteProgress) { progress.withLock { $0.append(step) } }
    var all: [WriteProgress] { progress.withLock { $0 } }
  }

  @Test func `each of many insertions has the transaction and its time`() async throws {
    _ = try await makeStore(250)
    let shell = try Shell(folder.book)
    let all = try shell.run("SELECT count(*) FROM change")
    #expect(all.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0 >= 250)
    let stamped = "SELECT count(*) FROM change JOIN tx ON tx.id = tx WHERE abs(tx.time - change.time) < 60000"
    #expect(try shell.run(stamped) == all)
  }

  @Test func `thousands are deleted with progress and undone whole`() async throws {
    let (store, friends) = try await makeStore(5_000)
    let calls = Calls()
    let rows = friends.filter { $0.age % 10 != 0 }.map(\.row)
    try await store.write {
      try $0.delete(Friend.self, rows: rows + [999_999], monitor: WriteMonitor(progress: calls.note))
    }
    #expect(calls.all.last == WriteProgress(done: rows.count + 1, total: rows.count + 1))
    #expect(calls.all.count > 1)
    #expect(try store.fetch(Query<Friend>()) == friends.filter { $0.age % 10 == 0 })
    #expect(try store.count(Friend.self) == 500)
    #expect(try store.fetch(Query<Friend>().search("f1111")) == [])
    try Shell(folder.book).check()
    let last = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own))
    #expect(last.kind == .deletion && last.count == rows.count)
    let undoing = Calls()
    try await store.undo(transaction: last.number, monitor: WriteMonitor(progress: undoing.note))
    #expect(undoing.all.last?.share == 1)
    #expect(try store.fetch(Query<Friend>()) == friends)
    #expect(try store.fetch(Query<Friend>().search("f1111 t1")).map(\.first) == ["F1111"])
    try Shell(folder.book).check()
    try await store.redo()
    #expect(try store.count(Friend.self) == 500)
    try await store.undo()
    #expect(try store.fetch(Query<Friend>()) == friends)
    try Shell(folder.book).check()
    #expect(try await store.check() == [])
  }

  @Test func `some of thousands are deleted and undone`() async throws {
    let (store, friends) = try await makeStore(3_000)
    let rows = friends.map(\.row).filter { $0 % 5 == 0 }
    try await store.write { try $0.delete(Friend.self, rows: rows) }
    #expect(try store.fetch(Query<Friend>()) == friends.filter { $0.row % 5 != 0 })
    try Shell(folder.book).check()
    #expect(try await store.undo().count == rows.count)
    #expect(try store.fetch(Query<Friend>()) == friends)
    try Shell(folder.book).check()
    #expect(try await store.check() == [])
  }

  @Test func `a reused id keeps a bulk deletion from being undone`() async throws {
    let (store, friends) = try await makeStore(600)
    try await store.write { try $0.delete(Friend.self, rows: friends.map(\.row)) }
    let deletion = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    var again = Friend("Again")
    again.id = friends[3].id
    try await store.write { [again] in try $0.insert(again) }
    await #expect(throws: StoreError.undoConflict(id: friends[3].id, name: friends[3].first, fields: [], author: nil)) {
      try await store.undo(transaction: deletion)
    }
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Again"])
    try Shell(folder.book).check()
  }

  @Test func `a cancelled bulk write leaves the book as it was`() async throws {
    let (store, friends) = try await makeStore(5_000)
    let calls = Calls()
    let monitor = WriteMonitor(progress: calls.note, isCancelled: { calls.all.count == 1 })
    await #expect(throws: CancellationError.self) {
      try await store.write { try $0.delete(Friend.self, rows: friends.map(\.row), monitor: monitor) }
    }
    #expect(calls.all.count == 1)
    #expect(try store.fetch(Query<Friend>()) == friends)
    let again = Calls()
    let stop = WriteMonitor(progress: again.note, isCancelled: { again.all.count == 1 })
    await #expect(throws: CancellationError.self) {
      try await store.undo(
        transaction: try await store.undoableTransaction(of: Friend.self, scope: .own)?.number ?? 0, monitor: stop)
    }
    #expect(try store.fetch(Query<Friend>()) == friends)
    try Shell(folder.book).check()
    #expect(try await store.check() == [])
  }

  @Test func `thousands are changed in one transaction`() async throws {
    let (store, friends) = try await makeStore(3_000)
    let calls = Calls()
    try await store.write { transaction in
      try transaction.update(
        Friend.self, rows: friends.map(\.row), monitor: WriteMonitor(progress: calls.note)
      ) { friend in friend.tags.append("new") }
    }
    #expect(calls.all.last?.share == 1)
    #expect(try store.fetch(Query<Friend>().search("new")).count == 3_000)
    #expect(try store.fetch(Query<Friend>()).allSatisfy { $0.tags.last == "new" })
    try await store.undo()
    #expect(try store.fetch(Query<Friend>()) == friends)
    try Shell(folder.book).check()
  }

  @Test func `texts are added to thousands, undone and redone`() async throws {
    let (store, friends) = try await makeStore(3_000)
    let rows = friends.map(\.row)
    let list = Watcher(store.objects(Friend.self).search("fresh"))
    try await store.write { try $0.add(["Fresh-1", "a", "t2"], to: \Friend.tags, ofRows: rows) }
    let tagged = friends.map { friend in
      var friend = friend
      friend.tags += friend.tags.contains("t2") ? ["Fresh-1"] : ["Fresh-1", "t2"]
      return friend
    }
    #expect(try store.fetch(Query<Friend>()) == tagged)
    #expect(try store.fetch(Query<Friend>().search("fresh t2")).count == 3_000)
    await list.wait { $0.replayed.count == 3_000 }
    try Shell(folder.book).check()
    let number = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    let undoing = Calls()
    let monitor = WriteMonitor(progress: undoing.note)
    #expect(try await store.undo(transaction: number, monitor: monitor).count == 3_000)
    #expect(undoing.all.last?.share == 1 && undoing.all.allSatisfy { $0.share <= 1 })
    #expect(try store.fetch(Query<Friend>()) == friends)
    #expect(try store.fetch(Query<Friend>().search("fresh")) == [])
    #expect(
      try store.fetch(Query<Friend>().search("f1 t2")).count
        == friends.count { $0.first.hasPrefix("F1") && $0.tags.contains("t2") })
    await list.wait { $0.replayed.isEmpty }
    try Shell(folder.book).check()
    try await store.redo()
    #expect(try store.fetch(Query<Friend>()) == tagged)
    try await store.undo()
    #expect(try store.fetch(Query<Friend>()) == friends)
    try Shell(folder.book).check()
    #expect(try await store.check() == [])
  }

  @Test func `a text added to a model's only list is undone`() async throws {
    let store = try Store.open(at: folder.book, dogs)
    let rows = try await store.write { transaction in
      try (0..<300).map { number in
        var dog = Dog()
        dog.name = "D\(number)"
        return try transaction.insert(dog).row
      }
    }
    let before = try store.fetch(Query<Dog>())
    try await store.write { try $0.add(["sit"], to: \Dog.tricks, ofRows: rows) }
    #expect(try store.fetch(Query<Dog>()).allSatisfy { $0.tricks == ["sit"] })
    #expect(try await store.undo().count == 300)
    #expect(try store.fetch(Query<Dog>()) == before)
    #expect(try store.fetch(Query<Dog>().search("sit")) == [])
  }

  @Test func `an undo of thousands fails if one record changed later`() async throws {
    let (store, friends) = try await makeStore(1_000)
    let rows = friends.map(\.row)
    try await store.write { try $0.add(["new"], to: \Friend.tags, ofRows: rows) }
    let tagging = try #require(try await store.undoableTransaction(of: Friend.self, scope: .own)).number
    try await store.write { transaction in
      guard var friend = try transaction.get(Friend.self, row: rows[7]) else { return }
      friend.age = 99
      try transaction.update(friend)
    }
    try await store.undo(transaction: tagging)
    #expect(try store.fetch(Query<Friend>()).allSatisfy { !$0.tags.contains("new") })
    #expect(try store.get(Friend.self, row: rows[7])?.age == 99)
    try await store.redo(transaction: tagging)
    try await store.write { transaction in
      guard var friend = try transaction.get(Friend.self, row: rows[8]) else { return }
      friend.tags = ["other"]
      try transaction.update(friend)
    }
    let conflict = StoreError.undoConflict(
      id: friends[8].id, name: friends[8].first, fields: ["tag"], author: "test")
    await #expect(throws: conflict) {
      try await store.undo(transaction: tagging)
    }
    #expect(try store.fetch(Query<Friend>().where(.contains(\.tags, "new"))).count == 999)
    try Shell(folder.book).check()
  }

  @Test func `live lists follow a bulk deletion and its undo`() async throws {
    let (store, friends) = try await makeStore(5_000)
    let lists = [
      Watcher(store.objects(Friend.self)), Watcher(store.objects(Friend.self).search("t1")),
      Watcher(store.objects(Query<Friend>().where(\.age < 100).sorted(by: .last))),
    ]
    for list in lists { await list.wait { $0.last?.isComplete == true } }
    let counts = lists.map(\.replayed.count)
    try await store.write { try $0.delete(Friend.self, rows: friends.map(\.row)) }
    for list in lists { await list.wait { $0.replayed.isEmpty } }
    try await store.undo()
    for (list, count) in zip(lists, counts) { await list.wait { $0.replayed.count == count } }
    #expect(lists.allSatisfy { $0.last?.isComplete == true })
  }

  @Test func `an undo skips texts without a record`() async throws {
    let (store, friends) = try await makeStore(300)
    let shell = try Shell(folder.book)
    try shell.run(
      """
      DROP TRIGGER friend_deleted; DELETE FROM friend WHERE row = \(friends[7].row);
      DELETE FROM friend_tag WHERE value = 'a'
      """)
    #expect(try await store.undo().count == 299)
    #expect(try shell.value("SELECT count(*) FROM friend_tag WHERE value = 'a'") == "299")
  }
}
