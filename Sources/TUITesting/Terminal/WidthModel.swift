import TUIKit

/// The ways in which terminals count the columns of a character with several code points.
public enum WidthModel: CaseIterable, Sendable {
  /// Each code point has its own width, as with `wcwidth`: an emoji of a family of four is eight columns wide.
  case scalars
  /// Each grapheme cluster is one or two columns wide, whatever its code points.
  case clusters

  func widths(of text: String) -> [(text: String, columns: Int)] {
    switch self {
    case .scalars:
      return text.unicodeScalars.map { (String($0), Self.width(of: $0)) }
    case .clusters:
      return text.map { character in
        let scalars = character.unicodeScalars
        let widest = scalars.map(Self.width).max() ?? 0
        // A variation selector turns a narrow character into an emoji; two regional indicators are one flag.
        let isWide = scalars.contains { $0.value == 0xFE0F } || scalars.count { 0x1F1E6...0x1F1FF ~= $0.value } == 2
        return (String(character), isWide ? 2 : min(widest, 2))
      }
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: String(scalar).displayWidth
    }
  }
}

/// The positions of a program's output on a terminal with a given width model.
///
/// It interprets the output of a complete redraw, as after a resize: cursor movements, erasures and repeated
/// characters, but no scrolling. Sequences that it does not know are listed in ``unknown``, so that a test cannot pass
/// by mistake.
///
/// ```swift
/// for model in WidthModel.allCases {
///   let picture = WidthPicture(bytes, size: size, model: model)
///   #expect(picture.columns(of: "│", line: 3) == [20])
/// }
/// ```
public struct WidthPicture {
  /// Columns and lines.
  public let size: Size
  /// The model by which it counts columns.
  public let model: WidthModel
  /// The sequences that it does not know, as written.
  public private(set) var unknown: [String] = []

  private var lines: [[String]]
  private var x = 0
  private var y = 0
  private var last = " "

  /// Interprets a program's output as a terminal of this kind does.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes and of cells.
  public init(_ bytes: some Sequence<UInt8>, size: Size, model: WidthModel) {
    self.size = size
    self.model = model
    lines = Array(repeating: Array(repeating: " ", count: max(1, size.width)), count: max(1, size.height))
    var scanner = EscapeScanner()
    var tokens: [EscapeScanner.Token] = []
    scanner.scan(Array(bytes)) { tokens.append($0) }
    for token in tokens { take(token) }
  }

  /// The columns of a line in which `character` is drawn.
  ///
  /// - Complexity: O(*n*), where *n* is the width of the line.
  public func columns(of character: Character, line: Int) -> [Int] {
    guard lines.indices.contains(line) else { return [] }
    return lines[line].indices.filter { lines[line][$0] == String(character) }
  }

  private mutating func take(_ token: EscapeScanner.Token) {
    switch token {
    case .text(let bytes): put(String(decoding: bytes, as: UTF8.self))
    case .control(let byte): control(byte)
    case .sequence(let sequence): move(sequence)
    case .escape, .string: break  // Character sets, keypad modes, titles: nothing moves.
    }
  }

  private mutating func put(_ text: String) {
    for (text, columns) in model.widths(of: text) {
      if columns == 0 { continue }
      guard x < size.width else { return }
      lines[y][x] = text
      for column in x + 1..<max(x + 1, min(x + columns, size.width)) { lines[y][column] = "" }
      x += columns
      last = text
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: x = max(0, x - 1)
    case 0x09: x = min(size.width - 1, (x / 8 + 1) * 8)
    case 0x0A: y = min(size.height - 1, y + 1)
    case 0x0D: x = 0
    default: break
    }
  }

  private mutating func move(_ sequence: EscapeScanner.ControlSequence) {
    guard sequence.prefix.isEmpty else { return }
    let fields = sequence.fields.map { $0.first ?? 0 }
    let count = max(1, fields.first ?? 1)
    switch sequence.final {
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      y = min(count, size.height) - 1
      x = min(max(1, fields.count > 1 ? fields[1] : 1), size.width) - 1
    case UInt8(ascii: "A"): y = max(0, y - count)
    case UInt8(ascii: "B"): y = min(size.height - 1, y + count)
    case UInt8(ascii: "C"): x = min(size.width - 1, x + count)
    case UInt8(ascii: "D"): x = max(0, x - count)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): x = min(count, size.width) - 1
    case UInt8(ascii: "d"): y = min(count, size.height) - 1
    case UInt8(ascii: "b"): for _ in 0..<count { put(last) }
    case UInt8(ascii: "J"): eraseLines(fields.first ?? 0)
    case UInt8(ascii: "K"): eraseLine(fields.first ?? 0)
    case UInt8(ascii: "X"): erase(y, from: min(x, size.width - 1), to: x + count)
    case UInt8(ascii: "m"), UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "t"), UInt8(ascii: "r"): break
    default: unknown.append(String(decoding: sequence.bytes.dropFirst(), as: UTF8.self))
    }
  }

  /// Erases after the cursor, up to it (1), or everything.
  private mutating func eraseLines(_ part: Int) {
    eraseLine(part)
    for line in lines.indices where part == 0 ? line > y : part == 1 ? line < y : true { erase(line, from: 0) }
  }

  /// Erases the line of the cursor after it, up to it (1), or whole.
  private mutating func eraseLine(_ part: Int) {
    // After a character in the last column, the cursor is still there.
    let cursor = min(x, size.width - 1)
    erase(y, from: part == 0 ? cursor : 0, to: part == 1 ? cursor + 1 : .max)
  }

  private mutating func erase(_ line: Int, from start: Int, to end: Int = .max) {
    for column in min(start, size.width)..<max(min(start, size.width), min(end, size.width)) {
      lines[line][column] = " "
    }
  }
}
