/// Bytes as hexadecimal digits, the form of sort keys in the change log.
enum Hexadecimal {
  /// The bytes that pairs of digits stand for.
  ///
  /// Other characters count as arbitrary digits.
  static func bytes(of digits: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    func value(_ digit: UInt8) -> UInt8 { (digit <= 0x39 ? digit &- 0x30 : (digit | 0x20) &- 0x57) & 15 }
    return (0..<digits.count / 2).map { value(digits[2 * $0]) << 4 | value(digits[2 * $0 + 1]) }
  }
}
