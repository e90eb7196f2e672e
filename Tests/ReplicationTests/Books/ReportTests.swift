import Testing

@testable import Replication

/// What members know of each other: which changes were merged, who takes part, and who is removed.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ReportTests {
  private let relay = MemoryRelay()

  /// Two machines with one book.
  private func two() async throws -> (Machine, Machine) {
    let friends = ["1", "2", "3"].map { id in
      var friend = Friend("Friend \(id)")
      friend.id = id
      return friend
    }
    let ada = try await Machine.sharing("ada", relay, friends)
    return (ada, try await Machine.joining("bob", ada))
  }

  @Test func `a report counts the texts and the records that were kept`() async throws {
    let (ada, bob) = try await two()
    try await ada.edit("1") { $0.note = "hers" }
    try await ada.delete("2")
    try await ada.delete("3")
    try await bob.edit("1") { $0.note = "his" }
    try await bob.edit("2") { $0.note = "kept" }
    try await bob.edit("3") { $0.note = "kept" }
    #expect(try await ada.synchronize().notices == 0)
    #expect(try await bob.synchronize().notices == 3)
    #expect(try await ada.synchronize().notices == 3)
    #expect(try await bob.synchronize().notices == 0)
    for machine in [ada, bob] { #expect(try await machine.book.notices().map(\.id).sorted() == ["1", "2", "3"]) }
  }

  @Test func `a change is a report of its machine too`() async throws {
    let (ada, bob) = try await two()
    let hour: Int64 = 3_600_000
    let start = bob.book.members[1].lastSeen
    var written: Int64 { bob.book.state.seen[bob.book.state.machine] }
    let before = written
    // The last report is old: it was made with a clock that was behind.
    bob.book.clock = { start - 100 * hour }
    try await bob.synchronize()
    #expect(written == before + 1)
    bob.book.clock = { start + hour }
    try await bob.edit("1") { $0.note = "now" }
    for _ in 0..<2 { try await bob.synchronize() }
    #expect(written == before + 2)
    try await settle([ada, bob])
    #expect(try ada.contents == bob.contents)
  }

  @Test func `of the entries that all have, the last one stays on the relay`() async throws {
    let (ada, bob) = try await two()
    for age in 1...4 {
      try await ada.edit("1") { $0.age = age }
      try await ada.synchronize()
    }
    try await bob.synchronize()
    try await bob.synchronizer.acknowledge()
    try await expectPruning(by: ada, of: relay)
    let machine = ada.book.state.machine
    let kept = await relay.stored.keys.filter { $0.machine == machine }.map(\.number)
    #expect(kept == [ada.book.state.seen[machine]])
  }

  @Test func `a report is due when a whole day has passed`() async throws {
    let (_, bob) = try await two()
    let day: Int64 = 24 * 3_600_000
    let start = bob.book.members[1].lastSeen
    for (time, isDue) in [(start + day - 1, false), (start + day, true), (start - day + 1, false), (start - day, true)]
    {
      bob.book.clock = { time }
      #expect(bob.book.isReportDue == isDue, "\(time - start)")
    }
  }

  @Test func `of members with one name, each is removed by its label`() async throws {
    let (ada, bob) = try await two()
    let other = try await Machine.joining("bob", ada)
    for machine in [bob, other, ada] { try await machine.synchronize() }
    await #expect(throws: SharingError.severalMembers("bob")) { try await ada.book.remove(member: "bob") }
    await #expect(throws: SharingError.ownMachine("ada")) { try await ada.book.remove(member: "ada") }
    await #expect(throws: SharingError.noSuchMember("")) { try await ada.book.remove(member: "") }
    try await ada.book.remove(member: ada.book.state.membership.label(of: other.book.state.machine))
    #expect(ada.book.members.map(\.id) == [ada.book.state.machine, bob.book.state.machine])
    try await ada.book.remove(member: "bob")
    #expect(ada.book.members.map(\.id) == [ada.book.state.machine])
  }

  @Test func `a report counts the entries that wait for a lost one`() async throws {
    let (ada, bob) = try await two()
    try await settle([ada, bob])
    for age in 1...3 {
      try await ada.edit("1") { $0.age = age }
      try await ada.synchronize()
    }
    let machine = ada.book.state.machine
    let content = await relay.content
    // The relay has only the last two of the three entries.
    try await relay.removeEntries(of: machine, through: ada.book.state.seen[machine] - 2)
    let before = try await bob.synchronize()
    #expect(before.waiting == 2 && before.received == 0)
    #expect(try bob.friend("1")?.age == 0)
    await relay.restore(content)
    let after = try await bob.synchronize()
    #expect(after.waiting == 0 && after.received == 3)
    #expect(try bob.friend("1")?.age == 3)
  }
}
