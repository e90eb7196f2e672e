import Testing

@testable import PeoplebookCore

struct OddLineTests {
  @Test func `a text that is not a line is the value of one`() throws {
    let line = try #require(OddLine.property("no colon", line: 1))
    #expect(line.text == "X-PEOPLEBOOK-LINE:no colon")
    #expect(OddLine.text(in: line) == "no colon")
  }

  @Test func `a line with a parameter was not made of a text`() throws {
    let line = try #require(VCardProperty(text: "X-PEOPLEBOOK-LINE;CHARSET=UTF-8:no colon"))
    #expect(OddLine.text(in: line) == nil)
  }
}
