/// The address in the first line of a request.
///
/// The library decodes addresses as well, but ends an argument at an encoded line end, loses one byte for each encoded
/// NUL and joins slashes: a request would reach another actor than the one that it names.
struct RequestTarget {
  /// The answer to a request without a valid address.
  static let refusal = "The address of the request is not valid."

  /// The path, percent-encoded.
  let path: String
  /// The arguments of the query, percent-decoded: `name=value`.
  let arguments: [String]

  /// Creates an address from its text; `nil` if it is not valid, is not UTF-8 or contains control characters.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  init?(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    guard path.first == "/", let decoded = PercentEncoding.decoded(path), Self.isText(decoded) else { return nil }
    var arguments: [String] = []
    for argument in (parts.dropFirst().first ?? "").split(separator: "&") {
      guard let decoded = PercentEncoding.decoded(argument.replacing("+", with: " ")), Self.isText(decoded) else {
        return nil
      }
      arguments.append(decoded)
    }
    self.arguments = arguments
  }

  /// Creates an address from what the library has decoded; `nil` if that may lack something.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address.
  init?(decodedPath path: String, arguments: [String]) {
    guard (arguments + [path]).allSatisfy({ Self.isText($0) && !$0.contains("\u{FFFD}") }) else { return nil }
    self.path = PercentEncoding.encodedPath(path)
    self.arguments = arguments
  }

  /// Whether a text has no control characters.
  static func isText(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
}
