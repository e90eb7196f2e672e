/// Rewrites the cursor movements of a frame: safer for characters of disputed width, shorter for columns of letters.
///
/// Terminals disagree about the width of some characters, and ncurses uses only its own table. After each such
/// character, an absolute column address (`ESC [ n G`) puts the following text into its column on all terminals. Where
/// ncurses addresses the next line (`ESC [ n d`), a line feed does the same in one byte. ncurses also selects ASCII
/// with each change of attributes (`ESC ( B`), and sets both colours when one changes: what is selected or set already
/// is left out.
///
/// It reads the bytes that ncurses has written and tracks the cursor. It supports the sequences that ncurses uses on
/// terminals of the ANSI family; after any other sequence, the position is unknown until the next absolute address.
struct ColumnPins {
  let width: Int
  let height: Int
  private var column: Int?
  /// The cursor's line, counted from 1.
  private var line: Int?
  /// Whether only some of the lines scroll, so that a line feed may scroll them.
  private var hasRegion = false
  private var lastWidth = 0
  /// Whether ASCII is selected.
  private var isASCII = false
  /// The sequences that have set the colours, unless another one may have changed them since.
  private var foreground: ArraySlice<UInt8>?
  private var background: ArraySlice<UInt8>?

  init(width: Int, height: Int = .max) {
    self.width = width
    self.height = height
  }

  /// Returns the bytes of a frame with its movements rewritten.
  ///
  /// - Complexity: O(bytes).
  mutating func pin(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x1B:
        let before = line
        let end = escape(bytes, at: index)
        let isLineAddress = bytes[end - 1] == UInt8(ascii: "d") && bytes[index + 1] == UInt8(ascii: "[")
        if isLineAddress, let before, line == before + 1, column != nil, !hasRegion {
          result.append(0x0A)
        } else if !repeatsASCII(bytes[index..<end]), !repeatsColor(bytes[index..<end]) {
          result += bytes[index..<end]
        }
        index = end
      case 0..<0x20:
        control(byte)
        result.append(byte)
        index += 1
      case 0x20..<0x7F:
        advance(by: 1)
        result.append(byte)
        index += 1
      default:
        index = cluster(bytes, at: index, into: &result)
      }
    }
    return result
  }

  /// Whether a sequence selects ASCII, which is selected already.
  private mutating func repeatsASCII(_ sequence: ArraySlice<UInt8>) -> Bool {
    guard sequence.dropFirst().first == UInt8(ascii: "(") else { return false }
    let wasASCII = isASCII
    isASCII = sequence.last == UInt8(ascii: "B")
    return wasASCII && isASCII
  }

  /// Whether a sequence sets a colour that is set already.
  private mutating func repeatsColor(_ sequence: ArraySlice<UInt8>) -> Bool {
    guard sequence.last == UInt8(ascii: "m") else { return false }
    let numbers = ControlSequence(sequence.dropFirst(2).dropLast(), final: UInt8(ascii: "m")).numbers
    switch (numbers.first ?? 0, numbers.count) {
    case (30...37, 1), (90...97, 1), (38, 1), (38, 3), (38, 5):
      defer { foreground = sequence }
      return foreground == sequence
    case (40...47, 1), (100...107, 1), (48, 1), (48, 3), (48, 5):
      defer { background = sequence }
      return background == sequence
    default:
      (foreground, background) = (nil, nil)
      return false
    }
  }

  private mutating func advance(by columns: Int) {
    lastWidth = columns
    guard let column else { return }
    // Terminals differ at the right edge, so the position is unknown until the next absolute address.
    self.column = column + columns < width ? column + columns : nil
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: column = column.map { max(0, $0 - 1) }
    case 0x09: column = column.map { min(width - 1, ($0 / 8 + 1) * 8) }
    case 0x0D: column = 0
    // A line feed stays in its column: the terminal is in raw mode.
    case 0x0A: line = hasRegion ? nil : line.map { min($0 + 1, height) }
    default: break
    }
  }

  /// A character beyond ASCII with its marks; returns the index after it.
  private mutating func cluster(_ bytes: [UInt8], at start: Int, into result: inout [UInt8]) -> Int {
    var index = start
    var isDisputed = false
    var columns = 0
    while index < bytes.count, bytes[index] >= 0x80 {
      guard let (character, length) = UTF8Step.decode(bytes[index...]), let scalar = character.unicodeScalars.first
      else { return bytes.count }
      let width = TextLocale.width(of: scalar)
      if columns > 0, width != 0 { break }
      columns += max(width, 0)
      isDisputed = isDisputed || width == 0 || Self.isDisputed(scalar)
      index += length
    }
    result += bytes[start..<index]
    advance(by: columns)
    if isDisputed, let column { result += Array("\u{1B}[\(column + 1)G".utf8) }
    return index
  }

  /// Whether terminals draw the character in different widths: emoji, and scripts in which letters join into clusters.
  static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x2010..<0x2190, 0x2500..<0x25A0: false
    case 0x300..<0x370, 0x483..<0x48A, 0x900..<0x1200, 0x1700..<0x1900, 0xA960..<0xA980, 0xD7B0..<0xD800: true
    case 0x2190..<0x2500, 0x25A0..<0x2C00: scalar.properties.isEmoji
    case 0x1F000...: true
    default: false
    }
  }

  /// Follows an escape sequence and returns where it ends.
  private mutating func escape(_ bytes: [UInt8], at start: Int) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      var index = start + 2
      while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
      guard index < bytes.count else { return bytes.count }
      follow(ControlSequence(bytes[(start + 2)..<index], final: bytes[index]))
      return index + 1
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      return min(start + 3, bytes.count)
    case UInt8(ascii: "="), UInt8(ascii: ">"):
      return start + 2
    case UInt8(ascii: "M"), UInt8(ascii: "D"):
      line = nil
      return start + 2
    default:
      (column, line) = (nil, nil)
      return start + 2
    }
  }

  private mutating func follow(_ sequence: ControlSequence) {
    let number = max(sequence.numbers.first ?? 1, 1)
    switch sequence.final {
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      column = sequence.numbers.count > 1 ? max(sequence.numbers[1], 1) - 1 : 0
      line = number
    case UInt8(ascii: "G"), UInt8(ascii: "`"):
      column = number - 1
    case UInt8(ascii: "C"), UInt8(ascii: "a"):
      column = column.map { min(width - 1, $0 + number) }
    case UInt8(ascii: "D"):
      column = column.map { max(0, $0 - number) }
    case UInt8(ascii: "b"):
      advance(by: number * lastWidth)
    case UInt8(ascii: "d"):
      line = number
    case UInt8(ascii: "A"):
      line = line.map { max($0 - number, 1) }
    case UInt8(ascii: "B"), UInt8(ascii: "e"):
      line = line.map { min($0 + number, height) }
    case UInt8(ascii: "m"), UInt8(ascii: "K"), UInt8(ascii: "X"), UInt8(ascii: "P"), UInt8(ascii: "@"),
      UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "J"):
      break
    case UInt8(ascii: "r"):
      let numbers = sequence.numbers
      hasRegion = !numbers.isEmpty && (numbers[0] > 1 || numbers.count > 1 && numbers[1] < height)
      (column, line) = (nil, nil)
    case UInt8(ascii: "Z"):
      column = column.map { max(0, ($0 - 1) / 8 * 8) }
    default:
      (column, line) = (nil, nil)  // Inserted and deleted lines: the cursor goes where the terminal likes.
    }
  }
}
