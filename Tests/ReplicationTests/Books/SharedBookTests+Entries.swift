import Persistence
import Testing

@testable import Replication

extension SharedBookTests {
  @Test func `entries are sent up to a size`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    let entries = try await ada.book.outgoing(after: VersionVector())
    try #require(entries.count > 1)
    let size = entries[0].bytes.count
    #expect(try await ada.book.outgoing(after: VersionVector(), size: size) == [entries[0]])
    #expect(try await ada.book.outgoing(after: VersionVector(), size: size + 1) == Array(entries[..<2]))
  }

  @Test func `the last changes before a departure are shared`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await bob.add("9", "Late")
    try await bob.book.depart()
    try await relay.append(bob.book.outgoing(after: relay.heads()))
    try await ada.synchronize()
    #expect(try ada.friend("9")?.first == "Late")
  }

  @Test func `an idle exchange calls the relay twice, and sends nothing`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    try await ada.synchronize()
    // Whether the relay has a snapshot is known.
    await relay.set(fails: { $0 > 2 ? .unreachable("called again") : nil })
    #expect(try await ada.synchronize().sent == 0)
  }

  @Test func `a thousand changes with four megabytes are one entry`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    let machine = ada.book.state.machine
    let before = ada.book.state.seen[machine]
    try await ada.store.write { transaction in
      // The last change is the thousandth, and its byte the last one of four megabytes.
      try transaction.insert(Friend("A", note: String(repeating: "x", count: (4 << 20) - 1_000)))
      for _ in 0..<999 { try transaction.insert(Friend("B")) }
    }
    _ = try await ada.book.exchange([])
    #expect(ada.book.state.seen[machine] == before + 1)
  }

  @Test func `an exchange introduces a machine again that lacks the key`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    let machine = ada.book.state.machine
    try await ada.book.perform { session in
      session.secrets.keys.add(Sodium.random(Sodium.keySize), epoch: 1 << 32)
      session.noteChange()
    }
    #expect(ada.book.state.machine == machine)
    _ = try await ada.book.exchange([])
    #expect(ada.book.state.machine != machine)
  }

  @Test func `what only one member has of a removed machine is stored`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let (bob, mallory) = (try await Machine.joining("bob", ada), try await Machine.joining("mallory", ada))
    try await settle([ada, bob, mallory])
    try await mallory.add("1", "Mallory’s")
    try await settle([mallory, bob])
    try await ada.book.remove(member: "mallory")
    try await relay.append(ada.book.outgoing(after: relay.heads()))
    let entries = try await relay.entries(after: bob.book.state.seen)
    #expect(!bob.book.state.isSnapshotNeeded)
    _ = try await bob.book.exchange(entries)
    #expect(bob.book.state.isSnapshotNeeded)
  }

  @Test func `a divided import keeps its author`() async throws {
    var friend = Friend("Ada")
    friend.id = "1"
    let ada = try await Machine.sharing("ada", MemoryRelay(), [friend])
    let (bob, carol) = (try await Machine.joining("bob", ada), try await Machine.joining("carol", ada))
    try await settle([ada, bob, carol])
    let seen = ada.book.state.seen
    try await ada.store.write(author: "import") { for number in 0..<1_500 { try $0.insert(Friend("\(number)")) } }
    _ = try await ada.book.exchange([])
    let parts = try await ada.book.outgoing(after: seen)
    try #require(parts.count == 2)
    try await carol.edit("1") { $0.note = "Countess" }
    _ = try await carol.book.exchange([])
    _ = try await bob.book.exchange([parts[0]])
    // The change of another machine may be merged between the two.
    _ = try await bob.book.exchange(try await carol.book.outgoing(after: bob.book.state.seen) + [parts[1]])
    let log = try bob.store.log(of: Friend.self, limit: 3)
    #expect(Set(log.map(\.author)) == ["import", "carol"])
    #expect(log.filter { $0.author == "carol" }.map(\.changes.count) == [1])
  }

  @Test func `a record without an id stays on its machine`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    for id in ["1", "2"] { try await ada.add(id, "Friend") }
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    // As another program may write it.
    for statement in ["UPDATE friend SET id = '' WHERE id = '2'", "UPDATE friend SET note = 'x' WHERE id = ''"] {
      try await ada.store.write { try $0.run(statement) }
      try await settle([ada, bob])
      #expect(try bob.contents.map(\.id) == ["1"])
    }
    try await ada.synchronizer.makeSnapshot()
    let carol = try await Machine.joining("carol", ada)
    #expect(try carol.contents.map(\.id) == ["1"])
    let snapshot = try await Snapshot(bob.book.snapshot(), bob.book.secrets.keys)
    #expect(try await ada.book.adopt(snapshot))
    #expect(try ada.contents.map(\.id) == ["", "1"])
    try await ada.store.write { try $0.run("UPDATE friend SET id = '3' WHERE id = ''") }
    try await settle([ada, bob])
    #expect(try bob.contents == ada.contents && bob.contents.map(\.id) == ["1", "3"])
  }

  @Test func `records that exchange their ids are kept`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    for (id, name) in [("1", "Ada"), ("2", "Bob")] { try await ada.add(id, name, tags: [name]) }
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await ada.store.write { transaction in
      for (old, new) in [("1", "x"), ("2", "1"), ("x", "2")] {
        try transaction.run("UPDATE friend SET id = '\(new)' WHERE id = '\(old)'")
      }
    }
    try await settle([ada, bob])
    #expect(try bob.contents.map(\.first) == ["Bob", "Ada"])
    #expect(try bob.contents == ada.contents)
    try await ada.store.write { transaction in
      var friend = Friend("Cyd")
      friend.id = "x"
      try transaction.insert(friend)
      try transaction.run("DELETE FROM friend WHERE id = '1'")
      try transaction.run("UPDATE friend SET id = '1' WHERE id = 'x'")
    }
    try await settle([ada, bob])
    #expect(try bob.contents.map(\.first) == ["Cyd", "Ada"])
    #expect(try bob.contents == ada.contents)
  }

  @Test func `another Unicode form of a text is shared`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    try await ada.add("1", "\u{E9}")
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await ada.edit("1") { $0.first = "e\u{301}" }
    try await settle([ada, bob])
    #expect(try bob.friend("1").map { Array($0.first.utf8) } == [0x65, 0xCC, 0x81])
  }
}
