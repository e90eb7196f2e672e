import Algorithms

/// Postal addresses; each value is the ``PostalAddress/text`` of one.
struct AddressContent: LabeledContent {
  var noun: String { "address" }
  var shortNoun: String { "address" }

  func displayText(of value: String) -> String { PostalAddress(text: value).line }

  func typedText(of value: String) -> String {
    value.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined(separator: ", ")
  }

  func value(typed text: String) -> String { PostalAddress(text: text).text }

  func matches(_ value: String, _ text: String) -> Bool {
    let typed = text.lowercased()
    return value.lowercased() == typed || displayText(of: value).lowercased() == typed
  }

  /// A link to the place on a map.
  func link(to value: String) -> String? {
    let query = value.utf8.map { byte in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & ~0x20)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(of: [byte], uppercase: true)
    }
    return "geo:0,0?q=\(query.joined())"
  }
}
