import Algorithms

/// Reads JSON, and keeps the position of each value.
///
/// The reader of Foundation forgets positions, which messages about a scene file need.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// The nesting that no file needs, and that the stack still holds.
  private static let depthLimit = 128

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value that a text consists of.
  static func parse(_ bytes: [UInt8]) throws(FileProblem) -> JSONNode {
    var parser = JSONParser(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
    parser.skipBlanks()
    let node = try parser.value()
    parser.skipBlanks()
    guard parser.index == bytes.count else { throw parser.problem("expected the end of the file") }
    return node
  }

  private func problem(_ message: String, at offset: Int? = nil) -> FileProblem {
    FileProblem(message, at: offset ?? index)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  // MARK: Values

  private mutating func value() throws(FileProblem) -> JSONNode {
    let start = index
    switch next {
    case UInt8(ascii: "{"): return JSONNode(content: .object(try object()), offset: start)
    case UInt8(ascii: "["): return JSONNode(content: .array(try array()), offset: start)
    case UInt8(ascii: "\""): return JSONNode(content: .string(try string()), offset: start)
    case UInt8(ascii: "t"): return JSONNode(content: .boolean(try word("true", as: true)), offset: start)
    case UInt8(ascii: "f"): return JSONNode(content: .boolean(try word("false", as: false)), offset: start)
    case UInt8(ascii: "n"): return JSONNode(content: try word("null", as: .null), offset: start)
    case nil: throw problem("the file ends in the middle of a value")
    default: return JSONNode(content: .number(try number()), offset: start)
    }
  }

  private mutating func enter() throws(FileProblem) {
    depth += 1
    guard depth <= Self.depthLimit else { throw problem("more than \(Self.depthLimit) levels of nesting") }
    index += 1
    skipBlanks()
  }

  private mutating func object() throws(FileProblem) -> [JSONMember] {
    try enter()
    defer { depth -= 1 }
    var members: [JSONMember] = []
    if take(UInt8(ascii: "}")) { return members }
    while true {
      let start = index
      guard next == UInt8(ascii: "\"") else { throw problem("expected a name in quotation marks") }
      let key = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw problem("expected a colon after “\(key)”") }
      skipBlanks()
      members.append(JSONMember(key: key, keyOffset: start, value: try value()))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw problem("expected a comma or a closing brace") }
      skipBlanks()
    }
  }

  private mutating func array() throws(FileProblem) -> [JSONNode] {
    try enter()
    defer { depth -= 1 }
    var items: [JSONNode] = []
    if take(UInt8(ascii: "]")) { return items }
    while true {
      items.append(try value())
      skipBlanks()
      if take(UInt8(ascii: "]")) { return items }
      guard take(UInt8(ascii: ",")) else { throw problem("expected a comma or a closing bracket") }
      skipBlanks()
    }
  }

  private mutating func word<T>(_ word: StaticString, as value: T) throws(FileProblem) -> T {
    let end = index + word.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[index..<end].elementsEqual(wanted) else { throw problem("expected a value") }
    index = end
    return value
  }

  private mutating func number() throws(FileProblem) -> Double {
    let start = index
    while let byte = next, Self.isPartOfNumber(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
      let number = Double(text), number.isFinite
    else { throw problem("expected a value", at: start) }
    return number
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }

  // MARK: Text

  private mutating func string() throws(FileProblem) -> String {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
    if next == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while true {
      guard let byte = next else { throw problem("the file ends inside a text") }
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(into: &text)
      case 0..<0x20: throw problem("a text must not contain \(Self.unescaped(byte))", at: index - 1)
      default: text.append(byte)
      }
    }
  }

  /// The name of a control character, and how it is written.
  private static func unescaped(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: "a tab: write \\t"
    case 0x0A, 0x0D: "a line end: write \\n"
    default: "a control character: write \\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))"
    }
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(FileProblem) {
    let start = index - 1
    do {
      try decodeJSONEscape(in: bytes, at: &index, into: &text)
    } catch {
      switch error {
      case .incomplete: throw problem("the file ends inside a text", at: bytes.count)
      case .unknown: throw problem("unknown escape sequence", at: start)
      case .notHexadecimal: throw problem("expected four hexadecimal digits")
      }
    }
  }
}
