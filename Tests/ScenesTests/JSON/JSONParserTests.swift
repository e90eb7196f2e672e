import Testing

@testable import Scenes

@Suite struct JSONParserTests {
  private func problem(_ text: String) -> String {
    do throws(FileProblem) {
      _ = try JSONParser.parse(Array(text.utf8))
      return "valid"
    } catch {
      return error.description(in: Array(text.utf8), named: "a.json")
    }
  }

  @Test func `values keep their positions`() throws {
    let node = try JSONParser.parse(Array(#"{"a": [1, -2.5e1, "x"], "b": null}"#.utf8))
    guard case .object(let members) = node.content, case .array(let items) = members[0].value.content else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.key) == ["a", "b"])
    #expect(members.map(\.keyOffset) == [1, 24])
    #expect(items.map(\.offset) == [7, 10, 18])
    guard case .number(let number) = items[1].content else {
      Issue.record("not a number")
      return
    }
    #expect(number == -25)
  }

  @Test func `escapes are replaced`() throws {
    let node = try JSONParser.parse(Array(#""a\n\"\\\/é😀\ud800""#.utf8))
    guard case .string(let text) = node.content else {
      Issue.record("not text")
      return
    }
    #expect(text == "a\n\"\\/é😀\u{FFFD}")
  }

  @Test func `a mistake is reported with line and column`() {
    #expect(problem("{\n  \"é\" 1}") == "a.json:2:7: expected a colon after “é”")
    #expect(problem("[1,]") == "a.json:1:4: expected a value")
    #expect(problem("") == "a.json:1:1: the file ends in the middle of a value")
    #expect(problem("{} x") == "a.json:1:4: expected the end of the file")
    #expect(problem("\"a\nb\"") == "a.json:1:3: a text must not contain a line end: write \\n")
    #expect(problem("\"a\r\n\"") == "a.json:1:3: a text must not contain a line end: write \\n")
    #expect(problem("\"a\tb\"") == "a.json:1:3: a text must not contain a tab: write \\t")
    #expect(problem("\"\\n\u{1B}\"") == "a.json:1:4: a text must not contain a control character: write \\u001b")
    #expect(problem("\"abc") == "a.json:1:5: the file ends inside a text")
    #expect(problem(#""\u12x4""#) == "a.json:1:4: expected four hexadecimal digits")
    #expect(problem("1e999") == "a.json:1:1: expected a value")
  }

  @Test func `deep nesting is refused`() {
    #expect(problem(String(repeating: "[", count: 100_000)) == "a.json:1:129: more than 128 levels of nesting")
  }
}
