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
