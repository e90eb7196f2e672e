/// One line of a card, taken apart: `item1.EMAIL;TYPE=home:ada@example.org`.
///
/// It is a class because a reader passes it on often and it has many parts.
final class VCardProperty {
  /// A parameter of the line: `TYPE=home`.
  struct Parameter {
    /// Upper case; empty for a value without a name, as in old cards (`TEL;HOME:`).
    var name: String
    /// The value without its quotes.
    var value: String
  }

  /// The number of the line where it began.
  let line: Int
  /// `item1`, as written; empty without a group.
  let group: String
  /// Upper case.
  let name: String
  let parameters: [Parameter]
  /// The field of a person that the line holds; `nil` when there is none.
  let field: VCardField?
  /// The values of TYPE, and those without a name, in lower case.
  ///
  /// `TYPE=TYPE=VOICE` is read as `TYPE=VOICE`.
  let types: [String]
  /// The bytes after the colon, as they are in the file.
  var rawValue: ArraySlice<UInt8>
  /// The bytes before the colon, as they are in the file.
  let head: ArraySlice<UInt8>
  /// Whether the head is the name in capital letters and nothing else.
  let isBare: Bool
  /// `rawValue` as text, still escaped.
  ///
  /// The reader sets it once the encoding of the whole card is known.
  var value = ""

