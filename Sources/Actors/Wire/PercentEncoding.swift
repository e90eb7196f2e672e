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

  static func encoded(_ text: String) -> String { text.percentEncoded(isPlain: isPlain) }

  /// Returns a path with all but its slashes encoded where necessary.
  static func encodedPath(_ path: String) -> String {
    path.percentEncoded { isPlain($0) || $0 == UInt8(ascii: "/") }
  }

  /// Returns the decoded text; `nil` if a `%` is not followed by two digits or the bytes are not UTF-8.
  static func decoded(_ text: some StringProtocol) -> String? { text.percentDecoded }
}
