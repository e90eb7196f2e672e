import Algorithms

/// Reads JSON with the escapes of the protocol; see ``WireJSONWriter``.
///
/// It is strict about the format, reads a lone half of a surrogate pair as U+FFFD, and keeps to ``WireLimits``.
struct WireJSONReader: WireReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0
  private var budget: WireBudget

  init(bytes: UnsafeBufferPointer<UInt8>, limits: WireLimits) {
    self.bytes = bytes
    budget = WireBudget(limits)
  }

  mutating func message() throws(WireError) -> JSONValue {
    let value = try value()
    skipBlanks()
    return value
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { offset += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func take(word: StaticString) throws(WireError) {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[offset..<end]) }) else { throw malformed }
    offset = end
  }

  private mutating func value() throws(WireError) -> JSONValue {
    try budget.addValue()
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"):
      try take(word: "true")
      return true
    case UInt8(ascii: "f"):
      try take(word: "false")
      return false
    case UInt8(ascii: "n"):
      try take(word: "null")
      return .null
    default: return try number()
    }
  }

  private mutating func object() throws(WireError) -> [String: JSONValue] {
    try budget.enter()
    offset += 1
    defer { budget.leave() }
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if take("}") { return members }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw malformed }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw malformed }
      members[name] = try value()
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw malformed }
    }
  }

  private mutating func array() throws(WireError) -> JSONValue {
    let start = offset
    try budget.enter()
    offset += 1
    defer { budget.leave() }
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value())
      skipBlanks()
      if take("]") { break }
      guard take(",") else { throw malformed }
    }
    guard elements.count == 2, case .string(let name) = elements[0], name.utf8.first == UInt8(ascii: "$") else {
      return .array(elements)
    }
    guard let value = JSONValue(escape: name, elements[1]) else { throw .malformed(offset: start) }
    return value
  }

  private mutating func number() throws(WireError) -> JSONValue {
    let start = offset
    _ = take("-")
    let digits = try digits()
    guard digits == 1 || bytes[offset - digits] != 48 else { throw malformed }
    var isWhole = true
    if take(".") {
      isWhole = false
      _ = try self.digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      _ = try self.digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, text != "-0" {
      if let value = Int64(text) { return .integer(value) }
      if let value = BigInt(text) { return .bigInt(value) }
    }
    guard let value = Double(text) else { throw .malformed(offset: start) }
    return .number(value)
  }

  /// Skips at least one digit, and returns their number.
  private mutating func digits() throws(WireError) -> Int {
    let start = offset
    while let byte = next, (48...57).contains(byte) { offset += 1 }
    guard offset > start else { throw malformed }
    return offset - start
  }
}

extension WireJSONReader {
  private mutating func string() throws(WireError) -> String {
    offset += 1
    let start = offset
    while let byte = next, byte >= 32, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
    if take("\"") { return try text(of: bytes[start..<(offset - 1)]) }
    var content = Array(bytes[start..<offset])
    while let byte = next {
      guard byte >= 32 else { throw malformed }
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(of: content)
      case UInt8(ascii: "\\"): try readEscape(into: &content)
      default: content.append(byte)
      }
    }
    throw malformed
  }

  private func text(of bytes: some Sequence<UInt8>) throws(WireError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed }
    return text
  }

  private mutating func readEscape(into content: inout [UInt8]) throws(WireError) {
    do {
      try decodeJSONEscape(in: bytes, at: &offset, into: &content)
    } catch {
      throw malformed
    }
  }
}
