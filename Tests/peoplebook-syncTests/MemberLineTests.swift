import Testing

@testable import Replication
@testable import peoplebook_sync

@Suite struct MemberLineTests {
  private func line(
    _ name: String, isThisMachine: Bool = false, lastSeen: Int64 = 0, lastChange: Int64 = 0, missing: Int64 = 0
  ) -> String {
    MemberLine.text(
      SharingMember(
        id: MachineID(high: 1, low: 2), name: name, isThisMachine: isThisMachine, lastSeen: lastSeen,
        lastChange: lastChange, missing: missing))
  }

  @Test func `a member has a name, two times, and what it lacks`() {
    #expect(line("home", isThisMachine: true) == "home (this machine)\tnot seen yet\tno change yet")
    #expect(
      line("laptop", lastSeen: 86_400_000, lastChange: 1, missing: 3)
        == "laptop\tlast seen 1970-01-02T00:00:00Z\tlast change 1970-01-01T00:00:00Z\tlacks at most 3 entries")
    #expect(
      line("desk", lastSeen: 1, missing: 1)
        == "desk\tlast seen 1970-01-01T00:00:00Z\tno change yet\tlacks at most 1 entry")
    #expect(line("desk", lastSeen: 1).hasSuffix("\thas everything"))
    #expect(line("a\u{1B}[31m\nb").hasPrefix("a␛[31m␊b\t"))
  }
}
