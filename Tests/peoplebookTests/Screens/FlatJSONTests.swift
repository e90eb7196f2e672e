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
      """)
    #expect(json.brokenLine == nil)
    #expect(json.members.map(\.key) == ["a", "b", "c", "d"])
    #expect(json.members.map(\.value) == [.text("x \" y"), .flag(false), .texts(["1", "2"]), .other])
    #expect(json.members.map(\.line) == [2, 3, 3, 5])
  }

  @Test(arguments: [
    ("{", 1), ("{\n\"a\": tru}", 2), ("{\"a\": 1,}", 1), ("{\"a\": \"x\n\"}", 2), ("[]", 1), ("{}\n\nx", 3),
    ("{\"a\": [\"x\"", 1), ("{\"a\": nan}", 1), ("{\"a\": 0x10}", 1), ("{\"a\": \"\\q\"}", 1),
    (String(repeating: "[", count: 9), 1),
  ])
  func `a mistake has its line`(text: String, line: Int) {
    #expect(FlatJSON(text).brokenLine == line)
    #expect(FlatJSON(text).text(setting: "a", to: .flag(true)) == nil)
  }

  @Test func `the escapes of a text are read`() {
    #expect(FlatJSON(#"{"\u0061": "d\u0061rk \n \ud83d\ude00"}"#).members.map(\.value) == [.text("dark \n 😀")])
  }

  @Test func `a deep text is refused, not followed`() {
    #expect(FlatJSON("{\"a\": " + String(repeating: "[", count: 100_000)).brokenLine == 1)
  }

  @Test func `one value is replaced or added, and the rest stays as it is`() {
    let text = "{ \"a\": [1,\n 2],   \"b\": \"old\" }"
    #expect(FlatJSON(text).text(setting: "b", to: .text("n\"w")) == "{ \"a\": [1,\n 2],   \"b\": \"n\\\"w\" }")
    #expect(
      FlatJSON(text).text(setting: "c", to: .flag(true)) == "{ \"a\": [1,\n 2],   \"b\": \"old\",\n  \"c\": true\n}\n")
    #expect(FlatJSON("").text(setting: "c", to: .texts(["x", "y"])) == "{\n  \"c\": [\"x\", \"y\"]\n}\n")
  }
}
