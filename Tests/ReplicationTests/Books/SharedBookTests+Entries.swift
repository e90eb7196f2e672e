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
}
