import Persistence
import TestSupport
import Testing

@testable import Replication

/// A member that runs an older version than the others.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct LaterVersionTests {
  private let relay = MemoryRelay()

  private func later(_ folder: TemporaryFolder, _ link: JoinLink) async throws -> Synchronizer<LaterFriend> {
    let store = try Store.open(at: folder.path + "/later.db", LaterFriend.format, author: "later")
    let relay = relay
    return try await .join(store, LaterFriend.self, link, name: "later", makeRelay: { _ in relay })
  }

  @Test func `a field that an older version lacks is kept and passed on`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.synchronize()
    let folder = TemporaryFolder()
    let new = try await later(folder, old.book.link)
    try await new.book.store.write { transaction in
      guard var friend = try transaction.get(LaterFriend.self, id: "1") else { return }
      friend.city = "London"
      try transaction.update(friend)
    }
    try await new.synchronize()
    old.synchronizer.snapshotInterval = 1
    try await old.edit("1") { $0.note = "Countess" }
    try await old.synchronize()
    // From the snapshot of the older version.
    let other = TemporaryFolder()
    let third = try await later(other, old.book.link)
    let friend = try #require(try third.book.store.get(LaterFriend.self, id: "1"))
    #expect(friend.city == "London")
    #expect(friend.note == "Countess")
    // The older version is updated.
    await old.store.close()
    let store = try Store.open(at: old.path, LaterFriend.format, author: "old")
    let relay = relay
    let updated = try await Synchronizer.open(store, LaterFriend.self, makeRelay: { _ in relay })
    #expect(try store.get(LaterFriend.self, id: "1")?.city == "London")
    try await updated.synchronize()
    try await new.synchronize()
    #expect(try new.book.store.get(LaterFriend.self, id: "1")?.city == "London")
    #expect(try new.book.store.get(LaterFriend.self, id: "1")?.note == "Countess")
  }

  @Test func `an update of the program keeps what is not shared yet`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.edit("1") { $0.note = "shared" }
    try await old.add("2", "Bob")
    try await old.synchronize()
    try await old.edit("1") { $0.note = "not shared yet" }
    try await old.delete("2")
    await old.store.close()
    let store = try Store.open(at: old.path, LaterFriend.format, author: "old")
    let relay = relay
    let updated = try await Synchronizer.open(store, LaterFriend.self, makeRelay: { _ in relay })
    #expect(try store.get(LaterFriend.self, id: "1")?.note == "not shared yet")
    #expect(try store.get(LaterFriend.self, id: "2") == nil)
    try await updated.synchronize()
    #expect(try store.get(LaterFriend.self, id: "1")?.note == "not shared yet")
    #expect(try store.get(LaterFriend.self, id: "2") == nil)
  }
}
