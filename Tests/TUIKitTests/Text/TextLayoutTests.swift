import Testing

@testable import TUIKit

struct TextLayoutTests {
  @Test(arguments: [
    ("Lovelace", 8, "Lovelace"), ("Lovelace", 5, "Love…"), ("Lovelace", 1, "…"), ("Lovelace", 0, ""),
    ("山田太郎", 5, "山田…"),
    ("山田太郎", 4, "山…"), ("👨‍👩‍👧‍👦ab", 3, "👨‍👩‍👧‍👦…"), ("", 0, ""),
  ])
  func `text that is too wide ends with an ellipsis`(text: String, width: Int, expected: String) {
    #expect(text.truncated(toWidth: width) == expected)
  }

  @Test func `padding aligns text`() {
    #expect("ab".padded(toWidth: 5) == "ab   ")
    #expect("ab".padded(toWidth: 5, alignment: .center) == " ab  ")
    #expect("ab".padded(toWidth: 5, alignment: .trailing) == "   ab")
    #expect("山田".padded(toWidth: 5, alignment: .trailing) == " 山田")
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("a\n\nb", 5, ["a", "", "b"]), ("", 5, [""]), ("a   b", 2, ["a", "b"]), ("  ab", 4, ["  ab"]),
    ("山田太郎", 5, ["山田", "太郎"]),
    ("hello  ", 5, ["hello"]), ("an extraordinary day", 8, ["an", "extraord", "inary", "day"]),
  ])
  func `text is wrapped at words`(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(toWidth: width) == expected)
  }

  @Test(arguments: [
    ("ab cd", 2, ["ab", "cd"]), ("ab  cd", 2, ["ab", "cd"]), ("abcd ef", 3, ["abc", "d", "ef"]),
    ("a b c", 3, ["a b", "c"]),
    ("ab c", 3, ["ab", "c"]), ("a bc", 3, ["a", "bc"]), ("ab   ", 2, ["ab"]), ("ab ", 3, ["ab "]), ("   ", 3, ["   "]),
    ("one two  ", 5, ["one", "two"]), ("a 山田", 4, ["a", "山田"]), ("a\r\n\nb", 3, ["a", "", "b"]), ("a\n", 3, ["a", ""]),
    ("abc", 3, ["abc"]), ("abc", 0, []), ("abc", -1, []),
  ])
  func `a line is broken at the last blank that fits`(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(toWidth: width) == expected)
  }

  @Test func `a prefix has as many whole characters as fit`() {
    #expect((-1...5).map { "山a田".prefix(fitting: $0) } == ["", "", "", "山", "山a", "山a", "山a田"].map { $0[...] })
    #expect("Lovelace".truncated(toWidth: 5, ellipsis: "...") == "Lo...")
    #expect("Lovelace".truncated(toWidth: 3, ellipsis: "...") == "...")
    #expect("Lovelace".truncated(toWidth: 2, ellipsis: "...") == "Lo")
    #expect("Lovelace".padded(toWidth: 4) == "Lov…")
    #expect(Character("\r\n").displayWidth == 2 && Character("a").displayWidth == 1 && Character("山").displayWidth == 2)
  }

  @Test func `spare columns are before, around or behind a text`() {
    #expect([TextAlignment.leading, .center, .trailing].map { $0.offset(in: 5) } == [0, 2, 5])
  }

  @Test(arguments: NaughtyStrings.all, [2, 3, 10, 40])
  func `no layout is wider than allowed`(text: String, width: Int) {
    #expect(text.truncated(toWidth: width).displayWidth <= width)
    #expect(text.padded(toWidth: width).displayWidth == width)
    #expect(text.prefix(fitting: width).description.displayWidth <= width)
    let lines = text.wrapped(toWidth: width)
    #expect(lines.allSatisfy { $0.displayWidth <= width })
    #expect(lines.joined().filter { $0 != " " && !$0.isNewline } == text.filter { $0 != " " && !$0.isNewline })
  }
}
