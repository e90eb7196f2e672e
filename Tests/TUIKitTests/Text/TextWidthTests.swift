import Algorithms
import Testing

@testable import TUIKit

struct TextWidthTests {
  private func drawn(_ text: String) -> String {
    let surface = Surface(size: Size(width: 60, height: 1))
    Canvas(surface).write(text, at: .zero, style: Style())
    return surface.line(0)
  }

  @Test(arguments: [
    ("Ada", 3, "Ada"), ("山田", 4, "山田"), ("e\u{301}", 1, "é"), ("👨‍👩‍👧‍👦", 2, "👨"), ("🇫🇷", 2, "FR"), ("❤️", 1, "❤"),
    ("👍🏽", 2, "👍"),
    ("\u{1112}\u{1161}\u{11AB}", 2, "한"), ("नमस्ते", 4, "नमस्ते"), ("a\u{200B}b", 2, "ab"), ("1️⃣", 1, "1\u{20E3}"),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2, "🏴"),
    ("“\u{301}”", 3, "“◌\u{301}”"),
    ("\u{301}x", 2, "◌\u{301}x"), ("שלום", 4, "שלום"), ("🏽", 2, "🏽"), ("👩\u{200D}a", 3, "👩a"), ("a\u{200D}👩", 3, "a👩"),
    ("x\u{301}\u{302}\u{303}\u{304}\u{305}", 1, "x\u{301}\u{302}\u{303}\u{304}"),
  ])
  func `drawn text has the same width everywhere`(text: String, width: Int, expected: String) {
    #expect(text.displayWidth == width)
    #expect(drawn(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("\u{1B}[2J", "␛[2J"), ("a\tb\r\n", "a␉b␍␊"), ("\u{7}\u{0}\u{7F}", "␇␀␡"), ("\u{9B}31m", "␦31m"),
    ("\u{202E}olleh", "·olleh"),
    ("\u{E0041}x", "·x"), ("\u{2028}", "␊"), ("\u{FFFE}", "\u{FFFD}"),
  ])
  func `characters that could control a terminal become visible`(text: String, expected: String) {
    #expect(drawn(text) == expected)
    #expect(text.displayWidth == expected.count)
  }

  @Test func `sanitised text keeps everything but control characters`() {
    #expect("\u{1B}]0;x\u{7}é👨‍👩‍👧".sanitized == "␛]0;x␇é👨‍👩‍👧")
    #expect("Ada".sanitized == "Ada")
  }

  @Test(arguments: NaughtyStrings.all)
  func `the widths of the characters add up to the width of the text`(text: String) {
    #expect(text.reduce(0) { $0 + $1.displayWidth } == text.displayWidth)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the widths add up for any text`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = NaughtyStrings.random(length: 40, using: &random)
    #expect(text.reduce(0) { $0 + $1.displayWidth } == text.displayWidth)
  }

  @Test(.enabled(if: NaughtyStrings.corpus == nil, "the corpus is at hand, and read"))
  func `without the corpus the built-in examples are enough`() {
    #expect(NaughtyStrings.all == NaughtyStrings.own)
  }

  @Test(arguments: [
    ("─━–—‐‑╌╸╺", "-"), ("│┃▌▏▎▍▐▕¦", "|"), ("┌┐└┘├┤┬┴┼╭╮╰╯", "+"), ("█▉▊▋▓■▇▆", "#"), ("▒▅▄▀", "="), ("░", ":"),
    ("▁▂▃", "_"), ("●•◆★✓✔", "*"), ("○◯◌", "o"), ("▸▶→›»", ">"), ("◂◀←‹«", "<"), ("▲↑△▴", "^"), ("▼↓▽▾", "v"),
    ("✕×✗", "x"), ("·…․", "."), ("‘’‚′", "'"), ("“”„″", "\""), ("\u{A0}\u{2002}\u{200A}\u{202F}\u{3000}", " "),
    ("漢ß\u{1F00}", "?"),
  ]) func `each shape has a similar one in ASCII`(shapes: String, similar: String) {
    #expect(shapes.asciiStandIns == String(repeating: similar, count: shapes.unicodeScalars.count))
  }

  @Test func `every control character has its stand-in`() {
    func standIns(_ values: [UInt32]) -> Set<Unicode.Scalar?> {
      Set(values.compactMap(Unicode.Scalar.init).map(\.standIn))
    }
    #expect((0..<0x20 as Range<UInt32>).allSatisfy { standIns([$0]) == [Unicode.Scalar(0x2400 + $0)] })
    #expect(standIns([0x7F]) == ["\u{2421}"])
    #expect(standIns(Array(0x80...0x9F)) == ["\u{2426}"])
    #expect(standIns([0x2028, 0x2029]) == ["\u{240A}"])
    #expect(standIns([0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x206F)) == ["·"])
    #expect(standIns(Array(0xE0000...0xE007F)) == ["·"])
    #expect(standIns(Array(0x20...0x7E) + [0xA0, 0xE9, 0x2026]) == [nil])
  }

  @Test func `text that is not truncated has no ellipsis, and all its columns`() {
    for text in ["abcdef", "äbcdef"] {
      let surface = Surface(size: Size(width: 10, height: 2))
      Canvas(surface).write(text, at: .zero, style: Style(), maxWidth: 4, truncates: false)
      Canvas(surface).write(text, at: Point(x: 0, y: 1), style: Style(), maxWidth: 4)
      #expect(surface.line(0) == String(text.prefix(4)))
      #expect(surface.line(1) == text.prefix(3) + "…")
    }
  }

  @Test func `in ASCII, characters keep a similar shape`() {
    #expect("é●─▌…漢".unicodeScalars.map { StandIn.ascii(for: $0) } == ["e", "*", "-", "|", ".", "?"])
  }

  @Test func `a text is in ASCII only where the locale needs it`() {
    #expect("Zoë".inUserLocale == (TextLocale.isUTF8 ? "Zoë" : "Zoe"))
    #expect("a\r\nb".inUserLocale == "a\r\nb")
  }
}
