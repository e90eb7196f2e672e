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

  private func move(_ ids: [String], to city: String, in store: Store) async throws {
    try await store.write { transaction in
      for id in ids {
        guard var friend = try transaction.get(LaterFriend.self, id: id) else { continue }
        friend.city = city
        try transaction.update(friend)
      }
    }
  }

  @Test func `a field that an older version lacks is kept and passed on`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.synchronize()
    let folder = TemporaryFolder()
    let new = try await later(folder, old.book.link)
    try await move(["1"], to: "London", in: new.book.store)
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

  @Test func `an update keeps changes that are not shared beside new fields`() async throws {
    let old = try await Machine.sharing("old", relay)
    for (id, name) in [("1", "Ada"), ("2", "Bob"), ("3", "Cyd")] { try await old.add(id, name) }
    try await old.synchronize()
    let folder = TemporaryFolder()
    let new = try await later(folder, old.book.link)
    try await move(["1", "2", "3"], to: "London", in: new.book.store)
    try await new.synchronize()
    try await old.synchronize()
    try await old.edit("1") { $0.note = "not shared yet" }
    try await old.delete("2")
    await old.store.close()
    try await move(["3"], to: "Paris", in: new.book.store)

    let store = try Store.open(at: old.path, LaterFriend.format, author: "old")
    let relay = relay
    let updated = try await Synchronizer.open(store, LaterFriend.self, makeRelay: { _ in relay })
    func states(_ store: Store) throws -> [String] {
      try ["1", "2", "3"].map { id in
        try store.get(LaterFriend.self, id: id).map { "\($0.first) \($0.city) \($0.note)" } ?? "deleted"
      }
    }
    #expect(try states(store) == ["Ada London not shared yet", "deleted", "Cyd London "])
    for _ in 0..<2 {
      try await updated.synchronize()
      try await new.synchronize()
    }
    // Showing the city on this machine does not write it again.
    #expect(try states(store) == ["Ada London not shared yet", "deleted", "Cyd Paris "])
    #expect(try states(new.book.store) == states(store))
  }

  @Test func `a process of the former version does not pass over new fields`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.synchronize()
    let folder = TemporaryFolder()
    let other = try await later(folder, old.book.link)
    // Another program migrates the book while the former one is still running.
    let store = try Store.open(at: old.path, LaterFriend.format, author: "new")
    try await move(["1"], to: "London", in: store)
    await #expect { try await old.synchronize() } throws: { if case StoreError.newer = $0 { true } else { false } }
    let relay = relay
    let updated = try await Synchronizer.open(store, LaterFriend.self, makeRelay: { _ in relay })
    try await updated.synchronize()
    try await other.synchronize()
    #expect(try other.book.store.get(LaterFriend.self, id: "1")?.city == "London")
  }

  @Test(arguments: [false, true])
  func `an undone deletion keeps the fields that an older version lacks`(isShared: Bool) async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.synchronize()
    let folder = TemporaryFolder()
    let new = try await later(folder, old.book.link)
    try await move(["1"], to: "London", in: new.book.store)
    try await new.synchronize()
    try await old.synchronize()
    try await old.delete("1")
    if isShared { try await old.synchronize() }
    _ = try await old.store.undo()
    try await old.synchronize()
    try await new.synchronize()
    let friend = try #require(try new.book.store.get(LaterFriend.self, id: "1"))
    #expect(friend.first == "Ada" && friend.city == "London")
  }

  @Test func `an update shows fields of a later version, which undo does not remove`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.synchronize()
    let folder = TemporaryFolder()
    let new = try await later(folder, old.book.link)
    try await move(["1"], to: "London", in: new.book.store)
    try await new.synchronize()
    try await old.synchronize()
    try await old.edit("1") { $0.note = "own" }
    await old.store.close()
    let store = try Store.open(at: old.path, LaterFriend.format, author: "old")
    let relay = relay
    let updated = try await Synchronizer.open(store, LaterFriend.self, makeRelay: { _ in relay })
    _ = try await store.undo()
    for machine in [updated, new, updated] { try await machine.synchronize() }
    for store in [store, new.book.store] {
      let friend = try #require(try store.get(LaterFriend.self, id: "1"))
      #expect(friend.city == "London" && friend.note.isEmpty)
    }
  }

  @Test func `a value from a migration does not replace a shared one`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada", note: "city: Rome")
    try await old.synchronize()
    let folder = TemporaryFolder()
    let new = try await later(folder, old.book.link)
    try await move(["1"], to: "London", in: new.book.store)
    try await new.synchronize()
    try await old.synchronize()
    try await old.edit("1") { $0.age = 36 }
    await old.store.close()
    let store = try Store.open(at: old.path, LaterFriend.fillingFormat, author: "old")
    #expect(try store.get(LaterFriend.self, id: "1")?.city == "Rome")
    let relay = relay
    let updated = try await Synchronizer.open(store, LaterFriend.self, makeRelay: { _ in relay })
    try await updated.synchronize()
    try await new.synchronize()
    try await updated.synchronize()
    let own = try #require(try store.get(LaterFriend.self, id: "1"))
    let other = try #require(try new.book.store.get(LaterFriend.self, id: "1"))
    #expect([own.city, own.note, "\(own.age)"] == ["London", "city: Rome", "36"])
    #expect([other.city, other.note, "\(other.age)"] == ["London", "city: Rome", "36"])
    #expect(try await updated.book.conflicts().isEmpty)
    #expect(try await updated.book.notices().isEmpty)
    #expect(try await new.book.conflicts().isEmpty)
    #expect(try await new.book.notices().isEmpty)
  }

  @Test func `a conflict in a field that an older version lacks is not shown`() async throws {
    let old = try await Machine.sharing("old", relay)
    try await old.add("1", "Ada")
    try await old.synchronize()
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    let first = try await later(folder, old.book.link)
    let second = try await later(other, old.book.link)
    try await move(["1"], to: "London", in: first.book.store)
    try await move(["1"], to: "Paris", in: second.book.store)
    for machine in [first, second, first] { try await machine.synchronize() }
    #expect(try await first.book.conflicts().map(\.field) == ["city"])
    #expect(try await old.synchronize().notices == 0)
    #expect(try await old.book.conflicts() == [])
  }
}
