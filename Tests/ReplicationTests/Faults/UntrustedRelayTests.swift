import Algorithms
import Persistence
import Testing

@testable import Replication

/// A relay that alters, repeats, reorders, withholds and forgets.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct UntrustedRelayTests {
  private let relay = MemoryRelay()

  @Test func `repeated and reordered entries change nothing`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    await relay.set(delivers: { entries in
      var random = SeededGenerator(seed: UInt64(entries.count))
      return (entries + entries).shuffled(using: &random)
    })
    for number in 0..<20 {
      try await ada.add("\(number)", "Friend \(number)")
      try await bob.edit("\(number - 1)") { $0.age = number }
      if number.isMultiple(of: 3) { try await settle([ada, bob]) }
    }
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
    #expect(try ada.contents.count == 20)
  }

  @Test func `an altered entry is refused, and merged once it is whole`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    let id = EntryID(machine: ada.book.state.machine, number: ada.book.state.seen[ada.book.state.machine])
    let whole = try #require(await relay.stored[id]?.bytes)
    var altered = whole
    altered[altered.count - 80] ^= 1
    await relay.replace(id, with: altered)
    #expect(try await bob.synchronize().refused == [.altered(id)])
    #expect(try bob.contents.isEmpty)
    await relay.replace(id, with: whole)
    #expect(try await bob.synchronize().refused == [])
    #expect(try bob.contents.map(\.first) == ["Ada"])
  }

  @Test func `a relay that claims to have other entries changes no identity`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let machine = ada.book.state.machine
    try await ada.add("1", "Ada")
    for number in [Int64.min, 3, 1 << 60] {
      let claimed = EntryID(machine: machine, number: number)
      // The calls: own entries, heads, and the entry that is sent.
      await relay.set(fails: { $0 > 2 ? .taken(claimed) : nil })
      await #expect(throws: RelayError.self) { try await ada.synchronize() }
      #expect(ada.book.state.machine == machine)
    }
    for call in 1...8 {
      await relay.set(fails: { $0 == call ? .taken(EntryID(machine: machine, number: .min)) : nil })
      _ = try? await ada.synchronizer.restoreRelay()
      #expect(ada.book.state.machine == machine)
    }
    await relay.set(fails: { _ in nil })
    try await expectHealthy([ada], having: ["Ada"])
  }

  @Test func `a relay that hides what it claims to have is believed once`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    await relay.set(delivers: { _ in [] })
    var machines = [ada.book.state.machine]
    for (number, isBelieved) in [true, false].enumerated() {
      try await ada.add("\(number)", "Friend")
      let machine = ada.book.state.machine
      let claimed = EntryID(machine: machine, number: ada.book.state.seen[machine] + 1)
      // The calls: own entries, heads, and the entry that is sent.
      await relay.set(fails: { $0 == 3 ? .taken(claimed) : nil })
      if isBelieved {
        try await ada.synchronize()
      } else {
        await #expect(throws: RelayError.self) { try await ada.synchronize() }
      }
      machines.append(ada.book.state.machine)
    }
    #expect(machines[0] != machines[1] && machines[1] == machines[2])
  }

  @Test func `reports of forks that contradict each other end`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let (bob, mallory) = (try await Machine.joining("bob", ada), try await Machine.joining("mallory", ada))
    try await ada.add("1", "Ada")
    try await settle([ada, bob, mallory])
    let id = ada.book.state.machine
    let last = ada.book.state.seen[id]
    try await mallory.book.perform { session in
      for byte in [1, 2] as [UInt8] {
        try session.append(.fork(Entry.Fork(machine: id, digests: [last: [byte]])))
      }
    }
    try await mallory.synchronize()
    try await bob.synchronize()
    try await ada.add("2", "Grace")
    try await settle([ada, bob, mallory])
    for machine in [ada, bob] { try await machine.book.acknowledge() }
    try await settle([ada, bob, mallory, ada, bob])
    #expect(try bob.contents.map(\.first) == ["Ada", "Grace"])
    #expect(try ada.contents == bob.contents)
  }

  @Test func `a forged entry of this machine does not change its identity`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let machine = ada.book.state.machine
    let id = EntryID(machine: machine, number: 99)
    let presence = SealedEntry(.presence, id, [1], ada.book.secrets.keys, ada.book.secrets.machine)
    let own = Entry(id: id, seen: VersionVector(), content: .acknowledgement(time: 1_700_000_000_000))
    var altered = SealedEntry(own, ada.book.secrets.keys, ada.book.secrets.machine).bytes
    altered[altered.count - 1] ^= 1
    for bytes in [presence.bytes, altered] {
      await relay.replace(id, with: bytes)
      #expect(try await ada.synchronize().refused == [.altered(id)])
      #expect(ada.book.state.machine == machine)
    }
  }

  @Test func `a relay that lost entries gets them again`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    for number in 0..<6 {
      try await ada.add("\(number)", "Friend")
      try await ada.synchronize()
    }
    let count = await relay.stored.count
    await relay.rollBack(to: 2)
    try await settle([ada, bob])
    #expect(await relay.stored.count >= count)
    #expect(try bob.contents == ada.contents)
  }

  @Test func `a removed machine reads nothing and writes nothing`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    let mallory = try await Machine.joining("mallory", ada)
    try await settle([ada, bob, mallory])
    let link = ada.book.link
    try await ada.book.remove(member: "mallory")
    try await ada.add("1", "Secret")
    try await settle([ada, bob])
    try await mallory.add("2", "Forged")
    await #expect(throws: SharingError.removed) { try await mallory.synchronize() }
    try await settle([ada, bob])
    #expect(try mallory.contents.map(\.first) == ["Forged"])
    #expect(try ada.contents.map(\.first) == ["Secret"])
    #expect(try bob.contents == ada.contents)
    #expect(ada.book.members.map(\.name) == ["ada", "bob"])
    #expect(ada.book.link != link)
    // The new link works, and the new member reads entries of both keys.
    ada.synchronizer.snapshotInterval = 1
    try await ada.edit("1") { $0.age = 1 }
    try await ada.synchronize()
    let carol = try await Machine.joining("carol", ada)
    try await settle([carol, ada, bob])
    #expect(try carol.contents == bob.contents)
  }

  @Test func `members that are removed at the same time read nothing`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    let removed = [try await Machine.joining("mallory", ada), try await .joining("trudy", ada)]
    try await settle([ada, bob] + removed)
    try await ada.book.remove(member: "mallory")
    try await bob.book.remove(member: "trudy")
    try await settle([ada, bob, ada])
    try await ada.add("1", "Secret")
    try await bob.add("2", "Other")
    try await settle([ada, bob, ada])
    #expect(ada.book.secrets.keys.key == bob.book.secrets.keys.key)
    #expect(try ada.contents.map(\.first) == ["Secret", "Other"])
    #expect(try bob.contents == ada.contents)
    for machine in removed {
      await #expect(throws: SharingError.removed) { try await machine.synchronize() }
      #expect(try machine.contents == [])
      #expect(machine.book.secrets.keys[ada.book.secrets.keys.epoch] == nil)
    }
  }

  @Test func `a relay that is gone for a while loses nothing`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    await relay.set(fails: { _ in .unreachable("gone") })
    try await ada.add("1", "Ada")
    await #expect(throws: RelayError.unreachable("gone")) { try await ada.synchronize() }
    try await ada.restart()
    try await ada.edit("1") { $0.age = 2 }
    await relay.set(fails: { _ in nil })
    try await settle([ada, bob])
    #expect(try bob.friend("1")?.age == 2)
  }

  @Test func `sharing fails as a whole when the relay does not work`() async throws {
    await relay.set(fails: { _ in .refused("no") })
    await #expect(throws: RelayError.refused("no")) { _ = try await Machine.sharing("ada", relay) }
  }

  @Test func `a snapshot that lacks a part deletes nothing`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await ada.add("0", "Before")
    try await settle([ada, bob])
    let known = ada.book.state.seen[ada.book.state.machine]
    try await ada.add("1", "Lost")
    try await ada.synchronize()
    try await ada.add("2", "After")
    try await ada.synchronizer.makeSnapshot()
    try await ada.synchronize()
    let id = try #require(try await relay.snapshots().last { $0.machine == ada.book.state.machine })
    let parts = try await relay.snapshot(id)
    // Another snapshot replaces it while it is read, and the entries before it are gone.
    try await relay.store(snapshot: Array(parts.prefix(1)))
    try await relay.removeEntries(of: ada.book.state.machine, through: known + 1)
    try await settle([bob])
    #expect(try bob.contents.map(\.first) == ["Before"])
    await #expect(throws: SharingError.noSnapshot) {
      _ = try await Machine.joining("carol", ada)
    }
    try await relay.store(snapshot: parts)
    try await expectHealthy([bob, ada], having: ["Before", "Lost", "After"])
  }
}
