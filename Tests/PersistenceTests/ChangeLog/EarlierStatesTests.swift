import Algorithms
import Persistence
import Testing

/// Reverting a book to an earlier state, in one transaction.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct EarlierStatesTests {
  let folder = Folder()

  private func friends(_ store: Store) throws -> [Friend] {
    try store.fetch(Query<Friend>()).sorted { $0.row < $1.row }
  }

  @Test func `every earlier state of a random history is taken back, and undone`() async throws {
    let store = try folder.openStore()
    var random = SeededGenerator(seed: 4)
    var states: [(count: Int, friends: [Friend])] = []
    for step in 0..<60 {
      let present = try friends(store)
      states.append((try await store.transactionNumbers(limit: 1_000).count, present))
      let pick = present.randomElement(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where pick != nil: try await store.write { try $0.delete(Friend.self, rows: [pick?.row ?? 0]) }
      case 1 where pick != nil:
        try await store.write { try $0.update(Friend.self, rows: [pick?.row ?? 0]) { $0.tags.append("t\(step)") } }
      case 2 where pick != nil:
        try await store.write { try $0.update(Friend.self, rows: [pick?.row ?? 0]) { $0.last = "L\(step)" } }
      case 3: _ = try? await store.undo()
      default: try await store.write { try $0.insert(Friend("F\(step)", tags: ["a", "b"])) }
      }
    }
    for state in states.reversed() where Int.random(in: 0..<4, using: &random) == 0 {
      let before = try friends(store)
      let numbers = try await store.transactionNumbers(limit: 1_000)
      let number = numbers[numbers.count - 1 - state.count]
      let changed = try await store.write { try $0.revert(Friend.self, toBefore: number) }
      #expect(try friends(store) == state.friends)
      if changed > 0 {
        try await store.undo()
        #expect(try friends(store) == before)
      }
    }
    #expect(try await store.check() == [])
  }

  @Test func `the last transaction is that of another program, too`() async throws {
    let store = try folder.openStore()
    #expect(try await store.write { try $0.lastTransaction() } == nil)
    try await store.write { try $0.insert(Friend("Ada")) }
    try Shell(folder.book).run("UPDATE friend SET last = 'Byron'")
    let numbers = try await store.transactionNumbers(limit: 9)
    #expect(numbers.count == 2)
    #expect(try await store.write { try $0.lastTransaction() } == numbers[0])
  }
}
