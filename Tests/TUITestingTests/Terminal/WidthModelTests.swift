import TUIKit
import TUITesting
import Testing

@Suite struct WidthModelTests {
  private let size = Size(width: 20, height: 2)

  private func columns(_ text: String) -> [[Int]] {
    WidthModel.allCases.map { WidthPicture(text.utf8, size: size, model: $0).columns(of: "│", line: 0) }
  }

  @Test(arguments: [
    ("Ada│", 3, 3), ("日本│", 4, 4), ("e\u{301}│", 1, 1), ("👍🏽│", 4, 2), ("👩‍👩‍👧│", 6, 2), ("❤\u{FE0F}│", 1, 2),
    ("🇩🇪│", 2, 2), ("नमस्ते│", 4, 3),
  ])
  func `the models differ where terminals do`(text: String, scalars: Int, clusters: Int) {
    #expect(columns(text) == [[scalars], [clusters]])
  }

  @Test func `an explicit column is the same for both`() {
    #expect(columns("👩‍👩‍👧\u{1B}[9G│") == [[8], [8]])
    #expect(columns("\u{1B}[2J\u{1B}[1;3H👍🏽\r\u{1B}[6C│\u{1B}[3X") == [[6], [6]])
  }

  @Test(arguments: [
    ("ab\u{1B}[1K│", 2), ("\nab\u{1B}[A│", 2), ("\t│", 8), ("\t\t\t│", 19), ("\u{1B}[99C│", 19), ("ab\u{8}│", 1),
    ("ab\u{1B}[9D│", 0), ("a\u{1B}[3b│", 4), ("\u{1B}[5`│", 4), ("\n\n\n\u{1B}[A│", 0),
  ])
  func `the cursor moves as a terminal's does`(text: String, column: Int) {
    #expect(columns(text) == [[column], [column]])
  }

  @Test func `a line is erased up to the cursor, or from it`() {
    #expect(columns("│ab│\u{1B}[2D\u{1B}[1K") == [[3], [3]])
    #expect(columns("│ab│\u{1B}[2D\u{1B}[K") == [[0], [0]])
    #expect(columns("│\n│\u{1B}[J") == [[0], [0]])
    #expect(columns("│\u{1B}[2J") == [[], []])
  }

  @Test func `unknown sequences are reported`() {
    let picture = WidthPicture("\u{1B}[3S│".utf8, size: size, model: .scalars)
    #expect(picture.unknown == ["[3S"])
    #expect(picture.columns(of: "│", line: 9) == [])
  }
}
