/// Reads CBOR (RFC 8949); see ``CBORWriter``.
///
/// It accepts heads that are longer than necessary, indefinite lengths, floating-point numbers of 16, 32 and 64 bits
/// and the content of unknown tags. An integer in a head of eight bytes is a ``JSONValue/bigInt(_:)``, as in
/// JavaScript. It keeps to ``WireLimits``; a length that the bytes cannot hold is refused before memory is reserved.
struct CBORReader: WireReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0
  private var budget: WireBudget
  /// Whether `["$Set", …]` and two similar arrays are decoded as the types that they stand for, as in JSON.
  var readsEscapes = false

  init(bytes: UnsafeBufferPointer<UInt8>, limits: WireLimits) {
    self.bytes = bytes
    budget = WireBudget(limits)
  }

  /// A major type with its argument; `argument` is `nil` for an indefinite length.
  private struct Head {
    let major: UInt8
    let information: UInt8
    let argument: UInt64?
  }

  private mutating func byte() throws(WireError) -> UInt8 {
    guard offset < bytes.count else { throw malformed }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func head() throws(WireError) -> Head {
    let initial = try byte()
    let (major, information) = (initial >> 5, initial & 31)
    switch information {
    case ..<24: return Head(major: major, information: information, argument: UInt64(information))
    case 24...27:
      var argument: UInt64 = 0
      for _ in 0..<(1 << (information - 24)) { argument = argument << 8 | UInt64(try byte()) }
      return Head(major: major, information: information, argument: argument)
    case 31: return Head(major: major, information: information, argument: nil)
    default: throw .malformed(offset: offset - 1)
    }
  }

  mutating func message() throws(WireError) -> JSONValue { try value() }

  private mutating func value() throws(WireError) -> JSONValue { try value(after: try head()) }

  private mutating func value(after head: Head) throws(WireError) -> JSONValue {
    try budget.addValue()
    switch head.major {
    case 0: return integer(try argument(of: head), isWide: head.information == 27, isNegative: false)
    case 1: return integer(try argument(of: head), isWide: head.information == 27, isNegative: true)
    case 2: return .bytes(try chunks(head))
    case 3:
      guard let text = String(validating: try chunks(head), as: UTF8.self) else { throw malformed }
      return .string(text)
    case 4: return try array(head)
    case 5: return .object(try object(head))
    case 6: return try tagged(try argument(of: head))
    default: return try simple(head)
    }
  }

  private func argument(of head: Head) throws(WireError) -> UInt64 {
    guard let argument = head.argument else { throw malformed }
    return argument
  }

  private func integer(_ argument: UInt64, isWide: Bool, isNegative: Bool) -> JSONValue {
    guard let small = Int64(exactly: argument) else {
      let value = BigInt(argument)
      return .bigInt(isNegative ? value.awayFromZero ?? value : value)
    }
    let value = isNegative ? ~small : small
    return isWide ? .bigInt(BigInt(value)) : .integer(value)
  }

  /// Returns the number of elements, which are at least one byte each.
  private func length(_ head: Head) throws(WireError) -> Int? {
    guard let argument = head.argument else { return nil }
    guard argument <= UInt64(bytes.count - offset) else { throw malformed }
    return Int(argument)
  }

  /// Skips the end of an indefinite length, if it is next.
  private mutating func takeBreak() -> Bool {
    guard offset < bytes.count, bytes[offset] == 0xFF else { return false }
    offset += 1
    return true
  }

  /// Reads the bytes of a string, which are in several parts if the length is indefinite.
  private mutating func chunks(_ head: Head) throws(WireError) -> [UInt8] {
    if let length = try length(head) {
      defer { offset += length }
      return Array(bytes[offset..<(offset + length)])
    }
    var content: [UInt8] = []
    while !takeBreak() {
      let part = try self.head()
      guard part.major == head.major, let length = try length(part) else { throw malformed }
      content += bytes[offset..<(offset + length)]
      offset += length
    }
    return content
  }

  private mutating func array(_ head: Head) throws(WireError) -> JSONValue {
    try budget.enter()
    defer { budget.leave() }
    var elements: [JSONValue] = []
    if let length = try length(head) {
      for _ in 0..<length { elements.append(try value()) }
    } else {
      while !takeBreak() { elements.append(try value()) }
    }
    // Other arrays of the kind are the caller's own.
    if readsEscapes, elements.count == 2, case .string(let name) = elements[0],
      ["$Undefined", "$Set", "$Uint8Array"].contains(name),
      let value = JSONValue(escape: name, elements[1])
    {
      return value
    }
    return .array(elements)
  }

  private mutating func object(_ head: Head) throws(WireError) -> [String: JSONValue] {
    try budget.enter()
    defer { budget.leave() }
    var members: [String: JSONValue] = [:]
    if let length = try length(head) {
      for _ in 0..<length { members[try name()] = try value() }
    } else {
      while !takeBreak() { members[try name()] = try value() }
    }
    return members
  }

  /// Reads the name of a member: a text, or a number as JavaScript would write it.
  private mutating func name() throws(WireError) -> String {
    switch try value() {
    case .string(let name): return name
    case .integer(let number): return String(number)
    case .bigInt(let number): return number.decimal
    default: throw malformed
    }
  }

  private mutating func tagged(_ tag: UInt64) throws(WireError) -> JSONValue {
    try budget.enter()
    defer { budget.leave() }
    let content = try value()
    guard tag == 2 || tag == 3, case .bytes(let magnitude) = content else { return content }
    guard let number = BigInt(isNegative: false, magnitude: magnitude),
      let value = tag == 3 ? number.awayFromZero : number
    else { throw .tooLarge }
    return .bigInt(value)
  }

  private func simple(_ head: Head) throws(WireError) -> JSONValue {
    let argument = try argument(of: head)
    switch head.information {
    case 20: return false
    case 21: return true
    case 22: return .null
    case 25: return .number(Self.half(UInt16(argument)))
    case 26: return .number(Double(Float(bitPattern: UInt32(argument))))
    case 27: return .number(Double(bitPattern: argument))
    default: return .undefined
    }
  }

  /// Returns the value of a floating-point number of 16 bits.
  private static func half(_ bits: UInt16) -> Double {
    let fraction = Double(bits & 0x3FF)
    let magnitude: Double =
      switch bits >> 10 & 0x1F {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      case let exponent: Double(sign: .plus, exponent: Int(exponent) - 25, significand: fraction + 1_024)
      }
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
