/// A value of an actor: an argument, a result, a state or the details of an error.
///
/// It has the types that JavaScript sends: those of JSON, and beside them `undefined`, `BigInt` and byte arrays.
/// Integers are kept apart from floating-point numbers, so that a 64-bit integer is never rounded. A floating-point
/// number that is a whole number of at most 53 bits is read as ``integer(_:)``, because JavaScript knows one kind only.
public enum JSONValue: Sendable, Hashable {
  /// JavaScript's `null`.
  case null
  /// JavaScript's `undefined`: what an action without a result returns.
  case undefined
  /// A truth value.
  case bool(Bool)
  /// An integer of 64 bits.
  case integer(Int64)
  /// A floating-point number.
  case double(Double)
  /// JavaScript's `BigInt`.
  case bigInt(BigInt)
  /// A text.
  case string(String)
  /// JavaScript's `Uint8Array`.
  case bytes([UInt8])
  /// A list of values.
  case array([JSONValue])
  /// Values by name.
  case object([String: JSONValue])

  /// The largest integer that JavaScript's `number` holds exactly, as all below it: 2⁵³ − 1.
  static let largestSafeInteger: Int64 = 9_007_199_254_740_991

  /// The member with the given name; `nil` if this is not an object or has no such member.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text; `nil` if this is not a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements; `nil` if this is not an array.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Whether this is `null` or `undefined`.
  public var isNothing: Bool { self == .null || self == .undefined }

  /// Returns a number as JavaScript understands it: an integer where it is a whole number that is exact.
  static func number(_ value: Double) -> JSONValue {
    if let whole = Int64(exactly: value), abs(value) <= Double(largestSafeInteger), whole != 0 || value.sign == .plus {
      return .integer(whole)
    }
    return .double(value)
  }

  /// The number as an integer of any width; `nil` if this is not a whole number or does not fit.
  func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    switch self {
    case .integer(let value): Number(exactly: value)
    case .bigInt(let value): Number(value.decimal)
    case .double(let value): Number(exactly: value)
    default: nil
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates ``null``.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object; of members with equal names, the last is kept.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { String(decoding: WireJSONWriter.bytes(of: self), as: UTF8.self) }
}
