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

  private func number(_ text: String) throws -> Double? {
    if case .number(let number) = try JSONParser.parse(Array(text.utf8)).content { number } else { nil }
  }

  @Test(arguments: [("0", 0.0), ("-0.5", -0.5), ("12", 12), ("1e2", 100), ("1E-2", 0.01), ("2.5e+1", 25)])
  func `a number is read`(text: String, value: Double) throws {
    #expect(try number(text) == value)
    #expect(try number(" \t\r\n\(text) \n") == value)
  }

  @Test(arguments: [
    "+1", ".5", "-", "e1", "1e", "1-2", "--1", "0x1", "NaN", "inf", "truth", "tru", "fals", "nul", "'a'",
  ])
  func `other words are no values`(text: String) {
    #expect(problem(text).hasPrefix("a.json:1:"))
    #expect(problem("[\(text)").contains("expected"))
  }

  @Test func `truth values, null and empty values are read`() throws {
    guard case .array(let items) = try JSONParser.parse(Array("[true, false,null ,{ }, [ ],\"\"]".utf8)).content else {
      Issue.record("not an array")
      return
    }
    let texts = items.map { item in
      switch item.content {
      case .boolean(let flag): "\(flag)"
      case .null: "null"
      case .object(let members): "object \(members.count)"
      case .array(let items): "array \(items.count)"
      case .string(let text): "string \(text.count)"
      case .number: "number"
      }
    }
    #expect(texts == ["true", "false", "null", "object 0", "array 0", "string 0"])
  }

  @Test func `a byte order mark is skipped, once and at the start`() {
    #expect(problem("\u{FEFF}[]") == "valid")
    #expect(problem("\u{FEFF}\u{FEFF}[]") != "valid" && problem("[]\u{FEFF}") != "valid")
  }

  @Test func `the end of a value is needed`() {
    #expect(problem("[1") == "a.json:1:3: expected a comma or a closing bracket")
    #expect(problem("[1 2]") == "a.json:1:4: expected a comma or a closing bracket")
    #expect(problem("{\"a\": 1") == "a.json:1:8: expected a comma or a closing brace")
    #expect(problem("{\"a\": 1,}") == "a.json:1:9: expected a name in quotation marks")
    #expect(problem("{a: 1}") == "a.json:1:2: expected a name in quotation marks")
    #expect(problem("{\"a\" :") == "a.json:1:7: the file ends in the middle of a value")
    #expect(problem("{\"a\": 1, \"b\": [2, {\"c\": null}]}") == "valid")
    #expect(problem("\"\\") == "a.json:1:3: the file ends inside a text")
    #expect(problem("\"\\q\"") == "a.json:1:2: unknown escape sequence")
    #expect(problem("\"\u{1}\"") == "a.json:1:2: a text must not contain a control character: write \\u0001")
    #expect(problem("\"\u{10}\"").hasSuffix("write \\u0010") && problem("\"\u{F}\"").hasSuffix("write \\u000f"))
  }

  @Test func `nesting up to the limit is read, on every side again`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(problem(nested(128)) == "valid" && problem(nested(129)) != "valid")
    #expect(problem("[\(nested(127)), \(nested(127)), {\"a\": \(nested(126))}]") == "valid")
    #expect(problem("[{\"a\": \(nested(127))}]") != "valid")
  }
}
