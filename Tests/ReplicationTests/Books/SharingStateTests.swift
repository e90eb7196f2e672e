import Testing

@testable import Replication

@Suite struct SharingStateTests {
  private let ada = MachineKeys()
  private let bob = MachineKeys()

  private func state() -> SharingState {
    let members = [ada.machine: (ada, 8_000 as Int64, nil as Int64?), bob.machine: (bob, 9_000, 5)]
    let machines = members.mapValues { keys, lastReport, end in
      Membership.Machine(
        name: "name", publicKey: keys.publicKey, seen: VersionVector([keys.machine: 5]), lastChange: 7_000,
        lastReport: lastReport, end: end, isRemoved: end != nil)
    }
    return SharingState(
      machine: ada.machine, position: 42, seen: VersionVector([ada.machine: 3, bob.machine: 5]),
      lastMoment: Moment(time: 1_000, counter: 2), digest: [1, 2], membership: Membership(machines: machines),
      fields: ["first", "note"], unacknowledged: 4, snapshot: VersionVector([bob.machine: 2]), book: [9], epoch: 3,
      holders: [ada.machine, bob.machine])
  }

  /// The bytes of a state in the form of an earlier version.
  private func bytes(of state: SharingState, version: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(version)
    writer.write(state.machine)
    writer.write(state.position)
    writer.write(state.seen)
    writer.write(state.lastMoment)
    writer.write(state.digest)
    writer.write(state.membership)
    writer.write(state.fields) { $0.write($1) }
    writer.write(state.unacknowledged)
    writer.write(state.snapshot)
    if version > 1 {
      writer.write(state.membership.machines.sorted { $0.key < $1.key }) { $0.write($1.value.lastReport) }
    }
    if version > 2 {
      writer.write(state.book)
      writer.write(state.epoch)
      writer.write(state.holders.sorted()) { $0.write($1) }
    }
    if version == 3 {
      writer.write([(state.machine, 3 as Int64, [7 as UInt8])]) { writer, digest in
        writer.write(digest.0)
        writer.write(digest.1)
        writer.write(digest.2)
      }
    }
    return writer.bytes
  }

  @Test func `a state is read as it was written`() throws {
    #expect(try SharingState(bytes: state().bytes) == state())
    #expect(state().bytes == bytes(of: state(), version: 4))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `a state of an earlier version lacks what that did not note`(
    version: UInt64
  ) throws {
    var expected = state()
    if version < 3 { (expected.book, expected.epoch, expected.holders) = ([], 0, []) }
    if version < 2 { expected.membership.setLastReports([0, 0]) }
    #expect(try SharingState(bytes: bytes(of: state(), version: version)) == expected)
  }

  @Test(arguments: [0, 5] as [UInt64]) func `a state of another version is not read`(version: UInt64) {
    let other = bytes(of: state(), version: version)
    #expect(throws: MalformedBytes.self) { try SharingState(bytes: other) }
  }

  @Test func `a state that is cut short or longer is not read`() {
    let whole = state().bytes
    for count in 0..<whole.count {
      #expect(throws: MalformedBytes.self, "\(count)") { try SharingState(bytes: Array(whole.prefix(count))) }
    }
    #expect(throws: MalformedBytes.self) { try SharingState(bytes: whole + [0]) }
  }
}
