import Glibc
import Testing

@testable import Persistence

@MainActor
@Suite struct LockedTests {
  let folder = Folder()

  @Test func `who waits too long for another writer is told so, changes nothing, and may try again`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.engine.waitForOthers(looks: 3)
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

  @Test func `who looks after mutations waits no longer for somebody who keeps the file of claims to himself`() throws {
    let store = try folder.openStore()
    let descriptor = open(folder.book + "-mutations", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    // A lock that belongs to the open file, as ours are: `F_OFD_SETLK`.
    #expect(fcntl(descriptor, 37, &lock) == 0)
    #expect(throws: StoreError.locked(path: store.path)) { try MutationClaim(beside: store.path, looks: 3) }
    lock.l_type = Int16(F_UNLCK)
    #expect(fcntl(descriptor, 37, &lock) == 0)
    #expect(throws: Never.self) { try MutationClaim(beside: store.path, looks: 3) }
  }
}

extension Engine {
  fileprivate func waitForOthers(looks: Int) throws {
    try open().database.waitForOthers(looks: looks)
  }
}
