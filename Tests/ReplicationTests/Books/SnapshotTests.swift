import Persistence
import Testing

@testable import Replication

@Suite(.timeLimit(.minutes(5))) struct SnapshotTests {
  private let keys = BookKeys()
  private let author = MachineKeys()

  /// A member, one that has left, and one that was removed.
  private var membership: Membership {
    let (left, removed) = (MachineKeys(), MachineKeys())
    return Membership(machines: [
      author.machine: .init(
        name: "ada", publicKey: author.publicKey, seen: VersionVector([left.machine: 2]), lastChange: 7),
      left.machine: .init(name: "bob", publicKey: left.publicKey, lastChange: 5, end: 2),
      removed.machine: .init(name: "mallory", publicKey: removed.publicKey, end: 0, isRemoved: true),
    ])
  }

  /// A first part in the form of a version.
  private func firstPart(version: UInt64, _ membership: Membership) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(version)
    writer.write(VersionVector([author.machine: 3]))
    writer.write(Moment(time: 9, counter: 2))
    writer.write(membership)
    writer.write([(epoch: Int64(1), key: [UInt8(1), 2])]) { writer, key in
      writer.write(key.epoch)
      writer.write(key.key)
    }
    if version > 1 {
      // One further part, and no digests.
      writer.write(1 as UInt64)
      writer.write(0 as UInt64)
    }
    return writer.bytes
  }

  private func opened(_ parts: [UInt8]...) throws -> Snapshot {
    let id = EntryID(machine: author.machine, number: 3)
    return try Snapshot(parts.map { SealedEntry(.snapshot, id, $0, keys, author) }, keys)
  }

  @Test func `the first part is read as it was written`() throws {
    let digests: [MachineID: [Int64: [UInt8]]] = [author.machine: [1: [4], 2: [5]], MachineKeys().machine: [9: [6]]]
    let header = Snapshot.Header(
      seen: VersionVector([author.machine: 3]), lastMoment: Moment(time: 9, counter: 2), membership: membership,
      keys: [1: [1, 2], 2: [3]], partCount: 1, digests: digests)
    let record = Snapshot.Record(id: "1", state: [7, 8])
    let snapshot = try opened(Snapshot.bytes(header), Snapshot.bytes([record], part: 1))
    #expect(snapshot.header == header)
    #expect(try snapshot.records(ofPart: 0) == [record])
    #expect(throws: SharingError.self) { try opened(Snapshot.bytes(header)) }
  }

  @Test func `the first part of the first version has neither parts nor digests`() throws {
    let membership = membership
    let snapshot = try opened(firstPart(version: 1, membership), Snapshot.bytes([], part: 1))
    #expect(
      snapshot.header
        == Snapshot.Header(
          seen: VersionVector([author.machine: 3]), lastMoment: Moment(time: 9, counter: 2), membership: membership,
          keys: [1: [1, 2]]))
  }

  @Test func `a part with further bytes after its records is refused`() throws {
    let header = Snapshot.Header(
      seen: VersionVector(), lastMoment: Moment(time: 9), membership: membership, keys: [:], partCount: 1)
    let record = Snapshot.Record(id: "1", state: [7])
    let snapshot = try opened(Snapshot.bytes(header), Snapshot.bytes([record], part: 1) + [0])
    #expect(throws: MalformedBytes.self) { try snapshot.records(ofPart: 0) }
  }

  @Test func `a part ends with the record that reaches four megabytes`() {
    let sizes = [3 << 20, 1 << 20, 3 << 20, 2 << 20, 1]
    let records = sizes.enumerated().map { index, size in
      Snapshot.Record(id: "\(index)", state: [UInt8](repeating: 7, count: size))
    }
    #expect(Snapshot.divided(records).map { $0.map(\.id) } == [["0", "1"], ["2", "3"], ["4"]])
  }

  @MainActor @Test func `the snapshot with most entries is taken, but first the inviter's`() async throws {
    let relay = MemoryRelay()
    let machines = [MachineKeys(), MachineKeys()].sorted { $0.machine < $1.machine }
    for (machine, number) in zip(machines, [3, 5] as [Int64]) {
      let id = EntryID(machine: machine.machine, number: number)
      let header = Snapshot.Header(
        seen: VersionVector([machine.machine: number]), lastMoment: Moment(time: 9),
        membership: Membership(machines: [machine.machine: .init(name: "ada", publicKey: machine.publicKey)]),
        keys: keys.known, partCount: 1)
      let parts = [Snapshot.bytes(header), Snapshot.bytes([], part: 1)]
      try await relay.store(snapshot: parts.map { SealedEntry(.snapshot, id, $0, keys, machine) })
    }
    let newest = try await Synchronizer<Friend>.newestSnapshot(relay, keys)
    #expect(newest?.id.machine == machines[1].machine)
    let invited = try await Synchronizer<Friend>.newestSnapshot(relay, keys, inviter: machines[0].machine)
    #expect(invited?.id.machine == machines[0].machine)
  }

  @Test(arguments: [0, 3] as [UInt64]) func `a first part of another version is refused`(version: UInt64) {
    let first = firstPart(version: version, membership)
    #expect(throws: MalformedBytes.self) { try opened(first, Snapshot.bytes([], part: 1)) }
  }

  @Test func `a snapshot of a machine that is not a member is refused`() {
    var members = membership
    let id = EntryID(machine: author.machine, number: 3)
    members.apply(Entry(id: id, seen: VersionVector(), content: .departure))
    let header = Snapshot.Header(
      seen: VersionVector(), lastMoment: Moment(time: 9), membership: members, keys: [:], partCount: 1)
    #expect(throws: SealError.unknownMachine(id)) { try opened(Snapshot.bytes(header), Snapshot.bytes([], part: 1)) }
  }

  @MainActor @Test func `a snapshot has what is deleted while it is made`() async throws {
    let friends = ["Ada", "Bob"].enumerated().map { index, name in
      var friend = Friend(name)
      friend.id = "\(index + 1)"
      return friend
    }
    let ada = try await Machine.sharing("ada", MemoryRelay(), friends)
    // A transaction of sharing saves its state last: the trigger deletes the record at the end of the first one.
    try await ada.store.write { transaction in
      try transaction.run(
        "CREATE TRIGGER deletes AFTER INSERT ON sharing BEGIN DELETE FROM friend WHERE id = '1'; END")
    }
    let snapshot = try await Snapshot(ada.book.snapshot(), ada.book.secrets.keys)
    #expect(try ada.contents.map(\.id) == ["2"])
    let records = try snapshot.records(ofPart: 0)
    #expect(records.map(\.id) == ["1", "2"])
    let record = try #require(records.first)
    let state = try RecordState(bytes: record.state, besides: RecordContent())
    #expect(!state.exists)
    #expect(state.content.fields["first"]?.text == "Ada")
  }

  @MainActor @Test func `a snapshot under an earlier key does not count`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    let (relay, parts) = (MemoryRelay(), try await ada.book.snapshot())
    try await relay.store(snapshot: parts)
    var keys = ada.book.secrets.keys
    let present = try await Synchronizer<Friend>.newestSnapshot(relay, keys)
    #expect(present?.id == parts[0].id)
    keys.add(Sodium.random(Sodium.keySize), epoch: keys.epoch + 1)
    let later = try await Synchronizer<Friend>.newestSnapshot(relay, keys)
    #expect(later?.id == nil)
  }
}
