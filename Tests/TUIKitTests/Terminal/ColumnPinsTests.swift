import Testing

@testable import TUIKit

struct ColumnPinsTests {
  private func pinned(_ text: String, width: Int = 80) -> String {
    var pins = ColumnPins(width: width)
    return String(decoding: pins.pin(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("\u{1B}[3;5HAda", "\u{1B}[3;5HAda"),
    ("\u{1B}[3;5H漢x", "\u{1B}[3;5H漢x"),
    ("\u{1B}[3;5H👍x", "\u{1B}[3;5H👍\u{1B}[7Gx"),
    ("\u{1B}[3;5He\u{301}x", "\u{1B}[3;5He\u{301}\u{1B}[6Gx"),
    ("\r👍\t👍", "\r👍\u{1B}[3G\t👍\u{1B}[11G"),
    ("\u{1B}[2;1H\u{1B}[31mab\u{1B}[4C❤\u{8}x", "\u{1B}[2;1H\u{1B}[31mab\u{1B}[4C❤\u{1B}[8G\u{8}x"),
    ("\u{1B}[Hx\u{1B}[9b👍", "\u{1B}[Hx\u{1B}[9b👍\u{1B}[13G"),
    ("\u{1B}[12d\u{1B}[5G\u{1B}(B👍", "\u{1B}[12d\u{1B}[5G\u{1B}(B👍\u{1B}[7G"),
  ])
  func `a column is set after characters of disputed width`(bytes: String, expected: String) {
    #expect(pinned(bytes) == expected)
  }

  @Test(arguments: [
    // Letters below each other.
    ("\u{1B}[4;79HA\u{1B}[5d\u{8}B\u{1B}[6d\u{8}C", "\u{1B}[4;79HA\n\u{8}B\n\u{8}C"),
    // A move by two lines.
    ("\u{1B}[4;9HA\u{1B}[6d\u{8}B\u{1B}[5dC", "\u{1B}[4;9HA\u{1B}[6d\u{8}B\u{1B}[5dC"),
    // At the right edge the cursor's position is disputed, and in a scroll region a line feed may scroll.
    ("\u{1B}[4;80HA\u{1B}[5dB", "\u{1B}[4;80HA\u{1B}[5dB"),
    ("\u{1B}[2;9r\u{1B}[4;9HA\u{1B}[5dB", "\u{1B}[2;9r\u{1B}[4;9HA\u{1B}[5dB"),
    ("\u{1B}[2;9r\u{1B}[1;24r\u{1B}[4;9HA\u{1B}[5dB", "\u{1B}[2;9r\u{1B}[1;24r\u{1B}[4;9HA\nB"),
    ("A\u{1B}[5dB", "A\u{1B}[5dB"),
  ])
  func `the next line is reached by a line feed`(bytes: String, expected: String) {
    var pins = ColumnPins(width: 80, height: 24)
    #expect(String(decoding: pins.pin(Array(bytes.utf8)), as: UTF8.self) == expected)
  }

  @Test func `ASCII is selected once`() {
    #expect(pinned("\u{1B}(B\u{1B}[mA\u{1B}(B\u{1B}[0;2mB") == "\u{1B}(B\u{1B}[mA\u{1B}[0;2mB")
    let drawing = "\u{1B}(B\u{1B}[mA\u{1B}(0q\u{1B}(Bb"
    #expect(pinned(drawing) == drawing)
  }

  @Test func `an unknown column is not set`() {
    #expect(pinned("👍x") == "👍x")
    #expect(pinned("\r\u{1B}[2;20r👍") == "\r\u{1B}[2;20r👍")
    #expect(pinned("\u{1B}[1;9H👍x", width: 10) == "\u{1B}[1;9H👍x")
  }

  @Test(arguments: NaughtyStrings.all)
  func `removing the columns gives the original output`(text: String) {
    let clean = "\r" + text.sanitized.filter { $0 != "\n" }
    let result = pinned(clean, width: 10_000)
    var rest = Substring(result)
    var without = ""
    while let escape = rest.unicodeScalars.firstIndex(of: "\u{1B}") {
      without.unicodeScalars.append(contentsOf: rest.unicodeScalars[..<escape])
      let end = rest.unicodeScalars[escape...].firstIndex(of: "G") ?? rest.endIndex
      rest = rest[rest.unicodeScalars.index(after: end)...]
    }
    without.unicodeScalars.append(contentsOf: rest.unicodeScalars)
    #expect(Array(without.utf8) == Array(clean.utf8))
  }
}
