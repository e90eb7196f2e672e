import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct `The statistics of a book` {
  private let folder = Folder()

  private func statistics(_ store: Store, since start: Int64 = 0) async throws -> Statistics {
    try await store.statistics(of: \Friend.tags, commitsSince: start)
  }

  @Test func `count records, values and commits`() async throws {
    let store = try folder.openStore()
    #expect(try await statistics(store) == Statistics(count: 0, values: [], insertions: [], commits: []))
    try await store.write { transaction in
      try transaction.insert(Friend("Ada", tags: ["math", "work"]))
      try transaction.insert(Friend("Bea", tags: ["work"]))
    }
    try await store.write { _ = try $0.insert(Friend("Cleo")) }
    let statistics = try await statistics(store)
    #expect(statistics.count == 3)
    #expect(statistics.values.map(\.value) == ["work", "math"] && statistics.values.map(\.count) == [2, 1])
    #expect(statistics.insertions.reduce(0) { $0 + $1.count } == 3)
    #expect(statistics.insertions.allSatisfy { $0.time % 900_000 == 0 })
    #expect(statistics.commits.count == 2 && statistics.commits.first == statistics.commits.max())
    let first = try #require(statistics.commits.last)
    #expect(first - (statistics.insertions.first?.time ?? 0) < 900_000)
    #expect(try await self.statistics(store, since: .max).commits.isEmpty)
  }

  @Test func `a wrong clock hides no other commits`() async throws {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    /// Adds commits of the year 1970.
    func addOld(_ count: Int) throws {
      try shell.run(
        """
        INSERT INTO change(tx, time, entity, row, op)
        WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < \(count))
        SELECT 1000 + value, 0, '', 0, 'nothing' FROM number
        """)
    }
    try await store.write { _ = try $0.insert(Friend("Ada")) }
    try addOld(99)
    try await store.write { _ = try $0.insert(Friend("Bea")) }
    #expect(try await statistics(store, since: 1).commits.count == 2)
    try addOld(1)
    #expect(try await statistics(store, since: 1).commits.count == 1)
  }

  @Test func `a deleted record that is back was inserted once`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.delete(ada) }
    #expect(try await statistics(store).insertions.isEmpty)
    try await store.undo()
    let statistics = try await statistics(store)
    #expect(statistics.insertions.map(\.count) == [1] && statistics.commits.count == 3)
  }
}
