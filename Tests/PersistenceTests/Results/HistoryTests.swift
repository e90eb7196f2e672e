import Algorithms
import Persistence
import Testing

/// After any history of changes, by any program, replaying a list's changesets gives the result of a new query.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct HistoryTests {
  let folder = Folder()

  @Test(arguments: 0..<12) func `replayed changesets equal a fresh query`(seed: UInt64) async throws {
    let store = try folder.openStore(author: "one")
    let other = try folder.openStore(author: "two")
    let shell = try Shell(folder.book)
    var generator = SeededGenerator(seed: seed)
    let start = (0..<100).map { _ in Friend.random(using: &generator) }
    try await store.write { transaction in for friend in start { try transaction.insert(friend) } }

    let queries: [Query<Friend>] = [
      Query(), Query().sorted(by: Order.last.reversed), Query().where(\.age >= 20),
      Query().search("a").sorted(by: .last), Query().where(.contains(\.tags, "tag1")),
    ]
    let watchers = queries.map { Watcher(store.objects($0)) }
    for _ in 0..<25 {
      let present = try store.fetch(Query<Friend>())
      let victims = Array(present.shuffled(using: &generator).prefix(Int.random(in: 1..<6, using: &generator)))
      let newcomers = victims.map { _ in Friend.random(using: &generator) }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: try shell.run("UPDATE friend SET first = 'Shell', last = age WHERE row IN (\(rows(victims)))")
      case 1: try shell.run("DELETE FROM friend WHERE row IN (\(rows(victims)))")
      case 2:
        try shell.run("INSERT INTO friend(first, age) SELECT first || age, 39 - age FROM friend WHERE row % 7 = 3")
      case 3:
        do { try await store.undo() } catch StoreError.nothingToUndo {}
      default:
        let writer = Bool.random(using: &generator) ? store : other
        try await writer.write { transaction in
          for (victim, newcomer) in zip(victims, newcomers) {
            if newcomer.age % 3 == 0 {
              try transaction.delete(victim)
            } else if newcomer.age % 3 == 1 {
              try transaction.insert(newcomer)
            } else if var current = try transaction.get(Friend.self, row: victim.row) {
              current.first = newcomer.first
              current.age = newcomer.age
              current.tags = newcomer.tags
              try transaction.update(current)
            }
          }
        }
      }
    }
    // The last change, after which every list must be up to date.
    try await other.write { try $0.insert(Friend("Adazzz", "Omega", age: 33, tags: ["tag0", "tag1"])) }
    for (watcher, query) in zip(watchers, queries) {
      await watcher.wait { watcher in watcher.last?.contains { $0.first == "Adazzz" } == true }
      #expect(watcher.failures.isEmpty)
      let fresh = try store.fetch(query)
      #expect(watcher.replayed == fresh.map(\.row), "\(query)")
      #expect(watcher.last.map(Array.init) == fresh)
    }
    try shell.check()
  }

  @Test(arguments: 0..<4) func `single-row changes in a long list equal a fresh query`(seed: UInt64) async throws {
    let store = try folder.openStore()
    var generator = SeededGenerator(seed: seed)
    let start = (0..<2_000).map { _ in Friend.random(using: &generator) }
    try await store.write { transaction in for friend in start { try transaction.insert(friend) } }
    let queries: [Query<Friend>] = [Query(), Query().sorted(by: Order.last.reversed)]
    let watchers = queries.map { Watcher(store.objects($0)) }
    for _ in 0..<100 {
      let row = Int64.random(in: 1...2_000, using: &generator)
      let newcomer = Friend.random(using: &generator)
      try await store.write { transaction in
        guard var friend = try transaction.get(Friend.self, row: row) else {
          return _ = try transaction.insert(newcomer)
        }
        if newcomer.age < 10 { return try transaction.delete(friend) }
        (friend.first, friend.last) = (newcomer.first, newcomer.last)
        try transaction.update(friend)
      }
    }
    for (watcher, query) in zip(watchers, queries) {
      #expect(watcher.failures.isEmpty)
      #expect(try watcher.replayed == store.fetch(query).map(\.row), "\(query)")
    }
  }

  private func rows(_ friends: [Friend]) -> String { friends.map { "\($0.row)" }.joined(separator: ", ") }
}
