import Testing

@testable import PeoplebookCore

struct VCardTimeTests {
  @Test(arguments: [
    ("20260101T103000Z", "2026-01-01T10:30:00Z"), ("20260101T103000-0500", "2026-01-01T10:30:00-0500"),
    ("20260101T103000", "2026-01-01T10:30:00"), ("T103000Z", "T10:30:00Z"), ("20260101", "2026-01-01"),
  ])
  func `a time of a card and that of a jCard say the same`(card: String, json: String) {
    #expect(VCardTime.extended(card) == json)
    #expect(VCardTime.basic(json) == card)
  }
}