  /// Parses a line; `nil` when it has no colon or no name, or begins with a control character.
  init?(line: Int, bytes: [UInt8]) {
    guard let first = bytes.first, first > 0x20, let colon = Self.colon(in: bytes) else { return nil }
    self.line = line
    head = bytes[..<colon]
    rawValue = bytes[(colon + 1)...]
    let parts = Self.split(bytes[..<colon])
    let path = String(decoding: parts[0], as: UTF8.self)
    if let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) {
      group = VCardText.trim(String(path[..<dot]))
      name = VCardText.trim(String(path[path.index(after: dot)...])).uppercased()
    } else {
      group = ""
      name = VCardText.trim(path).uppercased()
    }
    guard !name.isEmpty else { return nil }
    field = VCardField(name: name)
    isBare = head.elementsEqual(name.utf8)
    parameters = isBare ? [] : parts.dropFirst().compactMap(Self.parameter)
    types = parameters.isEmpty ? [] : Self.types(in: parameters)
  }

  /// Parses a line that a person keeps; `nil` when no line of a card can be made of it.
  ///
  /// A line end in the text becomes an escape, so that one line stays one. A line that a reader takes for the frame of
  /// a card, for a comment or for the rest of the line before is refused.
  convenience init?(text: String, line: Int = 0) {
    let text = VCardText.escapeNewlines(VCardText.clean(text))
    guard text.utf8.first != UInt8(ascii: "#") else { return nil }
    self.init(line: line, bytes: Array(text.utf8))
    if isFrame { return nil }
    value = String(decoding: rawValue, as: UTF8.self)
  }

  /// The group in lower case: groups are compared without case.
  var groupKey: String { group.isEmpty ? "" : group.lowercased() }

  /// Whether the line begins or ends a card, or contains its version.
  ///
  /// A damaged `BEGIN` counts as one.
  var isFrame: Bool {
    name == "END" || name == "VERSION" || name == "BEGIN" || isBeginning
  }

  /// Whether names and group are words, as a reader of cards expects it.
  var hasWords: Bool {
    let isWord: (String) -> Bool = { word in
      !word.isEmpty
        && word.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF || $0 == 0x2D || $0 == 0x5F }
    }
    return isWord(name) && (group.isEmpty || group.split(separator: ".").allSatisfy { isWord(String($0)) })
      && parameters.allSatisfy { $0.name.isEmpty || isWord($0.name) }
  }

  /// Whether the line begins a card, also behind what is left of a line that lost its end.
  var isBeginning: Bool { name.hasSuffix("BEGIN") && keyword.hasPrefix("VCARD") }

  /// The value as a word of the card's frame: `VCARD` in `BEGIN: vcard`.
  var keyword: String { VCardText.trim(String(decoding: rawValue, as: UTF8.self)).uppercased() }

  /// Whether the line is the label of the other lines in its group.
  var isLabel: Bool { name == "X-ABLABEL" && !group.isEmpty }

  /// The colon that ends the head: the first outside quotes, or the first at all when the quotes do not match.
  private static func colon(in bytes: [UInt8]) -> Int? {
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

  private static func split(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard head.contains(UInt8(ascii: ";")) else { return [head] }
    var parts: [ArraySlice<UInt8>] = []
    var isQuoted = false
    var start = head.startIndex
    for index in head.indices {
      if head[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if head[index] == UInt8(ascii: ";"), !isQuoted {
        parts.append(head[start..<index])
        start = index + 1
      }
    }
    parts.append(head[start...])
    return parts
  }

  private static func parameter(_ bytes: ArraySlice<UInt8>) -> Parameter? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      let value = VCardText.trim(text)
      return value.isEmpty ? nil : Parameter(name: "", value: value)
    }
    let name = VCardText.trim(String(text[..<equals])).uppercased()
    let value = VCardText.trim(String(text[text.index(after: equals)...]))
    if !value.hasByte(UInt8(ascii: "\"")) { return Parameter(name: name, value: value) }
    // A mark after the quote makes one character of both.
    return Parameter(name: name, value: String(decoding: value.utf8.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
  }

  // MARK: Parameters

  /// Whether the head is the one that the writer gives to a value without a label, or with a label of one type.
  var hasPlainHead: Bool {
    if isBare { return true }
    guard group.isEmpty, parameters.count == 1, parameters[0].name == "TYPE", types.count == 1,
      VCardLabel.word(for: types[0]) != nil
    else { return false }
    return head.count == name.utf8.count + ";TYPE=".utf8.count + types[0].utf8.count
      && head.allSatisfy { !(0x61...0x7A ~= $0) }
  }

  /// The values of all parameters of that name, split at commas, lower case.
  func values(of name: String) -> [String] {
    if parameters.isEmpty { return [] }
    return parameters.lazy.filter { $0.name == name }.flatMap {
      $0.value.lowercased().split(separator: ",").map(String.init)
    }
  }

  private static func types(in parameters: [Parameter]) -> [String] {
    if parameters.count == 1, parameters[0].name == "TYPE" {
      let value = parameters[0].value.lowercased()
      if VCardLabel.word(for: value) != nil { return [value] }
    }
    return allTypes(in: parameters)
  }

  private static func allTypes(in parameters: [Parameter]) -> [String] {
    parameters.lazy.filter { $0.name == "TYPE" || $0.name.isEmpty }
      .flatMap { $0.value.lowercased().split(separator: ",").map { String($0.drop(while: { $0 == " " })) } }
      .map { $0.hasPrefix("type=") ? String($0.dropFirst(5)) : $0 }
      .filter { !encodings.contains($0) }
  }

  var isQuotedPrintable: Bool { isEncoded(as: ["quoted-printable", "q"]) }
  var isBase64: Bool { isEncoded(as: ["base64", "b"]) }

  private func isEncoded(as names: [String]) -> Bool {
    parameters.contains {
      ($0.name == "ENCODING" || $0.name.isEmpty && $0.value.count > 1) && names.contains($0.value.lowercased())
    }
  }

  /// The name of the text encoding in the line's own parameters.
  var charset: String? { parameters.first { $0.name == "CHARSET" }?.value }

  /// The values of ENCODING that old cards write without its name.
  static let encodings: Set<String> = ["quoted-printable", "base64", "8bit", "7bit"]

  /// The unfolded line in UTF-8, with a name for each parameter and without quoted-printable.
  ///
  /// A line that is like this already is repeated letter for letter.
  var text: String {
    // A blank in the name is removed.
    let path = head.prefix { $0 != UInt8(ascii: ";") }
    let isPlain =
      path.allSatisfy { $0 > 0x20 }
      && parameters.allSatisfy {
        $0.name == "ENCODING" ? field == nil && $0.value.lowercased() == "b" : !$0.name.isEmpty && $0.name != "CHARSET"
      }
    if isPlain { return VCardText.clean(String(decoding: head, as: UTF8.self)) + ":" + value }
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

  /// A line with the group and the name of this one.
  func line(with parameters: [Parameter], value: String) -> String {
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
    let needsQuotes = hasSeparator || VCardText.trim(value).utf8.count != value.utf8.count
    return needsQuotes ? "\"\(value)\"" : value
  }
}
