/// One line of a card, taken apart: `item1.EMAIL;TYPE=home:ada@example.org`.
///
/// It is a class because a reader passes it on often and it has many parts.
final class VCardProperty {
  typealias Parameter = VCardHead.Parameter

  /// The number of the line where it began.
  let line: Int
  /// What is before the colon.
  let head: VCardHead
  /// The bytes after the colon, as they are in the file.
  var rawValue: ArraySlice<UInt8>
  /// `rawValue` as text, still escaped.
  ///
  /// The reader sets it once the encoding of the whole card is known.
  var value = ""

  /// Parses a line; `nil` when it has no colon or no name, or begins with a control character.
  init?(line: Int, bytes: [UInt8], heads: VCardHeads? = nil) {
    guard let first = bytes.first, first > 0x20, let colon = Self.colon(in: bytes[...]) else { return nil }
    guard let head = heads.map({ $0.head(bytes[..<colon]) }) ?? VCardHead(bytes[..<colon]) else { return nil }
    self.line = line
    self.head = head
    rawValue = bytes[(colon + 1)...]
  }

  /// Parses a line that a person keeps; `nil` when no line of a card can be made of it.
  ///
  /// A line end in the text becomes an escape, so that one line stays one. A line that a reader takes for the frame of
  /// a card, for a comment or for the rest of the line before is refused.
  convenience init?(text: String, line: Int = 0) {
    let text = VCardText.escapeNewlines(text.cleaned)
    guard text.utf8.first != UInt8(ascii: "#") else { return nil }
    self.init(line: line, bytes: Array(text.utf8))
    if isFrame { return nil }
    value = String(decoding: rawValue, as: UTF8.self)
  }

  var group: String { head.group }
  var name: String { head.name }
  var parameters: [Parameter] { head.parameters }
  var field: VCardField? { head.field }
  var types: [String] { head.types }
  var isBare: Bool { head.isBare }
  var hasPlainHead: Bool { head.isPlain }
  var isQuotedPrintable: Bool { head.isQuotedPrintable }
  var isBase64: Bool { head.isBase64 }

  /// The group in lower case: groups are compared without case.
  var groupKey: String { head.groupKey }

  /// Whether the line begins or ends a card, or contains its version.
  ///
  /// A damaged `BEGIN` counts as one, and so does the beginning of an AGENT, also under its name in version 4.
  var isFrame: Bool {
    name == "END" || name == "VERSION" || name == "BEGIN" || isBeginning
      || isAgentBeginning || name == VCardConversion.prefix + "AGENT" && keyword == "BEGIN:VCARD"
  }

  /// Whether the line begins a card as the value of an AGENT.
  var isAgentBeginning: Bool { name == "AGENT" && keyword == "BEGIN:VCARD" }

  /// Whether names and group are words, as a reader of cards expects it.
  var hasWords: Bool { head.hasWords }

  /// Whether the line begins a card, also behind what is left of a line that lost its end: `BEGIN:VCBEGIN:VCARD`.
  var isBeginning: Bool {
    name.hasSuffix("BEGIN") && (keyword.hasPrefix("VCARD") || keyword.hasSuffix("BEGIN:VCARD"))
  }

  /// Whether this END line ends a card.
  ///
  /// Its keyword may be truncated, or run into the next card's BEGIN.
  var isEnd: Bool {
    let keyword = keyword
    return keyword.hasPrefix("VCARD") || "VCARD".hasPrefix(keyword) || keyword.hasSuffix("BEGIN:VCARD")
  }

  /// The value as a word of the card's frame: `VCARD` in `BEGIN: vcard`.
  var keyword: String { String(decoding: rawValue, as: UTF8.self).trimmed.uppercased() }

  /// Whether the line is the label of the other lines in its group.
  var isLabel: Bool { name == "X-ABLABEL" && !group.isEmpty }

  /// The colon that ends the head: the first outside quotes, or the first at all when the quotes do not match.
  static func colon(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var isQuoted = false
      var first: Int?
      for index in bytes.indices {
        switch bytes[index] {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case UInt8(ascii: ":"):
          if !isQuoted { return index }
          first = first ?? index
        default: break
        }
      }
      return first
    }
  }

  // MARK: Parameters

  /// The values of all parameters of that name, split at commas, lower case.
  func values(of name: String) -> [String] {
    if parameters.isEmpty { return [] }
    return parameters.lazy.filter { $0.name == name }.flatMap {
      $0.value.lowercased().split(separator: ",").map(String.init)
    }
  }

  /// The name of the text encoding in the line's own parameters.
  var charset: String? { parameters.first { $0.name == "CHARSET" }?.value }

  /// The unfolded line in UTF-8, with a name for each parameter and without quoted-printable.
  ///
  /// A line that is like this already is repeated letter for letter.
  var text: String {
    // A blank in the name is removed.
    let path = head.bytes.prefix { $0 != UInt8(ascii: ";") }
    let isPlain =
      path.allSatisfy { $0 > 0x20 }
      && parameters.allSatisfy {
        $0.name == "ENCODING" ? field == nil && $0.value.lowercased() == "b" : !$0.name.isEmpty && $0.name != "CHARSET"
      }
    if isPlain { return String(decoding: head.bytes, as: UTF8.self).cleaned + ":" + value }
    return line(with: namedParameters, value: value)
  }

  /// The parameters that are not about the encoding of the text, each with a name.
  var namedParameters: [Parameter] {
    parameters.compactMap { parameter in
      switch parameter.name {
      case "CHARSET": return nil
      case "ENCODING", "":
        switch parameter.value.lowercased() {
        // The bytes of a text were decoded.
        case "base64", "b": return field == nil ? Parameter(name: "ENCODING", value: "b") : nil
        case "quoted-printable", "q", "7bit", "8bit": return nil
        default: return Parameter(name: parameter.name.isEmpty ? "TYPE" : "ENCODING", value: parameter.value)
        }
      default: return parameter
      }
    }
  }

  /// A line with the group of this one, and with its name unless another is given.
  func line(named other: String? = nil, with parameters: [Parameter], value: String) -> String {
    let name = other ?? name
    var line = group.isEmpty ? name : "\(group).\(name)"
    for parameter in parameters { line += ";\(parameter.name)=\(Self.quoted(parameter.value, in: parameter.name))" }
    return line + ":" + value
  }

  /// The value of a parameter, in quotes where it needs them.
  ///
  /// The commas of TYPE separate its values.
  static func quoted(_ value: String, in name: String) -> String {
    let hasSeparator = value.utf8.contains {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") && name != "TYPE"
    }
    let needsQuotes = hasSeparator || value.trimmed.utf8.count != value.utf8.count
    return needsQuotes ? "\"\(value)\"" : value
  }
}
