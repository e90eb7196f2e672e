import Testing

@testable import peoplebook

@Suite struct FlatJSONTests {
  @Test func `values are read with their lines`() {
    let json = FlatJSON(
      """
      {
        "a": "x \\" y",
        "b": false, "c": ["1", "2"],

        "d": {"e": [1, {"f": null}]}
      }
      """.utf8)
    #expect(json.brokenLine == nil)
    #expect(json.members.map(\.key) == ["a", "b", "c", "d"])
    #expect(json.members.map(\.value) == [.text("x \" y"), .flag(false), .texts(["1", "2"]), .other])
    #expect(json.members.map(\.line) == [2, 3, 3, 5])
  }

  @Test func `a byte order mark is passed, and other bytes than UTF-8 are a mistake`() {
    #expect(FlatJSON([0xEF, 0xBB, 0xBF] + "{\"a\": true}".utf8).members.map(\.value) == [.flag(true)])
    let latin1 = FlatJSON(Array("{\n\"a\": \"".utf8) + [0xE9] + "\"}".utf8)
    #expect(latin1.brokenLine == 2 && latin1.text(setting: "a", to: .flag(true)) == nil)
  }

  @Test(arguments: [
    ("{", 1), ("{\n\"a\": tru}", 2), ("{\"a\": 1,}", 1), ("{\"a\": \"x\n\"}", 2), ("[]", 1), ("{}\n\nx", 3),
    ("{\"a\": [\"x\"", 1), ("{\"a\": nan}", 1), ("{\"a\": 0x10}", 1), ("{\"a\": \"\\q\"}", 1),
    (String(repeating: "[", count: 9), 1), ("{\"a\": {\"b\": 1 \"c\": 2}}", 1), ("{\"a\": {\"b\" 1}}", 1),
    ("{\"a\": {\"b\": 1,}}", 1), ("{\"a\": {1: 1}}", 1), ("{\"a\": {\"b\": 1", 1), ("{\"a\": [1 2]}", 1),
    ("{\"a", 1), ("{\"a\": \"x", 1), ("{\"a\": \"x\\", 1),
  ])
  func `a mistake has its line`(text: String, line: Int) {
    #expect(FlatJSON(text.utf8).brokenLine == line)
    #expect(FlatJSON(text.utf8).text(setting: "a", to: .flag(true)) == nil)
  }

  @Test func `the escapes of a text are read`() {
    #expect(FlatJSON(#"{"\u0061": "d\u0061rk \n \ud83d\ude00"}"#.utf8).members.map(\.value) == [.text("dark \n 😀")])
  }

  @Test func `values inside of 63 others are read`() {
    for (opening, closing) in [("[", "]"), ("{\"b\":", "}")] {
      let text = { String(repeating: opening, count: $0) + "1" + String(repeating: closing, count: $0) }
      #expect(FlatJSON("{\"a\": \(text(63))}".utf8).members.map(\.value) == [.other])
      #expect(FlatJSON("{\"a\": \(text(64))}".utf8).brokenLine == 1)
    }
  }

  @Test func `a deep text is refused, not followed`() {
    for opening in ["[", "{\"b\":", "[{\"b\":"] {
      #expect(FlatJSON(("{\"a\": " + String(repeating: opening, count: 100_000)).utf8).brokenLine == 1)
    }
  }

  @Test func `one value is replaced or added, and the rest stays as it is`() {
    let text = "{ \"a\": [1,\n 2],   \"b\": \"old\" }"
    #expect(FlatJSON(text.utf8).text(setting: "b", to: .text("n\"w")) == "{ \"a\": [1,\n 2],   \"b\": \"n\\\"w\" }")
    #expect(
      FlatJSON(text.utf8).text(setting: "c", to: .flag(true))
        == "{ \"a\": [1,\n 2],   \"b\": \"old\",\n  \"c\": true\n}\n")
    #expect(FlatJSON("".utf8).text(setting: "c", to: .texts(["x", "y"])) == "{\n  \"c\": [\"x\", \"y\"]\n}\n")
  }
}
