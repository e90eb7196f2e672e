/// Bytes as hexadecimal digits, two for each byte.
///
///     Hexadecimal.text(of: [10, 255])  // "0aff"
///     Hexadecimal.bytes(of: "0aFF")    // [10, 255]
///     Hexadecimal.bytes(of: "0x")      // nil
public enum Hexadecimal {
  /// Returns the ASCII digit of a value from 0 to 15.
  @inlinable
  public static func digit(of value: UInt8, uppercase: Bool = false) -> UInt8 {
    (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: uppercase ? "A" : "a") &- 10) &+ value
  }

  /// Returns the value of an ASCII digit of either case; `nil` for any other character.
  @inlinable
  public static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - (UInt8(ascii: "A") - 10)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - (UInt8(ascii: "a") - 10)
    default: nil
    }
  }

  /// Returns the digits of bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @inlinable
  public static func text(of bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      digits.append(digit(of: byte >> 4, uppercase: uppercase))
      digits.append(digit(of: byte & 15, uppercase: uppercase))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the bytes that a text's digits of either case represent.
  ///
  /// - Returns: `nil` if the text contains another character or an odd number of digits.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @inlinable
  public static func bytes(of text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.underestimatedCount / 2)
    var high: UInt8?
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// Returns the bytes that digits of either case represent, without checking the digits.
  ///
  /// It is for digits that the program has written itself. It makes one allocation, for the result. Any other character
  /// counts as an arbitrary digit, and the last of an odd number of digits is ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of digits.
  public static func bytes(ofUnchecked digits: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    func value(_ digit: UInt8) -> UInt8 {
      (digit <= UInt8(ascii: "9") ? digit &- UInt8(ascii: "0") : (digit | 0x20) &- (UInt8(ascii: "a") - 10)) & 15
    }
    let size = digits.count / 2
    // All empty arrays share their count, which this initializer writes, and several threads come here.
    if size == 0 { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      for index in 0..<size {
        bytes.initializeElement(at: index, to: value(digits[2 * index]) << 4 | value(digits[2 * index + 1]))
      }
      count = size
    }
  }
}
