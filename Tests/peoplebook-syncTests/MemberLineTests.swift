import Testing

@testable import Replication
@testable import peoplebook_sync

@Suite struct MemberLineTests {
  private func line(_ name: String, isThisMachine: Bool = false, lastChange: Int64 = 0, missing: Int64 = 0) -> String {
    MemberLine.text(
      SharingMember(
        id: MachineID(high: 1, low: 2), name: name, isThisMachine: isThisMachine, lastChange: lastChange,
        missing: missing))
  }

  @Test func `a member has a name, the time of its last change, and what it lacks`() {
    #expect(line("home", isThisMachine: true) == "home (this machine)\tno change yet")
    #expect(line("laptop", lastChange: 1, missing: 3) == "laptop\tlast change 1970-01-01T00:00:00Z\tmissing entries: 3")
    #expect(line("desk", lastChange: 86_400_000) == "desk\tlast change 1970-01-02T00:00:00Z\thas everything")
  }
}
