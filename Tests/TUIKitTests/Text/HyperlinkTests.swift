import TUIKit
import Testing

@Suite struct HyperlinkTests {
  @Test func `words get a way to a place`() {
    let link = Hyperlink.text("Ada", to: "https://example.org/ada?x=1")
    #expect(link == "\u{1B}]8;;https://example.org/ada?x=1\u{1B}\\Ada\u{1B}]8;;\u{1B}\\")
  }

  @Test(arguments: ["", "a\u{1B}\\b", "a b", "ä", "a\u{07}", "a\n"]) func `a place that could steer is left out`(
    url: String
  ) {
    #expect(Hyperlink.text("Ada\u{1B}]", to: url) == "Ada␛]")
  }
}
