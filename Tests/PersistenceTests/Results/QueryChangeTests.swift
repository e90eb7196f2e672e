import Reactive
import Testing

@testable import Persistence

/// A list with a filter, order and search that change while it is observed.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct QueryChangeTests {
  let folder = Folder()

  private func store(_ count: Int) async throws -> Store {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<count {
        let last = ["Łukasz", "Müller", "山田太郎", "O'Brien", "zz\(number)"][number % 5]
        try transaction.insert(Friend("F\(10_000 + number)", last, age: number % 90, tags: ["t\(number % 3)"]))
      }
    }
    return store
  }

  @Test func `a new order, filter or search is one update`() async throws {
    let store = try await store(50)
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    let queries: [Query<Friend>] = [
      Query().sorted(by: Order.first.reversed), Query().where(\.age < 20), Query().search("mul"),
      Query().search("luk f1000").sorted(by: .last), Query().search("nobody"), Query(),
    ]
    for (number, query) in queries.enumerated() {
      results.query = query
      await watcher.wait { $0.changesets.count == number + 1 }
      let expected = try store.fetch(query)
      #expect(watcher.replayed == expected.map(\.row), "\(query)")
      #expect(watcher.last.map(Array.init) == expected)
      #expect(watcher.last?.query == query)
      #expect(watcher.last?.isComplete == true)
    }
    #expect(watcher.initials == 1)
  }

  @Test func `a search shows its first page before the rest`() async throws {
    let store = try await store(6_000)
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    try await store.write { try $0.insert(Friend("F", "Newcomer")) }
    await watcher.wait { $0.changesets.count == 1 }
    results.query = Query().search("f")
    await watcher.wait { $0.changesets.count == 3 }
    #expect(watcher.changesets[1].deletions.count == 6_001 - 64)
    #expect(watcher.changesets[2] == Changeset(insertions: Array(64..<6_001)))
    #expect(watcher.replayed == (try store.fetch(Query<Friend>().search("f"))).map(\.row))
    #expect(watcher.replayed.count == 6_001)
  }

  @Test(arguments: [Query<Friend>(), Query().where(\.age < 100)])
  func `a commit during the count of a search is not lost`(query: Query<Friend>) async throws {
    let store = try await store(30_000)
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    results.query = query.search("f t1")
    var expected: [Int64] = []
    for number in 0..<20 {
      try await store.write { transaction in
        try transaction.insert(Friend("F1\(number)", tags: ["t1"]))
        guard var friend = try transaction.get(Friend.self, row: Int64(number * 900 + 1)) else { return }
        friend.tags = number % 2 == 0 ? ["other"] : ["t1"]
        try transaction.update(friend)
      }
    }
    expected = try store.fetch(results.query).map(\.row)
    await watcher.wait { $0.last?.isComplete == true && $0.replayed.count == expected.count }
    #expect(watcher.replayed == expected)
    #expect(watcher.failures.isEmpty)
  }

  @Test func `a list of 22,500 others replaces one of 22,500`() async throws {
    let store = try await store(45_000)
    let results = store.objects(Query<Friend>().where(\.age < 45))
    let watcher = Watcher(results)
    await watcher.wait { $0.last?.isComplete == true }
    results.query = Query().where(\.age >= 45)
    await watcher.wait { $0.last?.query == results.query && $0.last?.isComplete == true }
    #expect(watcher.replayed == (try store.fetch(results.query)).map(\.row))
    #expect(watcher.replayed.count == 22_500)
  }

  private func rename(_ old: String, _ new: String, in store: Store) async throws {
    try await store.write { transaction in
      guard var friend = try transaction.fetch(Query<Friend>().where(\.first == old)).first else { return }
      friend.first = new
      try transaction.update(friend)
    }
  }

  @Test func `a record that changes while a search hides it is current later`() async throws {
    let store = try folder.openStore()
    try await store.write { for name in ["Ada", "Bob", "Cyd"] { try $0.insert(Friend(name)) } }
    let list = store.objects(Friend.self)
    let names = list.asObservableArray(\.first)
    let watcher = Watcher(list)
    #expect(Array(names.items) == ["Ada", "Bob", "Cyd"])
    list.query = Query().search("ada")
    await watcher.wait { $0.last?.count == 1 }
    try await rename("Bob", "Bert", in: store)
    list.query = Query()
    await watcher.wait { $0.last?.count == 3 }
    #expect(list.items.map(\.first) == ["Ada", "Bert", "Cyd"])
    #expect(Array(names.items) == ["Ada", "Bert", "Cyd"])
  }

  @Test func `a record that changes on the first page is current later`() async throws {
    let store = try await store(6_000)
    let list = store.objects(Friend.self)
    let names = list.asObservableArray(\.first)
    let watcher = Watcher(list)
    // The search starts with the order of the whole table, which is loaded before this change arrives.
    try await store.write { try $0.insert(Friend("Z")) }
    await watcher.wait { $0.changesets.count == 1 }
    list.query = Query().search("f")
    await watcher.wait { $0.last?.isComplete == false }
    #expect(names[0] == "F10000")
    // The search has not found its other rows yet: the list is not notified of this change.
    try await rename("F10000", "F1", in: store)
    list.query = Query().search("f1")
    await watcher.wait { $0.last?.query == list.query }
    #expect(list.items[0].first == "F1")
    #expect(names[0] == "F1")
  }

  @Test func `only the last of several queries in a row is shown`() async throws {
    let store = try await store(200)
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    for text in ["f", "f1", "f10", "f101", "f1010", "f10107"] { results.query = Query().search(text) }
    await watcher.wait { $0.replayed.count == 1 }
    #expect(watcher.last?.first?.first == "F10107")
    #expect(watcher.changesets.count <= 2)
  }

  @Test func `an unobserved list opens with its latest query`() async throws {
    let store = try await store(200)
    let results = store.objects(Friend.self)
    results.query = Query().search("mul")
    #expect(results.items.count == 40)
    #expect(results.items.query.words.ranges(in: results.items[0].last).count == 1)
  }

  @Test func `a list can be loaded ahead and opens with its first page`() async throws {
    let store = try await store(6_000)
    let few = store.objects(Friend.self).search("zz4444")
    try await few.load()
    #expect(few.items.map(\.last) == ["zz4444"])
    #expect(few.items.isComplete)
    let many = store.objects(Friend.self).search("f")
    try await many.load()
    let expected = try store.fetch(Query<Friend>().search("f"))
    #expect(Array(many.items.prefix(64)) == Array(expected.prefix(64)))
    let watcher = Watcher(many)
    await watcher.wait { $0.last?.isComplete == true }
    #expect(watcher.replayed == expected.map(\.row))
    try await store.write { try $0.insert(Friend("F", "Newcomer")) }
    #expect(watcher.last?.count == 6_001)
    await store.close()
    await #expect(throws: StoreError.self) { try await store.objects(Friend.self).load() }
  }

  @Test func `each plan of a search gives the same rows`() async throws {
    let store = try await store(5_000)
    var texts: [Int64: String] = [:]
    for friend in try store.fetch(Query<Friend>()) { texts[friend.row] = Friend.table.search(for: friend) }
    // Rare, frequent and middling words; one word, two of a kind, two of different kinds; filtered; reversed.
    for text in [
      "zz4444", "zz", "f", "mul", "obrien", "山", "山田太", "f t1", "f10007", "f1 zz", "zz44 t1", "none", "obri t1",
      "zz44 f144", "nonesuch",
    ] {
      for query in [Query<Friend>(), Query().where(\.age < 45), Query().sorted(by: Order.last.reversed)] {
        let words = SearchWords(text).words
        let expected = try store.fetch(query).filter { friend in
          words.allSatisfy { texts[friend.row, default: ""].utf8.contains((" " + $0).utf8) }
        }
        let found = try store.fetch(query.search(text))
        #expect(found == expected, "\(text)")
        #expect(try store.fetch(query.search(text), limit: 30) == Array(expected.prefix(30)), "\(text)")
      }
    }
  }
}
