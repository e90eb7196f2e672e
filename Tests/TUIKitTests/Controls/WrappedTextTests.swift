import Testing

@testable import TUIKit

@Suite struct WrappedTextTests {
  private func rows(_ text: String, width: Int) -> [String] {
    let characters = Array(text)
    return WrappedText(characters, width: width).rows.map { String(characters[$0]) }
  }

  @Test(arguments: [
    ("one two", 7, ["one two"]), ("one two", 6, ["one ", "two"]), ("one two", 3, ["one ", "two"]),
    ("abcdef", 4, ["abcd", "ef"]),
    ("a bcdef", 4, ["a ", "bcde", "f"]), ("ab cd ef", 5, ["ab cd ", "ef"]), ("a\nb", 9, ["a\n", "b"]),
    ("a\n", 9, ["a\n", ""]),
    ("one  two", 4, ["one  ", "two"]), ("ab\ncd ef", 4, ["ab\n", "cd ", "ef"]), ("日本語", 5, ["日本", "語"]),
    ("日本", 1, ["日", "本"]),
    ("", 5, [""]), ("abc", 0, ["a", "b", "c"]), ("a bb ccc d", 4, ["a bb ", "ccc ", "d"]), ("abcd", 4, ["abcd"]),
  ]) func `rows end at blanks and newlines`(text: String, width: Int, expected: [String]) {
    #expect(rows(text, width: width) == expected)
  }

  @Test func `a position is in the row that it begins`() {
    let text = WrappedText(Array("one two日\n\nx"), width: 5)
    let positions = (0...11).map { text.position(of: $0) }
    #expect(positions.map(\.row) == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 3])
    #expect(positions.map(\.column) == [0, 1, 2, 3, 0, 1, 2, 3, 5, 0, 0, 1])
    // Blanks beyond the edge.
    #expect(WrappedText(Array("ab    "), width: 3).position(of: 6).column == 3)
  }

  @Test func `a column leads to the nearest position`() {
    let text = WrappedText(Array("one two日\n\nx"), width: 5)
    #expect((0...5).map { text.index(row: 0, column: $0) } == [0, 1, 2, 3, 3, 3])
    #expect((0...6).map { text.index(row: 1, column: $0) } == [4, 5, 6, 7, 7, 8, 8])
    #expect([0, 3].map { text.index(row: 2, column: $0) } == [9, 9])
    #expect([0, 1, 9].map { text.index(row: 3, column: $0) } == [10, 11, 11])
    #expect(text.index(row: -4, column: 1) == 1 && text.index(row: 99, column: 0) == 10)
    #expect(text.index(row: 0, column: -1) == 0)
  }

  @Test func `the visible part of a row ends before its blanks`() {
    let characters = Array("one  two \n  \nx")
    let text = WrappedText(characters, width: 4)
    #expect(text.rows.map { String(characters[$0]) } == ["one  ", "two \n", "  \n", "x"])
    let visible = text.rows.indices.map { text.visibleRange(of: $0, in: characters) }
    #expect(visible == [0..<3, 5..<8, 10..<10, 13..<14])
    #expect(text.width(of: 0..<5) == 5 && text.width(of: 5..<10) == 4)
  }
}
