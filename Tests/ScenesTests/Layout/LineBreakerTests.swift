import Testing

@testable import Scenes

@MainActor
@Suite struct LineBreakerTests {
  private func lines(_ text: String, width: Int, more: String = "") throws -> [String] {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "name": "t", "text": {"bind": "title"}, "width": \#(width)\#(more)}]"#)
    try scene.instance.setValue(of: StringProperty(path: "title"), to: text)
    scene.advance(by: 0)
    return TextBlock(scene.element("t"), width: width).lines.map { $0.map { String($0.text) }.joined() }
  }

  @Test(arguments: [
    ("", [""]), ("one two", ["one", "two"]), ("one  two", ["one", "two"]), ("one    two", ["one", "two"]),
    ("one two ", ["one", "two "]), ("four    ", ["four"]), ("  one", ["  one"]), ("longword", ["longw", "ord"]),
    ("a longword", ["a", "longw", "ord"]), ("a\nb", ["a", "b"]), ("a\r\nb\rc", ["a", "b", "c"]), ("a\n", ["a", ""]),
    ("日本語", ["日本", "語"]), ("a 日本 b", ["a", "日本", "b"]), ("é\r\nü", ["é", "ü"]),
  ])
  func `words are kept together in five columns`(text: String, expected: [String]) throws {
    #expect(try lines(text, width: 5) == expected)
  }

  @Test func `a word across runs is kept together`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "name": "t", "runs": [{"text": "one tw"}, {"text": "o three"}]}]"#)
    scene.resize(to: CellSize(width: 6, height: 4))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["one", "two", "three", ""])
    let line = TextBlock(scene.element("t"), width: 6).lines[1]
    #expect(line.map(\.columns) == [2, 1])
  }

  @Test(arguments: [("end", "abc…"), ("start", "…fgh"), ("middle", "ab…h"), ("clip", "abcd")])
  func `a line without room is cut at one side`(truncation: String, expected: String) throws {
    let more = #", "wrap": "none", "truncation": "\#(truncation)""#
    #expect(try lines("abcdefgh", width: 4, more: more) == [expected])
  }

  @Test(arguments: [("end", ["abc", "d", "…"]), ("start", ["…", "f", "ghi"]), ("clip", ["abc", "de"])])
  func `a line of several runs is cut within one of them`(truncation: String, expected: [String]) throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "text", "name": "t", "wrap": "none", "truncation": "\(truncation)",
          "runs": [{"text": "abc"}, {"text": "def"}, {"text": "ghi"}]}]
        """)
    let lines = TextBlock(scene.element("t"), width: 5).lines
    #expect(lines.map { $0.map { String($0.text) } } == [expected])
  }

  @Test func `a text without room is not broken`() throws {
    #expect(try lines("one two", width: 0) == ["one two"])
  }

  @Test func `a wide character with an accent is wide`() {
    #expect(TextMeasure.width(of: "日\u{301}a") == 3)
  }

  @Test func `lines beyond the greatest number are left out`() throws {
    #expect(try lines("one two three", width: 5, more: #", "maxLines": 2"#) == ["one", "two…"])
    #expect(try lines("one two", width: 5, more: #", "maxLines": 2"#) == ["one", "two"])
    #expect(try lines("one", width: 5, more: #", "maxLines": 0"#) == [])
  }

  @Test(arguments: [
    ("one longword", "one l…"), ("日本 Longword", "日本…"), ("one a longword", "one a…"), ("one two", "one t…"),
    ("one\ntwo", "one…"), ("one", "one"), ("one     ", "one"), ("longword", "longw…"),
  ])
  func `the last line is filled up to the cut`(text: String, expected: String) throws {
    #expect(try lines(text, width: 6, more: #", "maxLines": 1"#) == [expected])
  }

  @Test func `a clipped last line is filled too`() throws {
    #expect(try lines("one longword", width: 6, more: #", "maxLines": 1, "truncation": "clip""#) == ["one lo"])
  }
}
