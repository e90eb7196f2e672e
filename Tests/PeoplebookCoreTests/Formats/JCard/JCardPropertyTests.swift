import Testing

@testable import PeoplebookCore

struct JCardPropertyTests {
  private func lines(_ name: String, _ type: String, _ value: String) -> [String] {
    JCardProperty.lines(.list([.text(name), .object([:]), .text(type), .text(value)]))
  }

  @Test func `a text that looks like a URI is marked as a text`() {
    #expect(lines("tel", "text", "tel:1") == ["TEL;VALUE=text:tel:1"])
    #expect(lines("tel", "text", "1") == ["TEL:1"])
    #expect(lines("tel", "unknown", "tel:1") == ["TEL:tel:1"])
  }

  @Test(arguments: [
    ("date", "1985-04-12", "19850412"), ("date-time", "1985-04-12T23:20:50Z", "19850412T232050Z"),
    ("date-and-or-time", "1985-04-12", "19850412"), ("timestamp", "1985-04-12T23:20:50Z", "19850412T232050Z"),
    ("time", "T23:20:50Z", "T232050Z"),
  ])
  func `dates and times lose their separators`(type: String, json: String, card: String) {
    #expect(lines("x-seen", type, json) == ["X-SEEN;VALUE=\(type):\(card)"])
  }

  @Test(arguments: ["x:y", "x;y", "x\"y", "x-é", ""])
  func `a property with a name that no line has is left out`(name: String) {
    #expect(lines(name, "text", "1") == [])
  }
}
