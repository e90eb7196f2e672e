import Algorithms
import Testing

@testable import Persistence

/// An import: a very long run of insertions with a save now and then.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct LongWriteTests {
  let folder = Folder()

  private nonisolated static func crowd(_ count: Int) -> [Friend] {
    (0..<count).map { Friend("Friend \(10_000 + $0)", "Crowd", tags: ["t\($0 % 7)"]) }
  }

  @Test func `a long run of insertions equals single ones`() async throws {
    let store = try folder.openStore(author: "me")
    let watcher = Watcher(store.objects(Friend.self))
    let found = Watcher(store.objects(Friend.self).search("friend 10399"))
    try await store.write { transaction in
      for friend in Self.crowd(400) { try transaction.insert(friend) }
      #expect(try transaction.count(Friend.self) == 400)
      for friend in Self.crowd(300) { try transaction.insert(friend) }
      guard var last = try transaction.fetch(Query<Friend>(), limit: 1).first else { return }
      last.first = "Aaron"
      try transaction.update(last)
      for friend in Self.crowd(200) { try transaction.insert(friend) }
    }
    await watcher.wait { $0.replayed.count == 900 }
    await found.wait { $0.replayed.count == 1 }
    #expect(watcher.last?.first?.first == "Aaron")
    let log = try store.log(of: Friend.self, limit: 5)
    #expect(log.map(\.author) == ["me"] && log.first?.changes.count == 900)
    let shell = try Shell(folder.book)
    try shell.check()
    // Triggers fire again for the next transaction on this connection.
    try await store.write { try $0.delete(log[0].changes[0].after ?? Friend()) }
    try shell.check()
    try await store.undo()
    try await store.undo()
    #expect(try store.count(Friend.self) == 0)
    try shell.check()
  }

  @Test func `records that another thread prepares equal single ones`() async throws {
    var generator = SeededGenerator(seed: 3)
    let friends = (0..<1_000).map { number in
      var friend = Friend.random(using: &generator)
      friend.id = "id-\(number)"
      return friend
    }
    let other = Folder()
    let (store, single) = (try folder.openStore(), try other.openStore())
    try await store.write { try $0.insertAll(friends) }
    try await single.write { for friend in friends { try $0.insert(friend) } }
    for order in [Order<Friend>.first, .last] {
      let query = Query<Friend>().sorted(by: order)
      #expect(try store.fetch(query) == single.fetch(query))
    }
    let search = Query<Friend>().search("zo")
    #expect(try store.fetch(search) == single.fetch(search) && !store.fetch(search).isEmpty)
    try Shell(folder.book).check()
    await #expect(throws: StoreError.self) { try await store.write { try $0.insertAll(friends.reversed()) } }
    #expect(try store.count(Friend.self) == 1_000)
    try await store.undo()
    #expect(try store.count(Friend.self) == 0)
    try Shell(folder.book).check()
  }

  @Test func `a failed long run is rolled back`() async throws {
    let store = try folder.openStore()
    struct Oops: Error {}
    await #expect(throws: Oops.self) {
      try await store.write { transaction in
        for friend in Self.crowd(300) { try transaction.insert(friend) }
        throw Oops()
      }
    }
    #expect(try store.count(Friend.self) == 0)
    try await store.write { for friend in Self.crowd(5) { try $0.insert(friend) } }
    #expect(try store.count(Friend.self) == 5)
    try Shell(folder.book).check()
  }

  @Test func `saved parts survive a later failure`() async throws {
    let store = try folder.openStore(author: "import")
    let other = try folder.openStore(author: "other")
    let watcher = Watcher(other.objects(Friend.self))
    struct Oops: Error {}
    await #expect(throws: Oops.self) {
      try await store.write { transaction in
        for friend in Self.crowd(250) { try transaction.insert(friend) }
        try transaction.save()
        for friend in Self.crowd(250) { try transaction.insert(friend) }
        try transaction.save()
        try transaction.insert(Friend("Lost"))
        throw Oops()
      }
    }
    await watcher.wait { $0.replayed.count == 500 }
    #expect(try store.log(of: Friend.self, limit: 5).map(\.changes.count) == [500])
    try await other.undo()
    #expect(try store.count(Friend.self) == 0)
    try Shell(folder.book).check()
  }

  @Test func `insertions after an empty save are logged like all others`() async throws {
    let store = try folder.openStore(author: "import")
    try await store.write { transaction in
      try transaction.save()
      try transaction.save()
      for friend in Self.crowd(150) { try transaction.insert(friend) }
      try transaction.save()
      try transaction.save()
      try transaction.insert(Friend("Late"))
    }
    #expect(try store.log(of: Friend.self, limit: 5).map(\.author) == ["import"])
    #expect(try await store.check() == [])
    try await store.undo()
    #expect(try store.count(Friend.self) == 0)
  }

  @Test func `parts without a writer between are one change`() async throws {
    let store = try folder.openStore()
    let areOne = try await store.write { transaction in
      var results = [try transaction.save()]
      for friend in Self.crowd(100) { try transaction.insert(friend) }
      results.append(try transaction.save())
      results.append(try transaction.save())
      return results
    }
    #expect(areOne == [true, true, true])
  }

  @Test func `another writer between two parts ends the change`() async throws {
    let store = try folder.openStore()
    let book = folder.book
    store.engine.perform { engine in
      // Called for the first time after the first part is committed, and before the second one begins.
      engine.follow(-1, since: 0) { (_, seq) throws(StoreError) -> (any Sendable)? in
        if seq == 0 { _ = try? Shell(book).run("INSERT INTO friend(first) VALUES ('Bob')") }
        return nil
      }
    }
    let areOne = try await store.write { transaction in
      for friend in Self.crowd(100) { try transaction.insert(friend) }
      var results = [try transaction.save()]
      try transaction.insert(Friend("Late"))
      results.append(try transaction.save())
      return results
    }
    #expect(areOne == [false, true])
    try await store.undo()
    #expect(try store.count(Friend.self) == 101)
    try Shell(folder.book).check()
  }
}
