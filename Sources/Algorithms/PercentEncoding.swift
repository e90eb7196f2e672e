extension StringProtocol {
  /// Returns the text with each byte that is not plain as `%` and two hexadecimal digits.
  ///
  ///     "a b".percentEncoded { $0 != UInt8(ascii: " ") }  // "a%20b"
  ///
  /// - Parameter isPlain: Whether a byte of UTF-8 stays as it is; it must be ASCII and not `%`.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @inlinable
  public func percentEncoded(isPlain: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Hexadecimal.digit(of: byte >> 4, uppercase: true))
        bytes.append(Hexadecimal.digit(of: byte & 15, uppercase: true))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with each `%` and its two hexadecimal digits replaced by their byte.
  ///
  /// `nil` if a `%` is not followed by two digits, or the bytes are not UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @inlinable
  public var percentDecoded: String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(Hexadecimal.value(of:)),
        let low = rest.next().flatMap(Hexadecimal.value(of:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
