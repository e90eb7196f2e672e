import Algorithms
import Glibc

/// Reads JSON text written by SQLite: objects and arrays without blanks.
struct StoredJSONReader {
  enum Value: Equatable {
    case scalar(StoredValue)
    case array([Value])
  }

  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// - Parameter text: Valid for as long as the reader is used.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Calls `body` with each member of the object in the text; names are passed as they are written.
  ///
  /// - Returns: Whether the text is an object of scalars and arrays.
  /// - Complexity: O(n) in the length of the text.
  mutating func readMembers(_ body: (_ name: Slice<UnsafeBufferPointer<UInt8>>, _ value: Value) -> Void) -> Bool {
    guard skip("{") else { return false }
    if skip("}") { return position == text.count }
    repeat {
      guard skip("\""), let end = index(of: "\"") else { return false }
      let name = text[position..<end]
      position = end + 1
      guard skip(":"), let value = readValue() else { return false }
      body(name, value)
    } while skip(",")
    return skip("}") && position == text.count
  }

  /// The next value; `nil` for an object, or when there is no value.
  mutating func readValue() -> Value? {
    guard position < text.count else { return nil }
    switch text[position] {
    case UInt8(ascii: "\""): return readText().map { .scalar(.text($0)) }
    case UInt8(ascii: "["): return readArray()
    case UInt8(ascii: "n"): return skip("null") ? .scalar(.null) : nil
    case UInt8(ascii: "t"): return skip("true") ? .scalar(.integer(1)) : nil
    case UInt8(ascii: "f"): return skip("false") ? .scalar(.integer(0)) : nil
    default: return readNumber().map { .scalar($0) }
    }
  }

  private mutating func readArray() -> Value? {
    var elements: [Value] = []
    guard skip("[") else { return nil }
    if skip("]") { return .array(elements) }
    repeat {
      guard let element = readValue() else { return nil }
      elements.append(element)
    } while skip(",")
    return skip("]") ? .array(elements) : nil
  }

  private mutating func readNumber() -> StoredValue? {
    let digits = text[position...].prefix {
      $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "}")
    }
    position = digits.endIndex
    let number = String(decoding: digits, as: UTF8.self)
    return Int64(number).map { .integer($0) } ?? Double(number).map { .real($0) }
  }

  private mutating func readText() -> String? {
    guard skip("\""), let end = index(of: "\"") else { return nil }
    let plain = text[position..<end]
    guard plain.contains(UInt8(ascii: "\\")) else {
      position = end + 1
      return String(decoding: plain, as: UTF8.self)
    }
    return readEscapedText()
  }

  private mutating func readEscapedText() -> String? {
    var content: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard (try? decodeJSONEscape(in: text, at: &position, into: &content)) != nil else { return nil }
      default: content.append(byte)
      }
    }
    return nil
  }

  /// Moves past a word, if it is next.
  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= text.count else { return false }
    for offset in 0..<count where text[position + offset] != word.utf8Start[offset] { return false }
    position += count
    return true
  }

  private func index(of byte: UInt8) -> Int? {
    guard let start = text.baseAddress, let found = memchr(start + position, Int32(byte), text.count - position) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  private func index(of character: StaticString) -> Int? { index(of: character.utf8Start[0]) }
}
