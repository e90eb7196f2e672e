import Reactive
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ResultsTests {
  let folder = Folder()

  private func names(_ watcher: Watcher<Friend>) -> [String] { watcher.last.map { $0.map(\.first) } ?? [] }

  @Test func `records are read as written, in the order of their names`() async throws {
    let store = try folder.openStore()
    var ada = Friend("Ada", "Lovelace", age: 36, tags: ["math", "poetry"])
    ada.nickname = "Enchantress"
    ada.mails = [Mail("home", "ada@example.org"), Mail("", "countess@example.org")]
    let saved = try await store.write { [ada] in
      try $0.insert(Friend("Åsa"))
      try $0.insert(Friend("Bob"))
      return try $0.insert(ada)
    }
    ada.row = saved.row
    ada.id = saved.id
    #expect(ada.id.utf8.count == 36)
    let items = store.objects(Friend.self).items
    #expect(items.map(\.first) == ["Ada", "Åsa", "Bob"])
    #expect(items[0] == ada)
    // A list that is no longer than a page knows its order at once.
    #expect(items.rows?.count == 3)
    #expect(try store.get(Friend.self, id: ada.id) == ada)
    #expect(try store.get(Friend.self, idPrefix: String(ada.id.prefix(8))) == [ada])
  }

  @Test func `each commit gives one update before write returns`() async throws {
    let store = try folder.openStore()
    let watcher = Watcher(store.objects(Friend.self))
    #expect(watcher.initials == 1)
    let ada = try await store.write { transaction in
      try transaction.insert(Friend("Zoe"))
      return try transaction.insert(Friend("Ada"))
    }
    await watcher.wait { $0.replayed.count == 2 }
    #expect(watcher.changesets == [Changeset(insertions: [0, 1])])
    try await store.write { transaction in
      var ada = ada
      ada.first = "Zzz"
      try transaction.update(ada)
    }
    #expect(
      watcher.changesets.last == Changeset(modifications: [.init(old: 0, new: 1)], moves: [.init(old: 0, new: 1)]))
    #expect(names(watcher) == ["Zoe", "Zzz"])
    try await store.write { try $0.delete(ada) }
    #expect(watcher.changesets.last == Changeset(deletions: [1]))
    #expect(names(watcher) == ["Zoe"])
    #expect(watcher.changesets.count == 3)
  }

  @Test func `a transaction that throws changes and publishes nothing`() async throws {
    let store = try folder.openStore()
    let watcher = Watcher(store.objects(Friend.self))
    struct Oops: Error {}
    await #expect(throws: Oops.self) {
      try await store.write { transaction in
        try transaction.insert(Friend("Ada"))
        throw Oops()
      }
    }
    try await store.write { try $0.insert(Friend("Bob")) }
    await watcher.wait { $0.replayed.count == 1 }
    #expect(names(watcher) == ["Bob"])
    #expect(watcher.changesets.count == 1)
  }

  @Test func `a shell's change arrives in the right place with its keys`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { transaction in
      for name in ["Bob", "Cyd", "Dan"] { try transaction.insert(Friend(name)) }
      return try transaction.insert(Friend("Ada", "Byron"))
    }
    let watcher = Watcher(store.objects(Friend.self))
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend SET first = 'Carla' WHERE id = '\(ada.id)'")
    await watcher.wait { $0.changesets.count == 1 }
    #expect(watcher.changesets == [Changeset(modifications: [.init(old: 0, new: 1)], moves: [.init(old: 0, new: 1)])])
    #expect(names(watcher) == ["Bob", "Carla", "Cyd", "Dan"])
    try shell.run("INSERT INTO friend(first) VALUES ('Élan')")
    await watcher.wait { $0.changesets.count == 2 }
    #expect(watcher.changesets.last == Changeset(insertions: [4]))
    try shell.run(
      "INSERT INTO friend_tag(friend, position, value) SELECT row, 0, 'new' FROM friend WHERE first = 'Cyd'")
    await watcher.wait { $0.changesets.count == 3 }
    #expect(watcher.changesets.last == Changeset(modifications: [.init(old: 2, new: 2)]))
    #expect(watcher.last?[2].tags == ["new"])
    try shell.run("DELETE FROM friend")
    await watcher.wait { $0.changesets.count == 4 }
    #expect(watcher.changesets.last == Changeset(deletions: [0, 1, 2, 3, 4]))
    #expect(try shell.value("SELECT count(*) FROM friend_tag") == "0")
    #expect(try shell.value("SELECT value FROM counter WHERE name = 'friend'") == "0")
  }

  @Test(arguments: [-5, 0, 2, 299, 301]) func `a wrong counter does not harm a list`(value: Int) async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<300 { try transaction.insert(Friend("Friend \(1000 + number)")) }
    }
    try Shell(folder.book).run("UPDATE counter SET value = \(value) WHERE name = 'friend'")
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    await watcher.wait { $0.last?.isComplete == true && $0.last?.count == 300 }
    #expect(names(watcher) == (0..<300).map { "Friend \(1000 + $0)" })
    #expect(try store.count(Friend.self) == max(0, value))
  }

  @Test func `two stores see each other's commits in order`() async throws {
    let here = try folder.openStore(author: "here")
    let there = try folder.openStore(author: "there")
    let watcher = Watcher(here.objects(Friend.self))
    for number in 0..<50 {
      try await there.write { try $0.insert(Friend("Friend \(1000 + number)")) }
    }
    await watcher.wait { $0.replayed.count == 50 }
    #expect(names(watcher) == (0..<50).map { "Friend \(1000 + $0)" })
    #expect(watcher.failures.isEmpty)
  }

  @Test func `a filtered list follows changes of the matches`() async throws {
    let store = try folder.openStore()
    let watcher = Watcher(store.objects(Friend.self).where(\.age >= 18).sorted(by: Order.last.reversed))
    let bob = try await store.write { transaction in
      try transaction.insert(Friend("Ada", "A", age: 36))
      try transaction.insert(Friend("Kid", "K", age: 8))
      return try transaction.insert(Friend("Bob", "B", age: 17))
    }
    await watcher.wait { $0.replayed.count == 1 }
    try await store.write { transaction in
      var bob = bob
      bob.age = 18
      try transaction.update(bob)
    }
    #expect(watcher.changesets.last == Changeset(insertions: [0]))
    #expect(names(watcher) == ["Bob", "Ada"])
    try await store.write { transaction in
      var bob = bob
      bob.age = 17
      try transaction.update(bob)
    }
    #expect(watcher.changesets.last == Changeset(deletions: [0]))
    #expect(names(watcher) == ["Ada"])
  }

  @Test func `a tag is a filter`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      try transaction.insert(Friend("Ada", tags: ["work", "math"]))
      try transaction.insert(Friend("Bob", tags: ["math"]))
    }
    #expect(store.objects(Friend.self).where(.contains(\.tags, "work")).items.map(\.first) == ["Ada"])
    #expect(store.objects(Friend.self).where(!.contains(\.tags, "work")).items.map(\.first) == ["Bob"])
  }

  @Test func `a long filtered list opens with its first page`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<300 { try transaction.insert(Friend("F\(1000 + number)", age: number % 2)) }
    }
    let watcher = Watcher(store.objects(Friend.self).where(\.age == 1))
    #expect(watcher.last?.count == 64)
    #expect(watcher.last?.isComplete == false)
    await watcher.wait { $0.last?.isComplete == true }
    #expect(names(watcher) == (0..<300).filter { $0 % 2 == 1 }.map { "F\(1000 + $0)" })
    #expect(watcher.changesets == [Changeset(insertions: Array(64..<150))])
  }

  @Test func `searching finds folded words in any field`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      try transaction.insert(Friend("Łukasz", "Müller", tags: ["Poznań"]))
      try transaction.insert(Friend("Lucas", "Miller"))
    }
    #expect(store.objects(Friend.self).search("mul luk").items.map(\.first) == ["Łukasz"])
    #expect(store.objects(Friend.self).search("POZNAN").items.map(\.first) == ["Łukasz"])
    #expect(store.objects(Friend.self).search("lu").items.count == 2)
    #expect(store.objects(Friend.self).search("xyz").items.isEmpty)
  }

  @Test func `late subscribers share the current list`() async throws {
    let store = try folder.openStore()
    let first = Watcher(store.objects(Friend.self))
    try await store.write { try $0.insert(Friend("Ada")) }
    await first.wait { $0.replayed.count == 1 }
    let results = store.objects(Friend.self)
    let second = Watcher(results)
    let third = Watcher(results)
    #expect(second.replayed.count == 1 && third.replayed.count == 1)
    try await store.write { try $0.insert(Friend("Bob")) }
    await first.wait { $0.replayed.count == 2 }
    await second.wait { $0.replayed.count == 2 }
    await third.wait { $0.replayed.count == 2 }
    #expect(second.initials == 1)
  }

  @Test func `a snapshot still shows deleted records`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    let results = store.objects(Friend.self)
    let before = results.items
    #expect(before[0].first == "Ada")
    let watcher = Watcher(results)
    try await store.write { try $0.delete(ada) }
    await watcher.wait { $0.last?.isEmpty == true }
    #expect(before[0].first == "Ada")
  }

  @Test(arguments: ["", "a"])
  func `a limit below one fetches no records`(search: String) async throws {
    let store = try folder.openStore()
    try await store.write { for name in ["Ada", "Alan", "Åsa"] { try $0.insert(Friend(name)) } }
    let query = Query<Friend>().search(search)
    for limit in [Int.min, -1, 0, 2, Int.max] {
      #expect(try store.fetch(query, limit: limit).count == min(max(limit, 0), 3), "\(limit)")
    }
  }

  @Test func `records are shown after many have changed`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insertAll((0..<1_400).map { Friend("F\(10_000 + $0)") }) }
    let results = store.objects(Friend.self)
    try await results.load()
    let watcher = Watcher(results)
    await watcher.wait { $0.last?.isComplete == true }
    func names(_ range: Range<Int>) -> [String] { range.map { results.items[$0].first } }
    func expected(_ range: Range<Int>) -> [String] { range.map { "F\(10_000 + $0)" } }
    // As many as the list caches.
    #expect(names(0..<1_024) == expected(0..<1_024))
    let rows = Array(watcher.replayed.prefix(300))
    try await store.write { try $0.update(Friend.self, rows: rows) { $0.age = 1 } }
    await watcher.wait { $0.changesets.last?.modifications.count == 300 }
    #expect(names(1_024..<1_280) == expected(1_024..<1_280))
    #expect(results.items[0].first == "F10000" && results.items[0].age == 1)
  }

  @Test func `only a list that is divided has sections`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let list = store.objects(Friend.self)
    #expect(list.items.count == 1)
    #expect(list.sections == nil)
    let divided = store.objects(Friend.self)
    #expect(divided.sectioned().snapshot.sections.map(\.key) == ["A"])
    #expect(divided.sections?.count == 1)
  }

  @Test func `an undo does not write words again that are kept`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<600 { try $0.insert(Friend("F\(number)")) } }
    let size = "SELECT sum(length(block)) FROM friend_words_data"
    let before = try #require(try Shell(folder.book).value(size).flatMap { Int($0) })
    try await store.write { try $0.delete(Friend.self, rows: Array(1...600)) }
    try await store.undo()
    let after = try #require(try Shell(folder.book).value(size).flatMap { Int($0) })
    // Those of the first 99 records are, with triggers.
    #expect(after < before * 3 / 2)
    #expect(try store.fetch(Query<Friend>().search("f599")).count == 1)
  }

  @Test func `loading finds sections on request only`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let list = store.objects(Friend.self)
    try await list.load()
    #expect(list.items.count == 1 && list.sections == nil)
    let divided = store.objects(Friend.self)
    try await divided.load(findingSections: true)
    #expect(divided.sections != nil)
  }
}
