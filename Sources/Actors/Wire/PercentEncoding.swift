import Algorithms

/// The percent encoding of addresses and of subprotocols.
enum PercentEncoding {
  // Letters, digits and `-_.!~*'`. JavaScript also leaves parentheses, which are not allowed in a subprotocol.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "-_.!~*'".utf8.contains(byte)
    }
  }

  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
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

  /// Returns the decoded text; `nil` if a `%` is not followed by two digits or the bytes are not UTF-8.
  static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Hexadecimal.value(of:)),
        let low = rest.popFirst().flatMap(Hexadecimal.value(of:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
