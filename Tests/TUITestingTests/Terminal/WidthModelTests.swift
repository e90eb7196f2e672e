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

  @Test func `unknown sequences are reported`() {
    let picture = WidthPicture("\u{1B}[3S│".utf8, size: size, model: .scalars)
    #expect(picture.unknown == ["[3S"])
    #expect(picture.columns(of: "│", line: 9) == [])
  }
}
