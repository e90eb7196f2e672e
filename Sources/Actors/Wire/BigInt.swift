/// An integer of any size, as JavaScript's `BigInt`: what an actor sends as `10n`.
///
/// It is a value to carry and to convert, not to calculate with.
public struct BigInt: Sendable, Hashable, CustomStringConvertible {
  /// The most digits that a number may have.
  public static let mostDigits = 1_024

  /// The number in decimal digits, with a minus sign if it is negative and without leading zeros.
  public let decimal: String

  /// Creates a number from its decimal digits; `nil` if `text` is not one or has more than ``mostDigits``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of digits.
  public init?(_ text: String) {
    if let value = Int64(text), text.utf8.first != UInt8(ascii: "+") {
      self.init(value)
      return
    }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.count <= Self.mostDigits, digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    self.init(isNegative: isNegative, digits: digits.drop { $0 == 48 }.map { $0 - 48 })
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) {
    decimal = String(value)
  }

  /// Creates a number from its sign and its digits, without leading zeros.
  private init(isNegative: Bool, digits: [UInt8]) {
    let text = digits.isEmpty ? "0" : String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    decimal = isNegative && !digits.isEmpty ? "-" + text : text
  }

  /// The number in decimal digits.
  public var description: String { decimal }

  /// Whether the number is below 0.
  public var isNegative: Bool { decimal.utf8.first == UInt8(ascii: "-") }
}

extension BigInt {
  /// Creates a number from the bytes of its absolute value, the most significant first; `nil` if it has more than
  /// ``mostDigits``.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of bytes.
  init?(isNegative: Bool, magnitude: some Collection<UInt8>) {
    guard magnitude.count <= Self.mostDigits / 2 else { return nil }
    // Nine digits each, the least significant first.
    var groups: [UInt64] = []
    for byte in magnitude {
      var carry = UInt64(byte)
      for index in groups.indices {
        carry += groups[index] * 256
        groups[index] = carry % 1_000_000_000
        carry /= 1_000_000_000
      }
      if carry > 0 { groups.append(carry) }
    }
    var digits: [UInt8] = []
    for group in groups {
      var rest = group
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.last == 0 { digits.removeLast() }
    guard digits.count <= Self.mostDigits else { return nil }
    self.init(isNegative: isNegative, digits: digits.reversed())
  }

  /// The bytes of the absolute value, the most significant first and without leading zeros.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of digits.
  var magnitude: [UInt8] {
    var bytes: [UInt8] = []
    for digit in decimal.utf8 where digit != UInt8(ascii: "-") {
      var carry = Int(digit) - 48
      for index in bytes.indices {
        carry += Int(bytes[index]) * 10
        bytes[index] = UInt8(carry & 255)
        carry >>= 8
      }
      if carry > 0 { bytes.append(UInt8(carry)) }
    }
    return bytes.reversed()
  }

  /// The number −1 − n for this n ≥ 0: CBOR writes a negative number as n.
  var awayFromZero: BigInt? {
    var bytes = magnitude
    var index = bytes.endIndex - 1
    while index >= 0 {
      bytes[index] &+= 1
      if bytes[index] != 0 { return BigInt(isNegative: true, magnitude: bytes) }
      index -= 1
    }
    return BigInt(isNegative: true, magnitude: [1] + bytes)
  }

  /// The number n ≥ 0 for which this number is −1 − n.
  var towardsZero: BigInt {
    var bytes = magnitude
    var index = bytes.endIndex - 1
    while index >= 0 {
      bytes[index] &-= 1
      if bytes[index] != 255 { break }
      index -= 1
    }
    return BigInt(isNegative: false, magnitude: bytes) ?? self
  }
}
