import TUIKit
import Testing

@Suite struct HyperlinkTests {
  @Test func `words can be a link to an address`() {
    let link = Hyperlink.text("Ada", to: "https://example.org/ada?x=1")
    #expect(link == "\u{1B}]8;;https://example.org/ada?x=1\u{1B}\\Ada\u{1B}]8;;\u{1B}\\")
  }

  @Test(arguments: ["", "a\u{1B}\\b", "a b", "ä", "a\u{07}", "a\n"])
  func `an address that could control the terminal is left out`(
    url: String
  ) {
    #expect(Hyperlink.text("Ada\u{1B}]", to: url) == "Ada␛]")
  }
}
