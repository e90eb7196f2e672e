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

  @Test(arguments: [
    "20260101T103000X", "2026-01-01T10:30:00X", "2026-01-01T10:30:00+05x", "20260101T1030", "2026-01-01T10:30",
    "20260101T10300x", "2026-01-01T10:30:0x", "20261301T103000Z", "2026-13-01T10:30:00Z", "soon", "",
  ])
  func `another text is the same in both`(text: String) {
    #expect(VCardTime.extended(text) == text)
    #expect(VCardTime.basic(text) == text)
  }
}
