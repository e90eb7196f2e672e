import FoundationEssentials
import PeoplebookCore

/// A JSON object of settings, read with the line of each value, and written without changing what it does not name.
struct FlatJSON {
  /// A value of a setting.
  enum Value: Equatable {
    case text(String)
    case flag(Bool)
    case texts([String])
    /// A value of another kind.
    case other

    /// The value as JSON; an empty text for another kind.
    var json: String {
      switch self {
      case .text(let text): JSONText.string(text)
      case .flag(let flag): flag ? "true" : "false"
      case .texts(let texts): "[" + texts.map(JSONText.string).joined(separator: ", ") + "]"
      case .other: ""
      }
    }
  }

  /// A setting, and where it is in the text.
  struct Member {
    var key: String
    var value: Value
    /// The line of the key, from 1.
    var line: Int
    fileprivate var range: Range<Int>
  }

  /// The settings before the first mistake.
  private(set) var members: [Member] = []
  /// The line of the first mistake; `nil` in a correct text.
  private(set) var brokenLine: Int?
  private let bytes: [UInt8]
  private var position = 0

  /// Whether the text begins with another value than an object.
  let isOtherValue: Bool

  /// Reads the UTF-8 of an object; a blank text is an empty one.
  ///
  /// - Complexity: O(length of the text).
  init(_ text: some Sequence<UInt8>) {
    let text = Array(text)
    bytes = text.starts(with: Self.byteOrderMark) ? Array(text.dropFirst(Self.byteOrderMark.count)) : text
    let start = bytes.first { !Self.blanks.contains($0) }
    isOtherValue = start.map { $0 != UInt8(ascii: "{") } ?? false
    skipBlanks()
    if position < bytes.count, !readMembers() { brokenLine = line(at: min(position, bytes.count)) }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  /// The text with another value for a key; `nil` when it is not a correct object.
  func text(setting key: String, to value: Value) -> String? {
    guard brokenLine == nil else { return nil }
    let new = Array(value.json.utf8)
    if let member = members.last(where: { $0.key == key }) {
      let (before, after) = (bytes[..<member.range.lowerBound], bytes[member.range.upperBound...])
      return String(decoding: before + new + after, as: UTF8.self)
    }
    let line = "  \(JSONText.string(key)): \(value.json)\n}\n"
    guard let end = members.last?.range.upperBound else { return "{\n" + line }
    return String(decoding: bytes[..<end], as: UTF8.self) + ",\n" + line
  }

  private func line(at position: Int) -> Int { bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1 }

  // MARK: Reading

  private mutating func readMembers() -> Bool {
    guard take("{") else { return false }
    if take("}") { return isAtEnd }
    repeat {
      let line = line(at: position)
      guard let key = readText(), take(":") else { return false }
      let start = position
      guard let value = readValue(depth: 0) else { return false }
      members.append(Member(key: key, value: value, line: line, range: start..<position))
      skipBlanks()
    } while take(",")
    return take("}") && isAtEnd
  }

  private var isAtEnd: Bool { position == bytes.count }

  private mutating func skipBlanks() {
    while position < bytes.count, Self.blanks.contains(bytes[position]) { position += 1 }
  }

  /// Passes a character and the blanks after it.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    skipBlanks()
    return true
  }

  private static let deepest = 64

  /// Reads a value up to its last character.
  private mutating func readValue(depth: Int) -> Value? {
    guard position < bytes.count, depth < Self.deepest else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "\""): return readString().map(Value.text)
    case UInt8(ascii: "["): return readItems(depth: depth)
    case UInt8(ascii: "{"): return readObject(depth: depth)
    default:
      let word = bytes[position...].prefix { !",]} \t\r\n".utf8.contains($0) }
      position = word.endIndex
      if let flag = Self.decode(Bool.self, word) { return .flag(flag) }
      return word.elementsEqual("null".utf8) || Self.decode(Double.self, word) != nil ? .other : nil
    }
  }

  private mutating func readItems(depth: Int) -> Value? {
    position += 1
    skipBlanks()
    var texts: [String]? = []
    var isFirst = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
      guard isFirst || take(","), let value = readValue(depth: depth + 1) else { return nil }
      if case .text(let text) = value { texts?.append(text) } else { texts = nil }
      isFirst = false
      skipBlanks()
    }
    guard position < bytes.count else { return nil }
    position += 1
    return texts.map(Value.texts) ?? .other
  }

  private mutating func readObject(depth: Int) -> Value? {
    position += 1
    skipBlanks()
    var isFirst = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") {
      guard isFirst || take(","), readText() != nil, take(":"), readValue(depth: depth + 1) != nil else { return nil }
      isFirst = false
      skipBlanks()
    }
    guard position < bytes.count else { return nil }
    position += 1
    return .other
  }

  /// Reads a text, and the blanks after it.
  private mutating func readText() -> String? {
    let text = readString()
    skipBlanks()
    return text
  }

  private mutating func readString() -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    return Self.decode(String.self, bytes[start..<position])
  }

  /// Decodes one value; `nil` for another kind, or what is not JSON.
  private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: ArraySlice<UInt8>) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
