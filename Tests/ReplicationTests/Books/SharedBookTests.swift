import FoundationEssentials
import Glibc
import Persistence
import TestSupport
import Testing
import Time

@testable import Replication

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SharedBookTests {
  private let relay = MemoryRelay()

  private func friend(_ id: String, _ first: String, note: String = "", tags: [String] = []) -> Friend {
    var friend = Friend(first, note: note, tags: tags)
    friend.id = id
    return friend
  }

  /// Two machines with one book.
  private func two(_ friends: [Friend]? = nil) async throws -> (Machine, Machine) {
    let ada = try await Machine.sharing("ada", relay, friends ?? [friend("1", "Ada", tags: ["a"]), friend("2", "Bob")])
    return (ada, try await Machine.joining("bob", ada))
  }

  @Test func `a clock that was ahead makes a machine report once`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    // The moment of the change is days later than the clock is now.
    let time = WallClock.milliseconds - 3 * 24 * 60 * 60 * 1_000
    ada.book.clock = { time }
    try await ada.synchronize()
    let seen = ada.book.state.seen
    try await ada.synchronize()
    #expect(ada.book.state.seen == seen)
  }

  @Test func `a member begins with the book as it is`() async throws {
    let (ada, bob) = try await two()
    #expect(try bob.contents == ada.contents)
    #expect(try bob.contents.map(\.first) == ["Ada", "Bob"])
    #expect(try await bob.store.check() == [])
  }

  @Test func `changes arrive with their authors, each as a commit`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.note = "Countess" }
    try await ada.add("3", "Grace", tags: ["x", "y"])
    try await ada.delete("2")
    try await settle([ada, bob])
    #expect(try bob.contents == ada.contents)
    let log = try bob.store.log(of: Friend.self, limit: 3)
    #expect(log.map(\.author) == ["ada", "ada", "ada"])
    #expect(log.map { $0.changes.map(\.kind) } == [[.deletion], [.insertion], [.update]])
  }

  @Test func `an idle exchange writes nothing to the book`() async throws {
    let (ada, bob) = try await two()
    try await settle([ada, bob])
    let before = try ada.store.log(of: Friend.self, limit: 9).count
    let stored = await relay.stored.count
    try await settle([ada, bob])
    #expect(try ada.store.log(of: Friend.self, limit: 9).count == before)
    #expect(await relay.stored.count == stored)
  }

  /// The number of the oldest entry of the change log.
  private func oldestEntry(_ machine: Machine) async throws -> Int64 {
    let rows = try await machine.store.write { try $0.rows("SELECT min(seq) FROM change") }
    guard case .integer(let number)? = rows.first?.first else { return 0 }
    return number
  }

  @Test func `changes of a long time without the relay are not pruned`() async throws {
    let (ada, bob) = try await two()
    try await settle([ada, bob])
    let shared = ada.book.state.position
    await relay.set(fails: { _ in .unreachable("gone") })
    try await ada.edit("1") { $0.note = "first" }
    for number in 0..<20 { try await ada.add("new \(number)", "Friend") }
    await ada.store.close()
    var format = Friend.format
    format.log.count = 5
    try await ada.restart(format)
    // Pruning runs after the requested work.
    while try await oldestEntry(ada) <= shared, !Task.isCancelled {}
    await relay.set(fails: { _ in nil })
    try await settle([ada, bob])
    #expect(try bob.contents == ada.contents)
    #expect(try bob.contents.count == 22)
    // The changes are shared now, and pruned as usual.
    await ada.store.close()
    try await ada.restart(format)
    let newest = ada.book.state.position
    while try await oldestEntry(ada) <= newest - 5, !Task.isCancelled {}
  }

  @Test func `a book that has left prunes its log as before`() async throws {
    let (ada, _) = try await two()
    let shared = ada.book.state.position
    for number in 0..<20 { try await ada.add("new \(number)", "Friend") }
    await relay.set(fails: { _ in .unreachable("gone") })
    let relay = relay
    _ = try await Synchronizer.leave(ada.store, Friend.self, makeRelay: { _ in relay })
    await ada.store.close()
    var format = Friend.format
    format.log.count = 5
    let store = try Store.open(at: ada.path, format)
    while !Task.isCancelled {
      let rows = try await store.write { try $0.rows("SELECT min(seq) FROM change") }
      if case .integer(let oldest)? = rows.first?.first, oldest > shared + 1 { break }
    }
  }

  @Test func `what a machine took over when it joined cannot be undone`() async throws {
    let (ada, bob) = try await two()
    await #expect(throws: StoreError.nothingToUndo) { try await bob.store.undo() }
    #expect(try await bob.store.undoableTransaction(of: Friend.self, scope: .anyone) == nil)
    try await bob.edit("1") { $0.note = "Countess" }
    try await bob.store.undo()
    await #expect(throws: StoreError.nothingToUndo) { try await bob.store.undo() }
    try await settle([ada, bob])
    #expect(try bob.contents == ada.contents && bob.contents.count == 2)
    #expect(try await bob.store.check() == [])
  }

  @Test func `a change of another machine can be undone, everywhere`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.note = "Countess" }
    try await settle([ada, bob])
    try await bob.store.undo()
    try await settle([bob, ada])
    #expect(try ada.friend("1")?.note == "")
  }

  @Test func `a deletion is undone on another machine with all fields`() async throws {
    let (ada, bob) = try await two()
    try await ada.delete("1")
    try await settle([ada, bob])
    #expect(try bob.friend("1") == nil)
    try await bob.store.undo()
    try await settle([bob, ada])
    #expect(try ada.contents == bob.contents)
    #expect(try ada.friend("1")?.tags == ["a"])
  }

  @Test(arguments: [("ada", "peoplebook@ada"), ("bob", "peoplebook@bob"), ("a:1", "peoplebook@a 1")])
  func `changes of another machine have its name among the members`(name: String, author: String) async throws {
    let ada = try await Machine.sharing(name, relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await ada.store.write(author: "peoplebook@localhost:12") { try $0.insert(Friend("Friend")) }
    try await settle([ada, bob])
    let written = try #require(try await bob.store.write { try $0.commits(of: Friend.self, after: 0) }.last)
    let isAlone = name != "bob"
    #expect(written.author == author + (isAlone ? "" : " \(ada.book.state.machine.prefix)"))
  }

  @Test func `a text that both changed is kept as a conflict`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.note = "first" }
    try await bob.edit("1") { $0.note = "second" }
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
    let present = try #require(try ada.friend("1")?.note)
    for machine in [ada, bob] {
      let conflicts = try await machine.book.conflicts()
      #expect(conflicts.map(\.field) == ["note"])
      #expect(Set(conflicts.map(\.text) + [present]) == ["first", "second"])
    }
    try await bob.edit("1") { $0.note = "both" }
    try await settle([bob, ada])
    #expect(try await ada.book.conflicts() == [])
    #expect(try await bob.book.conflicts() == [])
  }

  @Test func `a text that the user has kept ends the conflict everywhere`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { ($0.note, $0.first) = ("first", "Augusta") }
    try await bob.edit("1") { $0.note = "second" }
    try await settle([ada, bob])
    let present = try #require(try ada.friend("1")?.note)
    // The first name is settled although nobody else has changed it.
    try await ada.store.write { transaction in
      for field in ["note", "first"] {
        try transaction.run("INSERT INTO sharing VALUES (?, x'')", [.text("settled friend \(field) 1")])
      }
    }
    let before = ada.book.state.seen[ada.book.state.machine]
    try await settle([ada, bob])
    for machine in [ada, bob] {
      #expect(try await machine.book.conflicts() == [])
      #expect(try machine.friend("1")?.note == present)
    }
    #expect(ada.book.state.seen[ada.book.state.machine] == before + 1)
    #expect(try ada.contents == bob.contents)
    let state = try await ada.book.perform { try $0.recordState(of: "1") }
    let other = try await bob.book.perform { try $0.recordState(of: "1") }
    #expect(state == other)
  }

  @Test func `a number that both changed has the later value`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.age = 36 }
    try await bob.edit("1") { $0.age = 37 }
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
    #expect(try await ada.book.conflicts() == [])
  }

  @Test func `lists are merged, and both see a change win over a deletion`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.tags = ["a", "b"] }
    try await bob.edit("1") { $0.tags = ["c", "a"] }
    try await ada.delete("2")
    try await bob.edit("2") { $0.age = 3 }
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
    #expect(try Set(ada.friend("1")?.tags ?? []) == ["a", "b", "c"])
    #expect(try ada.friend("2")?.age == 3)
    for machine in [ada, bob] {
      #expect(try await machine.book.notices().map(\.id) == ["2"])
      #expect(try await machine.store.check() == [])
    }
  }

  @Test func `a record that arrives is changed, deleted and inserted again`() async throws {
    let (ada, bob) = try await two()
    try await ada.add("9", "Grace", tags: ["x", "y"])
    try await ada.edit("9") { ($0.note, $0.tags) = ("navy", ["y", "z"]) }
    try await settle([ada, bob])
    #expect(try bob.friend("9")?.tags == ["y", "z"])
    try await bob.edit("9") { $0.age = 85 }
    try await ada.edit("9") { $0.tags.append("w") }
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
    #expect(try ada.friend("9")?.age == 85)
    try await ada.delete("9")
    try await ada.add("9", "Hopper", tags: ["new"])
    try await ada.delete("1")
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
    #expect(try bob.friend("9")?.first == "Hopper" && bob.friend("9")?.tags == ["new"])
    func state(_ machine: Machine) async throws -> RecordState {
      try await machine.book.perform { try $0.recordState(of: "9") }
    }
    #expect(try await state(ada) == state(bob))
  }

  @Test func `an import of thousands arrives as one change`() async throws {
    let (ada, bob) = try await two()
    try await ada.store.write { for number in 0..<2_500 { try $0.insert(Friend("Friend \(number)")) } }
    try await settle([ada, bob])
    #expect(try bob.contents == ada.contents)
    try await bob.store.undo()
    try await settle([bob, ada])
    #expect(try ada.store.count(Friend.self) == 2)
    #expect(try await bob.store.check() == [])
  }

  @Test func `changes of a shell without a name are shared too`() async throws {
    let (ada, bob) = try await two()
    try await ada.store.write(author: "") { try $0.insert(Friend("Nameless")) }
    try await settle([ada, bob])
    #expect(try bob.contents.map(\.first).contains("Nameless"))
  }

  @Test func `a book that is not shared has no tables for it`() async throws {
    let (ada, _) = try await two()
    try await ada.synchronizer.leave()
    let names = try await ada.store.write { transaction in
      try transaction.rows("SELECT name FROM sqlite_master WHERE name LIKE 'sharing%'").count
    }
    #expect(names == 0)
    #expect(!SharedBook<Friend>.isShared(ada.store))
    #expect(try ada.store.count(Friend.self) == 2)
  }

  @Test func `a machine leaves although its relay is gone, and says so`() async throws {
    let (ada, _) = try await two()
    await relay.set(fails: { _ in .unreachable("gone") })
    let reason = try await Synchronizer.leave(ada.store, Friend.self, makeRelay: { _ in relay })
    #expect(reason as? RelayError == .unreachable("gone"))
    #expect(!SharedBook<Friend>.isShared(ada.store))
    #expect(try ada.store.count(Friend.self) == 2)
    await #expect(throws: SharingError.notShared) {
      _ = try await Synchronizer.leave(ada.store, Friend.self, makeRelay: { _ in relay })
    }
  }

  @Test func `a machine leaves although its keys are gone, and says so`() async throws {
    let (ada, _) = try await two()
    let path = SharingSecrets.path(book: ada.store.path)
    #expect(unlink(path) == 0)
    let reason = try await Synchronizer.leave(ada.store, Friend.self, makeRelay: { _ in relay })
    #expect(reason as? SharingError == .noKeys(path: path))
    let names = try await ada.store.write { transaction in
      try transaction.rows("SELECT name FROM sqlite_master WHERE name LIKE 'sharing%'").count
    }
    #expect(names == 0)
  }

  @Test func `a sharing that was killed before it began can be repeated`() async throws {
    let (ada, bob) = try await two()
    for joins in [true, false] {
      let folder = TemporaryFolder()
      let store = try Store.open(at: folder.path + "/book.db", Friend.format)
      let keys = SharingSecrets.path(book: bob.store.path)
      try FileManager.default.copyItem(atPath: keys, toPath: SharingSecrets.path(book: store.path))
      if joins {
        _ = try await Synchronizer.join(store, Friend.self, ada.book.link, name: "cleo", makeRelay: { _ in relay })
        #expect(try store.count(Friend.self) == 2)
      } else {
        _ = try await Synchronizer.share(store, Friend.self, relay: "/x", name: "x", makeRelay: { _ in MemoryRelay() })
      }
      #expect(try await SharedBook.open(store, Friend.self).members.count == (joins ? 3 : 1))
    }
  }

  @Test func `only an empty book can join, once`() async throws {
    let (ada, bob) = try await two()
    await #expect(throws: SharingError.alreadyShared) {
      _ = try await Synchronizer.share(ada.store, Friend.self, relay: "/x", name: "x", makeRelay: { _ in relay })
    }
    try await bob.synchronizer.leave()
    await #expect(throws: SharingError.notEmpty) {
      _ = try await Synchronizer.join(
        bob.store, Friend.self, ada.book.link, name: "x", makeRelay: { _ in relay })
    }
    try await settle([ada])
    #expect(ada.book.members.map(\.name) == ["ada"])
  }

  @Test func `people with large photos are sent in several entries and parts`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let number = ada.book.state.seen[ada.book.state.machine]
    try await ada.store.write { transaction in
      for number in 0..<5 {
        try transaction.insert(Friend("\(number)", note: String(repeating: "\(number)", count: 3 << 20)))
      }
    }
    try await ada.synchronize()
    #expect(ada.book.state.seen[ada.book.state.machine] == number + 3)
    let bob = try await Machine.joining("bob", ada)
    try await bob.edit(try #require(try bob.friends.first).id) { $0.age = 1 }
    try await expectHealthy([ada, bob], having: (0..<5).map { "\($0)" })
    try await ada.synchronizer.makeSnapshot()
    let snapshots = try await relay.snapshots()
    let newest = try #require(snapshots.first { $0.machine == ada.book.state.machine })
    // The header, and two, two and one of the people.
    #expect(try await relay.snapshot(newest).count == 4)
    let carol = try await Machine.joining("carol", ada)
    try await expectHealthy([ada, bob, carol])
  }

  @Test func `a member that only reads reports once a day that it is there`() async throws {
    let (ada, bob) = try await two()
    let hour: Int64 = 3_600_000
    let start = bob.book.members[1].lastSeen
    #expect(start > 0 && ada.book.members[0].lastSeen > 0)
    func pass(_ hours: Int64, seenAt expected: Int64) async throws {
      for machine in [ada, bob] { machine.book.clock = { start + hours * hour } }
      #expect(try await bob.synchronize().received == 0)
      try await ada.synchronize()
      #expect(try await bob.synchronize().sent == 0)
      #expect(ada.book.members[1].lastSeen == start + expected * hour)
    }
    try await pass(23, seenAt: 0)
    try await pass(25, seenAt: 25)
    try await pass(48, seenAt: 25)
    // A clock that was ahead and is corrected.
    try await pass(-100, seenAt: -100)
    await ada.store.close()
    try await ada.restart()
    #expect(ada.book.members[1].lastSeen == start - 100 * hour)
    #expect(ada.book.members[1].lastChange == 0)
  }

  @Test func `members are listed with what they lack`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.age = 1 }
    try await ada.edit("1") { $0.age = 2 }
    try await ada.synchronize()
    #expect(ada.book.members.map(\.name) == ["ada", "bob"])
    // Both changes were sent as one entry.
    #expect(ada.book.members.map(\.missing) == [0, 1])
    try await settle([bob, ada])
    try await bob.synchronizer.acknowledge()
    try await ada.synchronize()
    #expect(ada.book.members.map(\.name) == ["ada", "bob"])
    #expect(ada.book.members.map(\.missing) == [0, 0])
  }
}
