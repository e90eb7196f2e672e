import Testing

@testable import Replication

extension RandomRestorationTests {
  /// A machine that has merged the last entry of another one, and the second entry after that.
  private func reader() async throws -> (reader: Machine, later: EntryID) {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    let machine = ada.book.state.machine
    return (bob, EntryID(machine: machine, number: bob.book.state.seen[machine] + 2))
  }

  /// A snapshot with a digest of an entry, and all entries through another.
  private nonisolated static func header(_ id: EntryID, through last: Int64) -> Snapshot.Header {
    Snapshot.Header(
      seen: VersionVector([id.machine: last]), lastMoment: Moment(time: 1), membership: Membership(), keys: [:],
      digests: [id.machine: [id.number: [9]]])
  }

  @Test func `a snapshot forgets no entries when others differ later`() async throws {
    let (bob, id) = try await reader()
    let last = bob.book.state.seen[id.machine]
    try await bob.book.perform { session in
      try session.tables.addDigest([1], of: id)
      try session.forgetOthers(than: Self.header(id, through: last))
    }
    #expect(bob.book.state.seen[id.machine] == last)
  }

  @Test func `a snapshot says which later entries are merged`() async throws {
    let (bob, id) = try await reader()
    try await bob.book.perform { session in
      try session.tables.addDigest([1], of: id)
      try session.forgetOthers(than: Self.header(id, through: id.number))
    }
    let digest = try await bob.book.perform { try $0.tables.digest(of: id) }
    #expect(digest == [9])
  }

  @Test func `a removal that is written again begins another key`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    let mallory = try await Machine.joining("mallory", ada)
    try await settle([ada, mallory])
    let former = ada.book.secrets.keys.epoch
    try await ada.book.remove(member: "mallory")
    let (machine, lost) = (ada.book.state.machine, ada.book.secrets.keys.epoch)
    let removal = EntryID(machine: machine, number: ada.book.state.seen[machine])
    try await ada.book.reissue(from: removal, others: [:])
    let epoch = ada.book.secrets.keys.epoch
    #expect(epoch > former && epoch != lost)
    #expect(ada.book.state.holders.contains(ada.book.state.machine))
  }

  @Test func `a machine that is introduced again is one member`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    let machine = ada.book.state.machine
    try await ada.book.reissue(from: EntryID(machine: machine, number: 1), others: [:])
    #expect(ada.book.state.machine != machine)
    #expect(ada.book.members.map(\.id) == [ada.book.state.machine])
  }

  @Test func `a machine with another identity stores a snapshot`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    try await ada.synchronize()
    let machine = ada.book.state.machine
    #expect(try await relay.snapshots().map(\.machine) == [machine])
    let last = EntryID(machine: machine, number: ada.book.state.seen[machine])
    try await ada.book.reissue(from: last, others: [:])
    try await ada.synchronize()
    let present = ada.book.state.machine
    #expect(try await relay.snapshots().contains { $0.machine == present })
  }
}
