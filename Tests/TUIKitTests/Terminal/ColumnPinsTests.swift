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
    ("\u{1B}[3;5f", 5), ("\u{1B}[9`", 9), ("\u{1B}[H\u{1B}[3a", 4), ("\u{1B}[9G\u{1B}[3D", 6),
    ("\u{1B}[3G\u{1B}[9D", 1),
    ("\u{1B}[70G\u{1B}[9C", 79), ("\u{1B}[9G\u{1B}[Z", 1), ("\u{1B}[10G\u{1B}[Z", 9), ("\u{1B}[12G\u{8}", 11),
    ("\r\u{8}", 1),
    ("\u{1B}[9G\t", 17), ("\u{1B}[8G\t", 9), ("\r漢", 3),
    ("\u{1B}[7G\u{1B}[m\u{1B}[K\u{1B}[2X\u{1B}[P\u{1B}[@\u{1B}[1S\u{1B}[1T", 7),
    ("\u{1B}[7G\u{1B}[?25h\u{1B}[?25l\u{1B}[J\u{1B}=\u{1B}>\u{1B}(B\u{1B})0\u{1B}M\u{1B}D", 7), ("\u{1B}[0;0H", 1),
    ("\u{1B}[7Gab\u{1B}[3b", 12), ("\u{1B}[7G漢\u{1B}[b", 11), ("\u{1B}[75Gabc", 78),
  ])
  func `the column is known after each movement`(bytes: String, column: Int) {
    #expect(pinned(bytes + "❤") == bytes + "❤\u{1B}[\(column + 1)G")
  }

  @Test(arguments: ["\u{1B}[L", "\u{1B}c", "\u{1B}[2;9r", "\u{1B}[75Gabcdef"])
  func `other sequences hide the column`(bytes: String) {
    #expect(pinned("\u{1B}[9G" + bytes + "❤") == "\u{1B}[9G" + bytes + "❤")
  }

  @Test(arguments: [
    ("\u{1B}[2A", 2), ("\u{1B}[A", 3), ("\u{1B}[90A", 1), ("\u{1B}[B", 5), ("\u{1B}[2e", 6), ("\u{1B}[90B", 24),
    ("\n", 5), ("x", 4),
  ]) func `the line is known after each movement`(movement: String, line: Int) {
    var pins = ColumnPins(width: 80, height: 24)
    let result = String(decoding: pins.pin(Array("\u{1B}[4;9H\(movement)\u{1B}[\(line + 1)dx".utf8)), as: UTF8.self)
    #expect(result == "\u{1B}[4;9H\(movement)\nx")
    var others = ColumnPins(width: 80, height: 24)
    let far = "\u{1B}[4;9H\(movement)\u{1B}[\(line + 2)dx"
    #expect(String(decoding: others.pin(Array(far.utf8)), as: UTF8.self) == far)
  }

  @Test(arguments: ["\u{1B}M", "\u{1B}D", "\u{1B}[L"]) func `a line that scrolled may be any line`(movement: String) {
    var pins = ColumnPins(width: 80, height: 24)
    let bytes = "\u{1B}[4;9H\(movement)\u{1B}[9G\u{1B}[5dx"
    #expect(String(decoding: pins.pin(Array(bytes.utf8)), as: UTF8.self) == bytes)
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[1", "\u{1B}(", "\u{1B}[1;", "é", "\u{1B}[5"])
  func `bytes that end early are passed on`(bytes: String) {
    #expect(pinned("\rx" + bytes) == "\rx" + bytes)
  }

  @Test func `emoji and joined letters are disputed`() {
    let disputed = [
      0x300, 0x36F, 0x483, 0x489, 0x900, 0x11FF, 0x1700, 0x18FF, 0xA960, 0xA97F, 0xD7B0, 0xD7FF, 0x2764, 0x1F000,
    ]
    for value in disputed { #expect(Unicode.Scalar(value as Int).map(ColumnPins.isDisputed) ?? true, "\(value)") }
    for value in [
      0x2FF, 0x370, 0x48A, 0x8FF, 0x1200, 0x16FF, 0x1900, 0x2010, 0x2500, 0x259F, 0x2191, 0x2C00, 0xA95F, 0xA980,
      0x1EFFF,
    ] {
      #expect(Unicode.Scalar(value as Int).map { !ColumnPins.isDisputed($0) } ?? true, "\(value)")
    }
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

  @Test(arguments: [
    ("[31m[44mA[32m[44mB", "[31m[44mA[32mB"),
    ("[38;5;9m[48;5;7mA[38;5;9m[48;5;8mB", "[38;5;9m[48;5;7mA[48;5;8mB"),
    ("[38:2::1:2:3m[48:2::4:5:6mA[38:2::1:2:3m[48:2::4:5:7mB", "[38:2::1:2:3m[48:2::4:5:6mA[48:2::4:5:7mB"),
    ("[38;2;1;2;3mA[38;2;1;2;3mB[97m[107mC[107mD[97mE", "[38;2;1;2;3mAB[97m[107mCDE"),
    // The former colours are gone after these.
    ("[31m[44mA[m[31m[44mB", "[31m[44mA[m[31m[44mB"),
    ("[31m[44mA[39;49m[31mB[44mC", "[31m[44mA[39;49m[31mB[44mC"),
    ("[31mA[39m[31mB[44mC[49m[44mD", "[31mA[39m[31mB[44mC[49m[44mD"),
    ("[31mA[0;1m[31mB[31;44mC[31mD", "[31mA[0;1m[31mB[31;44mC[31mD"),
    // Other sequences have the same numbers.
    ("[31mA[31d[31mB", "[31mA[31dB"),
    ("[4mA[4mB", "[4mA[4mB"),
  ])
  func `a colour that is set already is left out`(bytes: String, expected: String) {
    func escaped(_ text: String) -> String { text.replacing("[", with: "\u{1B}[") }
    #expect(pinned(escaped(bytes)) == escaped(expected))
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
