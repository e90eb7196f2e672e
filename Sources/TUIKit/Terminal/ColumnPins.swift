/// Addresses the cursor absolutely after every character of a width that terminals disagree about, so that what follows
/// is in its column on all of them.
///
/// ncurses trusts its own idea of widths. This reads the bytes that it has written for a frame, keeps account of the
/// column where ncurses believes the cursor to be, and writes that column (`ESC [ n G`) behind each disputed character.
/// It knows the sequences that ncurses uses on terminals of the ANSI family; after one that it does not know, the
/// column is unknown until it is next given.
struct ColumnPins {
  let width: Int
  private var column: Int?
  private var lastWidth = 0

  init(width: Int) {
    self.width = width
  }

  /// The frame with the columns put in.
  mutating func pin(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x1B:
        let end = escape(bytes, at: index)
        result += bytes[index..<end]
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

  private mutating func advance(by columns: Int) {
    lastWidth = columns
    guard let column else { return }
    // At the right edge terminals differ: the next place will be given.
    self.column = column + columns < width ? column + columns : nil
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: column = column.map { max(0, $0 - 1) }
    case 0x09: column = column.map { min(width - 1, ($0 / 8 + 1) * 8) }
    case 0x0D: column = 0
    default: break  // A line feed stays in its column: the terminal is in raw mode.
    }
  }

  /// A character beyond ASCII with its marks; returns where what follows begins.
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
    case UInt8(ascii: "M"), UInt8(ascii: "D"), UInt8(ascii: "="), UInt8(ascii: ">"):
      return start + 2
    case UInt8(ascii: "7"), UInt8(ascii: "8"):
      column = nil
      return start + 2
    default:
      column = nil
      return start + 2
    }
  }

  private mutating func follow(_ sequence: ControlSequence) {
    let number = max(sequence.numbers.first ?? 1, 1)
    switch sequence.final {
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      column = sequence.numbers.count > 1 ? max(sequence.numbers[1], 1) - 1 : 0
    case UInt8(ascii: "G"), UInt8(ascii: "`"):
      column = number - 1
    case UInt8(ascii: "C"), UInt8(ascii: "a"):
      column = column.map { min(width - 1, $0 + number) }
    case UInt8(ascii: "D"):
      column = column.map { max(0, $0 - number) }
    case UInt8(ascii: "b"):
      advance(by: number * lastWidth)
    case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "m"),
      UInt8(ascii: "K"),
      UInt8(ascii: "X"), UInt8(ascii: "P"), UInt8(ascii: "@"), UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "h"),
      UInt8(ascii: "l"), UInt8(ascii: "J"):
      break
    case UInt8(ascii: "Z"):
      column = column.map { max(0, ($0 - 1) / 8 * 8) }
    default:
      column = nil  // Regions, inserted and deleted lines: the cursor goes where the terminal likes.
    }
  }
}
