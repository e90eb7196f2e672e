import Algorithms

/// UUIDs as text.
enum UUIDText {
  /// Whether the text is 8-4-4-4-12 hexadecimal digits.
  static func isUUID(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 36 else { return false }
      for index in bytes.indices {
        let byte = bytes[index]
        switch index {
        case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
        default: if Hexadecimal.value(of: byte) == nil { return false }
        }
      }
      return true
    }
  }

  /// The id in the book for an id in a file: a UUID in lower case and without a prefix.
  static func canonical(_ text: String) -> String {
    let id = text.hasPrefix(inAnyCase: "urn:uuid:") ? String(text.dropFirst("urn:uuid:".count)) : text
    return isUUID(id) ? id.lowercased() : id
  }
}
