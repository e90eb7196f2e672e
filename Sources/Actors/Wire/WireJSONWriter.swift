import Algorithms
import FoundationEssentials

/// Writes values as JSON with the escapes of the protocol.
///
/// A two-element array that begins with a string with a leading `$` has a meaning of its own: `["$BigInt","1"]`,
/// `["$Uint8Array","AQI="]`, `["$Undefined",0]`. An array of the caller that looks like one gets a second `$`. Integers
/// beyond 53 bits are written as `$BigInt`, since JavaScript would round them.
struct WireJSONWriter {
  private(set) var bytes: [UInt8] = []
  // Whether `undefined` is written as `["$Undefined",0]`, which servers before 2.3 reject. Otherwise it is `null` in an
  // array, and no member in an object.
  let escapesUndefined: Bool

  static func bytes(of value: JSONValue, escapingUndefined: Bool = true) -> [UInt8] {
    var writer = WireJSONWriter(escapesUndefined: escapingUndefined)
    writer.write(value)
    return writer.bytes
  }

  /// Returns the JSON of a value with escapes for all but printable ASCII, as a header needs it.
  static func ascii(of value: JSONValue) -> String {
    var text = ""
    for unit in String(decoding: bytes(of: value), as: UTF8.self).utf16 {
      if let scalar = Unicode.Scalar(unit), (32..<127).contains(unit) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u" + Hexadecimal.text(of: [UInt8(unit >> 8), UInt8(unit & 255)])
      }
    }
    return text
  }

  init(escapesUndefined: Bool = true) {
    self.escapesUndefined = escapesUndefined
    bytes.reserveCapacity(128)
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .undefined: append(escapesUndefined ? "[\"$Undefined\",0]" : "null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value):
      if value.magnitude <= UInt64(JSONValue.largestSafeInteger) { append(String(value)) } else { write(BigInt(value)) }
    case .double(let value): write(value)
    case .bigInt(let value): write(value)
    case .string(let text): write(text)
    case .bytes(let data):
      append("[\"$Uint8Array\",\"")
      append(Data(data).base64EncodedString())
      append("\"]")
    case .array(let elements): write(elements)
    case .object(let members): write(members)
    }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func write(_ value: Double) {
    guard value.isFinite else { return append("null") }
    if case .integer(let whole) = JSONValue.number(value) { append(String(whole)) } else { append("\(value)") }
  }

  private mutating func write(_ value: BigInt) {
    append("[\"$BigInt\",\"")
    append(value.decimal)
    append("\"]")
  }

  private mutating func write(_ elements: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if index == 0, elements.count == 2, case .string(let text) = element, text.utf8.first == UInt8(ascii: "$") {
        write("$" + text)
      } else {
        write(element)
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes the members in the order of their names, so that equal values have equal bytes.
  private mutating func write(_ members: [String: JSONValue]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    let sorted = members.count < 2 ? Array(members) : members.sorted { $0.key < $1.key }
    for (name, value) in sorted where escapesUndefined || value != .undefined {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(name)
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 8: append("\\b")
      case 9: append("\\t")
      case 10: append("\\n")
      case 12: append("\\f")
      case 13: append("\\r")
      case 0..<32:
        append("\\u00")
        bytes.append(Hexadecimal.digit(of: byte >> 4))
        bytes.append(Hexadecimal.digit(of: byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
