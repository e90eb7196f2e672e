import Testing

@testable import Persistence

/// Numbers that only another program can have written.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ExtremeNumbersTests {
  let folder = Folder()

  @Test func `a table without row numbers is not a full disk`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try Shell(folder.book).run("UPDATE sqlite_sequence SET seq = \(Int64.max) WHERE name = 'friend'")
    let refusal = StoreError.refused(
      path: store.path, detail: "one of its tables has no row numbers left, so export the people into a new book")
    await #expect(throws: refusal) { try await store.write { try $0.insert(Friend("Bob")) } }
    #expect(try store.count(Friend.self) == 1)
  }

  @Test(arguments: [Int64.max, Int64.max - 1])
  func `an entry with an impossible number is damage`(number: Int64) async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    try Shell(folder.book).run(
      "INSERT INTO change(seq, time, entity, row, op) VALUES (\(number), 0, 'friend', 1, 'update')")
    let again = try folder.openStore()
    let damage = StoreError.damaged(path: again.path, detail: "an entry of its log has an impossible number")
    #expect(throws: damage) { try again.log(of: Friend.self, limit: 9) }
    await #expect(throws: damage) { try await again.write { try $0.insert(Friend("Bob")) } }
    await #expect(throws: damage) { try await again.undo() }
    await #expect(throws: damage) { try await again.transactionNumbers(limit: 9) }
    await #expect(throws: damage) { try await again.deletedRecords(of: Friend.self, from: nil, limit: 9) }
    #expect(again.objects(Friend.self).items.isEmpty)
    // The records can still be read.
    #expect(try again.fetch(Query<Friend>()).map(\.first) == ["Ada"])
  }

  @Test func `entries with impossible times are read and kept apart`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend SET age = 1; UPDATE friend SET age = 2")
    try shell.run("UPDATE change SET time = iif(seq % 2, \(Int64.max), \(Int64.min)) WHERE tx IS NULL")
    #expect(try store.log(of: Friend.self, limit: 9).count == 3)
    await store.close()
    let again = try folder.openStore()
    try await again.write { try $0.insert(Friend("Bob")) }
    // The upkeep, which prunes the log, runs before this write.
    try await again.write { _ in }
    #expect(try again.count(Friend.self) == 2)
  }
}
