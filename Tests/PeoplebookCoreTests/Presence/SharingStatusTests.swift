import PeoplebookCore
import Testing

@Suite struct SharingStatusTests {
  @Test(arguments: [
    SharingStatus.live, .syncing(0), .syncing(1_204), .offline(since: 12, reason: "no route to host"),
    .refused("a bad signature"), .stopped("The relay is full."),
  ])
  func `a status is read as it is written`(status: SharingStatus) {
    #expect(SharingStatus(line: status.line + "\n") == status)
  }

  @Test(arguments: ["", "\n", "gone", "offline", "offline soon", "\u{0}"])
  func `another line is no status`(line: String) {
    #expect(SharingStatus(line: line) == nil)
  }
}
