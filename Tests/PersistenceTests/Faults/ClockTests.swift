import Persistence
import Testing

/// The log is ordered by the sequence of writes, not by the clock.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ClockTests {
  let folder = Folder()
  /// A time in the future, so that every age limit has passed.
  private let day: Int64 = 4_000_000_000_000

  /// Sets the time of the last `count` log entries and transactions.
  private func setClock(_ shell: Shell, ofLast count: Int, to time: Int64) throws {
    try shell.run("UPDATE change SET time = \(day + time) WHERE seq > (SELECT max(seq) FROM change) - \(count)")
    try shell.run("UPDATE tx SET time = \(day + time) WHERE id = (SELECT tx FROM change ORDER BY seq DESC LIMIT 1)")
  }

  @Test func `the log keeps the order of writing`() async throws {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    let watcher = Watcher(store.objects(Friend.self))
    for (name, time) in [("Ada", 9_000_000), ("Bob", 5_000_000), ("Cyd", 1_000), ("Dan", -4_000)] as [(String, Int64)] {
      try await store.write { try $0.insert(Friend(name)) }
      try setClock(shell, ofLast: 1, to: time)
    }
    #expect(try store.log(of: Friend.self, limit: 3).map { $0.changes[0].record?.first } == ["Dan", "Cyd", "Bob"])
    #expect(try store.nextUndo(of: Friend.self)?.changes[0].record?.first == "Dan")
    try await store.undo()
    try setClock(shell, ofLast: 1, to: 77)
    try await store.undo()
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Ada", "Bob"])
    try setClock(shell, ofLast: 1, to: -99)
    try await store.redo()
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Ada", "Bob", "Cyd"])
    try await store.redo()
    await watcher.wait { $0.replayed.count == 4 }
    #expect(watcher.replayed == (try store.fetch(Query<Friend>()).map(\.row)))
    #expect(try await store.check() == [])
  }

  @Test func `another program's quick writes are one change`()
    async throws
  {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    var times: [Int64] = []
    // A jump back by an hour, then small steps back, then a jump ahead and a small step.
    for time in [8_000_000, 4_400_000, 4_399_970, 4_399_930, 9_000_000, 9_000_049] as [Int64] {
      try shell.run("INSERT INTO friend(first) VALUES ('F\(times.count)')")
      try setClock(shell, ofLast: 1, to: time)
      times.append(time)
    }
    let log = try store.log(of: Friend.self, limit: 10)
    #expect(log.map(\.changes.count) == [2, 3, 1])
    // A limited log has the same groups as a whole one.
    #expect(try store.log(of: Friend.self, limit: 2) == Array(log.prefix(2)))
    for count in [4, 1, 0] {
      try await store.undo()
      #expect(try store.count(Friend.self) == count)
    }
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo() }
  }

  @Test func `entries are pruned in the order of writing`() async throws {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    for name in ["Ada", "Bob", "Cyd"] { try await store.write { try $0.insert(Friend(name)) } }
    // Bob's entry is dated 1970, the entries of Ada and Cyd today.
    try shell.run("UPDATE change SET time = 0 WHERE seq = 2; UPDATE tx SET time = 0 WHERE id = 2")
    await store.close()
    let again = try folder.openStore()
    try await again.write { try $0.insert(Friend("Dan")) }
    #expect(try again.log(of: Friend.self, limit: 10).count == 4)
  }
}
