/// Writes values as CBOR (RFC 8949), in the form that JavaScript servers expect.
///
/// A head of eight bytes makes JavaScript read an integer as `BigInt`. Therefore ``JSONValue/bigInt(_:)`` always has
/// such a head, or a bignum tag where 64 bits do not suffice; a ``JSONValue/integer(_:)`` has one only where
/// JavaScript's `number` would round it.
///
/// This and ``CBORReader`` replace libcbor, the one library of Debian that would fit: it builds a tree of
/// reference-counted C items, which would have to be copied into ``JSONValue`` and freed; it limits nesting when it is
/// compiled and not when it is called; and it joins no bignums, so that most of this code would remain.
struct CBORWriter {
  private(set) var bytes: [UInt8] = []

  static func bytes(of value: JSONValue) -> [UInt8] {
    var writer = CBORWriter()
    writer.write(value)
    return writer.bytes
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(0xF6)
    case .undefined: bytes.append(0xF7)
    case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
    case .integer(let value): write(value)
    case .double(let value): write(value)
    case .bigInt(let value): write(value)
    case .string(let text):
      let utf8 = Array(text.utf8)
      writeHead(3, UInt64(utf8.count))
      bytes += utf8
    case .bytes(let data):
      writeHead(2, UInt64(data.count))
      bytes += data
    case .array(let elements):
      writeHead(4, UInt64(elements.count))
      for element in elements { write(element) }
    case .object(let members):
      writeHead(5, UInt64(members.count))
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        write(.string(name))
        write(value)
      }
    }
  }

  /// Writes a major type and its argument, in the fewest bytes.
  mutating func writeHead(_ major: UInt8, _ argument: UInt64) {
    let type = major << 5
    switch argument {
    case ..<24: bytes.append(type | UInt8(argument))
    case ...0xFF: append(type | 24, argument, width: 1)
    case ...0xFFFF: append(type | 25, argument, width: 2)
    case ...0xFFFF_FFFF: append(type | 26, argument, width: 4)
    default: append(type | 27, argument, width: 8)
    }
  }

  private mutating func append(_ initial: UInt8, _ argument: UInt64, width: Int) {
    bytes.append(initial)
    for index in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> (8 * UInt64(index)))) }
  }

  private mutating func write(_ value: Int64) {
    let isNegative = value < 0
    let argument = isNegative ? UInt64(bitPattern: ~value) : UInt64(value)
    if argument > 0xFFFF_FFFF, value.magnitude <= UInt64(JSONValue.largestSafeInteger) {
      write(Double(value))
    } else {
      writeHead(isNegative ? 1 : 0, argument)
    }
  }

  private mutating func write(_ value: Double) { append(0xFB, value.bitPattern, width: 8) }

  private mutating func write(_ value: BigInt) {
    if let unsigned = UInt64(value.decimal) {
      append(0x1B, unsigned, width: 8)
    } else if let signed = Int64(value.decimal) {
      append(0x3B, UInt64(bitPattern: ~signed), width: 8)
    } else {
      writeHead(6, value.isNegative ? 3 : 2)
      let magnitude = value.isNegative ? value.towardsZero.magnitude : value.magnitude
      writeHead(2, UInt64(magnitude.count))
      bytes += magnitude
    }
  }
}
