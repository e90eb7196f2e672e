import Testing

@testable import Replication

@Suite struct SnapshotTests {
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
    var writer = ByteWriter()
    writer.write(1 as UInt64)
    writer.write(VersionVector([author.machine: 3]))
    writer.write(Moment(time: 9, counter: 2))
    writer.write(membership)
    writer.write([(epoch: Int64(1), key: [UInt8(1), 2])]) { writer, key in
      writer.write(key.epoch)
      writer.write(key.key)
    }
    let snapshot = try opened(writer.bytes, Snapshot.bytes([], part: 1))
    #expect(
      snapshot.header
        == Snapshot.Header(
          seen: VersionVector([author.machine: 3]), lastMoment: Moment(time: 9, counter: 2), membership: membership,
          keys: [1: [1, 2]]))
  }

  @Test(arguments: [0, 3] as [UInt64]) func `a first part of another version is refused`(version: UInt64) {
    var writer = ByteWriter()
    writer.write(version)
    #expect(throws: MalformedBytes.self) { try opened(writer.bytes) }
  }
}
