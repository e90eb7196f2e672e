import Persistence
import TestSupport
import Testing

@testable import Replication

extension InterruptedProgramTests {
  @Test func `a field that the model lacks is kept from a snapshot on`() async throws {
    let (relay, folder) = (MemoryRelay(), TemporaryFolder())
    let store = try Store.open(at: folder.path + "/later.db", LaterFriend.format, author: "later")
    try await store.write { transaction in
      var friend = LaterFriend()
      friend.id = "1"
      friend.city = "London"
      try transaction.insert(friend)
    }
    let later = try await Synchronizer.share(
      store, LaterFriend.self, relay: "/relay", name: "later", makeRelay: { _ in relay })
    let path = folder.path + "/old.db"
    let old = try Store.open(at: path, Friend.format, author: "old")
    _ = try await Synchronizer.join(old, Friend.self, later.book.link, name: "old", makeRelay: { _ in relay })
    await old.close()
    let updated = try Store.open(at: path, LaterFriend.format, author: "old")
    _ = try await Synchronizer.open(updated, LaterFriend.self, makeRelay: { _ in relay })
    #expect(try updated.get(LaterFriend.self, id: "1")?.city == "London")
  }

  @Test func `a relay that was emptied gets a snapshot again`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    try await ada.add("1", "Ada")
    for _ in 0..<2 { try await ada.synchronize() }
    let empty = await MemoryRelay().content
    await relay.restore(empty)
    try await ada.synchronize()
    #expect(try await relay.snapshots().isEmpty == false)
  }

  @Test func `a machine reports when it has merged enough entries`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    bob.synchronizer.acknowledgementInterval = bob.book.state.unacknowledged + 2
    for id in ["1", "2"] {
      try await ada.add(id, "Friend")
      try await ada.synchronize()
    }
    try await bob.synchronize()
    #expect(bob.book.state.unacknowledged == 0)
  }

  @Test func `entries of a removed machine are ignored, not refused`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let mallory = try await Machine.joining("mallory", ada)
    try await settle([ada, mallory])
    try await ada.book.remove(member: "mallory")
    // The program of the removed machine ended before it read this.
    try await mallory.book.acknowledge()
    try await relay.append(mallory.book.outgoing(after: relay.heads()))
    let report = try await ada.synchronize()
    #expect(report.refused == [])
    #expect(report.ignored == ["“mallory” was removed, and has sent more since: 1 entry is ignored."])
  }
}
