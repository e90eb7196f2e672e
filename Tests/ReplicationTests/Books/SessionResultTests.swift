import Persistence
import TestSupport
import Testing

@testable import Replication

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SessionResultTests {
  private let relay = MemoryRelay()

  /// Two machines with one book, which have exchanged everything.
  private func two() async throws -> (Machine, Machine) {
    let ada = try await Machine.sharing("ada", relay)
    try await ada.add("1", "Ada")
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await settle([ada, bob])
    return (ada, bob)
  }

  private func count(_ machine: Machine) -> Int64 { machine.book.state.seen[machine.book.state.machine] }

  @Test func `an uncontested deletion needs no notice`() async throws {
    let (ada, bob) = try await two()
    try await ada.delete("1")
    try await settle([ada, bob])
    #expect(try bob.contents == [])
    for machine in [ada, bob] { #expect(try await machine.book.notices().isEmpty) }
  }

  @Test func `a text that is kept besides another has its time`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.note = "first" }
    try await bob.edit("1") { $0.note = "second" }
    try await settle([ada, bob])
    for machine in [ada, bob] {
      let conflicts = try await machine.book.conflicts()
      #expect(conflicts.count == 1 && conflicts.allSatisfy { $0.time > 0 })
    }
  }

  @Test func `a choice between texts is not written where there is only one`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.note = "first" }
    try await settle([ada, bob])
    try await settle([ada, bob])
    let before = count(ada)
    try await ada.store.write { transaction in
      _ = try transaction.run("INSERT INTO sharing VALUES (?, x'')", [.text("settled friend note 1")])
    }
    try await ada.synchronize()
    #expect(count(ada) == before)
  }

  @Test func `the commits of an entry have four megabytes together`() async throws {
    let (ada, bob) = try await two()
    let before = count(ada)
    for people in [1, 3] {
      try await ada.store.write { transaction in
        for _ in 0..<people {
          try transaction.insert(Friend("Friend", note: String(repeating: "x", count: 3 << 20)))
        }
      }
    }
    try await ada.synchronize()
    // The person of the first commit and one of the second, and then two.
    #expect(count(ada) == before + 2)
    try await expectHealthy([ada, bob])
  }

  @Test func `the commits of an entry have 1000 changes together`() async throws {
    let (ada, bob) = try await two()
    let before = count(ada)
    for _ in 0..<2 {
      try await ada.store.write { transaction in
        for _ in 0..<600 { try transaction.insert(Friend("Friend")) }
      }
    }
    try await ada.synchronize()
    #expect(count(ada) == before + 2)
    try await expectHealthy([ada, bob])
  }

  @Test func `a machine that has merged nothing reports nothing`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    try await settle([ada])
    let before = count(ada)
    try await ada.synchronizer.acknowledge()
    #expect(count(ada) == before)
  }

  @Test func `an exchange without news asks the relay two things`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    try await settle([ada])
    // The calls: the entries and the heads.
    await relay.set(fails: { $0 > 2 ? .unreachable("gone") : nil })
    let report = try await ada.synchronize()
    #expect(report.received == 0 && report.sent == 0)
  }

  @Test func `an entry that follows another last one shows a fork`() async throws {
    let (ada, _) = try await two()
    let (state, secrets) = (ada.book.state, ada.book.secrets)
    let last = EntryID(machine: state.machine, number: count(ada))
    let next = Entry(
      id: EntryID(machine: last.machine, number: last.number + 1), seen: state.seen, previous: Sodium.digest([]),
      content: .commits([]))
    let sealed = SealedEntry(next, secrets.keys, secrets.machine)
    await #expect(throws: ForkedEntry(id: last)) { _ = try await ada.book.exchange([sealed]) }
  }

  @Test func `a snapshot with the present key keeps the machines that have it`() async throws {
    let (ada, bob) = try await two()
    let mallory = try await Machine.joining("mallory", ada)
    try await settle([ada, bob, mallory])
    try await ada.book.remove(member: "mallory")
    try await settle([ada, bob])
    let holders: Set = [ada.book.state.machine, bob.book.state.machine]
    #expect(bob.book.state.holders == holders)
    let snapshot = try await Snapshot(ada.book.snapshot(), ada.book.secrets.keys)
    #expect(try await bob.book.adopt(snapshot))
    #expect(bob.book.state.holders == holders)
  }
}
