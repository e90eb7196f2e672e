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

  @Test(arguments: ["x:y", "x;y", "x\"y", "x-é", ""])
  func `a property with a name that no line has is left out`(name: String) {
    #expect(lines(name, "text", "1") == [])
  }
}
