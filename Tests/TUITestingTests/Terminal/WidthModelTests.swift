import Algorithms
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
    ("🇩🇪│", 2, 2), ("नमस्ते│", 4, 3), ("a\u{202E}│", 1, 1), ("a\u{20DD}│", 1, 1),
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
    ("ab\u{1B}[2:9C│", 4),
  ])
  func `the cursor moves as a terminal's does`(text: String, column: Int) {
    #expect(columns(text) == [[column], [column]])
  }

  @Test func `a line is erased up to the cursor, or from it`() {
    #expect(columns("│ab│\u{1B}[2D\u{1B}[1K") == [[3], [3]])
    #expect(columns("│ab│\u{1B}[2D\u{1B}[K") == [[0], [0]])
    #expect(columns("│\n│\u{1B}[J") == [[0], [0]])
    #expect(columns("│\u{1B}[2J") == [[], []])
    #expect(columns("│\n│\u{1B}[1J") == [[], []])
  }

  @Test func `unknown sequences are reported`() {
    let picture = WidthPicture("\u{1B}[3S│".utf8, size: size, model: .scalars)
    #expect(picture.unknown == ["[3S"])
    #expect(picture.columns(of: "│", line: 9) == [])
  }

  @Test(arguments: ["[1;2r", "[22;0;0t", "[1m", "[20h", "[20l", "[?25l", "(B", "]2;a\u{7}"])
  func `a sequence without a movement is known`(sequence: String) {
    for model in WidthModel.allCases {
      let picture = WidthPicture("ab\u{1B}\(sequence)│".utf8, size: size, model: model)
      #expect(picture.unknown == [] && picture.columns(of: "│", line: 0) == [2])
    }
  }

  @Test(arguments: 0..<40) func `a picture agrees with a terminal on plain text`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let size = Size(width: 20, height: 5)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func letters(_ count: Int) -> String {
      String((0..<count).compactMap { _ in "abc".randomElement(using: &generator) })
    }
    let output = (0..<40).map { _ in
      // Below the last line a terminal scrolls, and after the last column it begins another line.
      let start = "\u{1B}[\(number(1...4));\(number(1...12))" + ["H", "f"][number(0...1)]
      let lastColumn = "\u{1B}[\(number(1...4));20H" + letters(1)
      return switch number(0...7) {
      case 7: lastColumn + ["", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[X", "\u{1B}[J"][number(0...4)]
      case 0: start + letters(number(1...5))
      case 1: start + "\u{1B}[\(number(0...30))\(["A", "B", "C", "D"][number(0...3)])" + letters(1)
      case 2: start + "\u{1B}[\(number(0...30))\(["G", "`", "d"][number(0...2)])" + letters(1)
      case 3: start + letters(1) + "\u{1B}[\(number(1...4))b"
      case 4: start + ["\u{8}", "\t", "\n", "\r", "\u{1B}[A", "\u{1B}[H"][number(0...5)] + letters(1)
      case 5: start + ["\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K", "\u{1B}[\(number(1...9))X"][number(0...3)]
      default: start + ["\u{1B}[J", "\u{1B}[1J", letters(3), letters(2), letters(1)][number(0...4)]
      }
    }.joined()
    let terminal = VirtualTerminal(size: size)
    terminal.write(output)
    let screen = terminal.contents
    for model in WidthModel.allCases {
      let picture = WidthPicture(output.utf8, size: size, model: model)
      #expect(picture.unknown == [])
      for letter in ["a", "b", "c"] as [Character] {
        for line in 0..<size.height {
          let columns = (0..<size.width).filter { screen[$0, line].text == String(letter) }
          #expect(picture.columns(of: letter, line: line) == columns)
        }
      }
    }
  }
}
