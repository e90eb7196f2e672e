import Testing

@testable import PeoplebookCore

@Suite struct ChangeOriginTests {
  @Test(
    arguments: [
      (-5, "just now"), (0, "just now"), (1, "1 min ago"), (59, "59 min ago"), (60, "1 h ago"), (1_439, "23 h ago"),
      (1_440, "yesterday"), (2_879, "yesterday"), (2_880, "2 days ago"),
    ] as [(Int64, String)])
  func `the time since a change is in words`(minutes: Int64, text: String) {
    let origin = ChangeOrigin(author: "ada", time: 60_000)
    #expect(origin.timeText(now: 60_000 + minutes * 60_000) == text)
  }
}
