import Algorithms
import Reactive
import Testing

@testable import Persistence

extension Engine {
  fileprivate var earlierOrderCount: Int { earlierOrders.count }
}

/// A list that shows the records as they were before a transaction.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct EarlierResultsTests {
  let folder = Folder()

  private func now(_ store: Store) throws -> [Friend] {
    try store.fetch(Query<Friend>().sorted(by: .first))
  }

  /// A step of a random history, of some or of many friends.
  private func change(_ store: Store, _ step: Int, _ random: inout SeededGenerator) async throws {
    let all = try now(store).map(\.row).shuffled(using: &random)
    let rows = Array(all.prefix([1, 3, 700][Int.random(in: 0..<3, using: &random)]))
    let many = Int.random(in: 0..<4, using: &random) == 0 ? 900 : 2
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try await store.write { try $0.delete(Friend.self, rows: rows) }
    case 1: try await store.write { try $0.update(Friend.self, rows: rows) { $0.tags.append("t\(step)") } }
    case 2: try await store.write { try $0.update(Friend.self, rows: rows) { $0.first = "Z\(step) \($0.first)" } }
    case 3: _ = try? await store.undo()
    case 4: try Shell(folder.book).run("UPDATE friend SET first = 'A' || first WHERE row = \(rows.first ?? 0)")
    default:
      try await store.write { for number in 0..<many { try $0.insert(Friend("F\(number)", tags: ["a", "b"])) } }
    }
  }

  @Test func `a moment with the same rows emits nothing`() async throws {
    let store = try folder.openStore()
    try await store.write { for name in ["Ada", "Bob"] { try $0.insert(Friend(name)) } }
    try await store.write { try $0.insert(Friend("Cyd")) }
    let number = try #require(try await store.transactionNumbers(limit: 1).first)
    let list = store.earlierObjects(Friend.self, sortedBy: .first)
    var events = 0
    let token = list.changesetPublisher.sink { _ in events += 1 }
    try await list.show(before: nil)
    let shown = events
    #expect(try await list.show(before: nil) == nil)
    #expect(events == shown)
    #expect(try await list.show(before: number) == 2)
    #expect(events == shown + 1)
    #expect(try await list.show(before: number) == nil)
    #expect(events == shown + 1)
    token.cancel()
  }

  @Test(arguments: 0..<2) func `every earlier state of a random history is shown`(seed: UInt64) async throws {
    let store = try folder.openStore()
    var random = SeededGenerator(seed: seed)
    var states: [Int: [Friend]] = [:]
    for step in 0..<24 {
      states[try await store.transactionNumbers(limit: 1_000).count] = try now(store)
      try await change(store, step, &random)
    }
    let numbers = try await store.transactionNumbers(limit: 1_000)
    states[numbers.count] = try now(store)
    let list = store.earlierObjects(Friend.self, sortedBy: .first)
    var replayed: [Friend] = []
    var problems: [String] = []
    let token = list.changesetPublisher.sink { change in
      switch change {
      case .initial(let items): replayed = Array(items)
      case .update(let items, let changeset):
        replayed = replayed.applying(changeset) { items[$0] }
      case .failure(let error): problems.append("\(error)")
      }
    }
    for (count, friends) in states.shuffled(using: &random) {
      let number = count == numbers.count ? nil : numbers[numbers.count - 1 - count]
      try await list.show(before: number)
      #expect(Array(list.items) == friends, "\(count) of \(numbers.count)")
      #expect(replayed == friends)
    }
    #expect(problems == [])
    token.cancel()
  }

  @Test func `transactions are read in pages`() async throws {
    let store = try folder.openStore()
    for number in 0..<7 { try await store.write { try $0.insert(Friend("F\(number)")) } }
    let all = try await store.transactionNumbers(limit: 100)
    #expect(all.count == 7)
    #expect(try await store.transactionNumbers(before: all[2], limit: 3) == Array(all[3..<6]))
    #expect(try await store.transactionNumbers(before: all[6], limit: 3) == [])
  }

  @Test func `a state stays as it was while the book changes`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.update(Friend.self, rows: [ada.row]) { $0.last = "King" } }
    let list = store.earlierObjects(Friend.self, sortedBy: .first)
    try await list.show(before: try await store.transactionNumbers(limit: 1).first)
    try await store.write { try $0.delete(Friend.self, rows: [ada.row]) }
    #expect(Array(list.items) == [ada])
  }

  @Test func `two lists of earlier states are independent`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for (first, last) in [("Ada", "Zed"), ("Bob", "Young"), ("Cleo", "Xu")] {
        try transaction.insert(Friend(first, last))
      }
    }
    try await store.write { try $0.update(Friend.self, rows: [2]) { $0.first = "Zoe" } }
    let number = try await store.transactionNumbers(limit: 1).first
    do {
      let lists = [Order<Friend>.first, .last].map { store.earlierObjects(Friend.self, sortedBy: $0) }
      for list in lists { try await list.show(before: number) }
      #expect(lists[0].items.map(\.first) == ["Ada", "Bob", "Cleo"])
      #expect(lists[1].items.map(\.first) == ["Cleo", "Bob", "Ada"])
      #expect(try await lists[0].show(before: nil) == 2)
      #expect(try await lists[1].show(before: nil) == 1)
      #expect(lists[0].items.map(\.first) == ["Ada", "Cleo", "Zoe"])
      #expect(lists[1].items.map(\.first) == ["Cleo", "Zoe", "Ada"])
      #expect(await store.engine.earlierOrderCount == 2)
    }
    #expect(await store.engine.earlierOrderCount == 0)
  }

  @Test func `a record that cannot be read fails the list`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let list = store.earlierObjects(Friend.self, sortedBy: .first)
    try await list.show(before: nil)
    var failures = 0
    let token = list.changesetPublisher.sink { if case .failure = $0 { failures += 1 } }
    try Shell(folder.book).run("ALTER TABLE friend RENAME TO hidden")
    #expect(list.items[0].first == "")
    #expect(failures == 1)
    token.cancel()
  }
}
