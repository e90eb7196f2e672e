import Persistence
import Testing

@MainActor
@Suite struct LockedTests {
  let folder = Folder()

  @Test func `who waits too long for another writer is told so, changes nothing, and may try again`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let shell = try Shell(folder.book)
    try shell.run("BEGIN IMMEDIATE; UPDATE friend SET age = 1")
    await #expect(throws: StoreError.locked(path: store.path)) {
      try await store.write { try $0.insert(Friend("Bob")) }
    }
    // Reading never waits.
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Ada"])
    try shell.run("COMMIT")
    try await store.write { try $0.insert(Friend("Cyd")) }
    #expect(try store.fetch(Query<Friend>()).map { "\($0.first) \($0.age)" } == ["Ada 1", "Cyd 0"])
    #expect(try store.log(of: Friend.self, limit: 5).count == 3)
    #expect(try await store.check() == [])
  }
}
