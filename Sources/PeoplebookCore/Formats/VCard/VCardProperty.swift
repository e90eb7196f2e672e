/// One line of a card, taken apart: `item1.EMAIL;TYPE=home:ada@example.org`.
///
/// An object, for a reader hands it on many times, and it consists of many parts.
final class VCardProperty {
  struct Parameter {
    /// Upper case; empty for a bare value, as old cards have them (`TEL;HOME:`).
    var name: String
    var value: String
  }

  /// The line where it began.
  let line: Int
  /// `item1`, as written; empty without a group.
  let group: String
  /// Upper case.
  let name: String
  let parameters: [Parameter]
  /// What the line says about a person; nil when a person has no field for it.
  let field: VCardField?
  /// What the value is for: the values of TYPE and bare ones, lower case. `TYPE=TYPE=VOICE` is read as it was meant.
  let types: [String]
  /// What follows the colon, as it stands in the file.
  var rawValue: [UInt8]
  /// All that stands before the colon, as it stands in the file.
  let head: ArraySlice<UInt8>
  /// Whether the head is the name in capital letters and nothing else, as our writer has it.
  let isBare: Bool
  /// `rawValue` as text, still escaped; set when the card is complete and its encoding known.
  var value = ""

  /// `nil` when there is no colon or no name.
  init?(line: Int, bytes: [UInt8]) {
    guard let colon = Self.colon(in: bytes) else { return nil }
    self.line = line
    head = bytes[..<colon]
    rawValue = Array(bytes[(colon + 1)...])
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

  /// A line that is text already; `nil` when there is no colon or no name.
  convenience init?(text: String) {
    self.init(line: 0, bytes: Array(text.utf8))
    value = String(decoding: rawValue, as: UTF8.self)
  }

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
    return Parameter(name: name, value: value.hasByte(UInt8(ascii: "\"")) ? value.filter { $0 != "\"" } : value)
  }

  // MARK: Parameters

  /// Whether the line says nothing beside its value but what that is for, in one word that we have too.
  var saysOnlyItsType: Bool {
    isBare
      || group.isEmpty && parameters.count == 1 && parameters[0].name == "TYPE" && types.count == 1
        && VCardLabel.word(for: types[0]) != nil
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

  /// The encoding that the line names for itself.
  var charset: String? { parameters.first { $0.name == "CHARSET" }?.value }

  /// Values that stand bare for ENCODING.
  static let encodings: Set<String> = ["quoted-printable", "base64", "8bit", "7bit"]

  /// Parameters that say how the line is written, not what it means.
  static let transport: Set<String> = ["ENCODING", "CHARSET"]

  /// The unfolded line as a card of version 3 would have it: text in UTF-8, every parameter with a name, no
  /// quoted-printable. Lines that are like this already come back letter for letter.
  var text: String {
    let isPlain = parameters.allSatisfy {
      $0.name == "ENCODING" ? $0.value.lowercased() == "b" : !$0.name.isEmpty && $0.name != "CHARSET"
    }
    let colon = ":"
    if isPlain { return VCardText.clean(String(decoding: head, as: UTF8.self)) + colon + value }
    var line = group.isEmpty ? name : "\(group).\(name)"
    for parameter in parameters {
      switch parameter.name {
      case "CHARSET": continue
      case "ENCODING", "":
        switch parameter.value.lowercased() {
        case "base64", "b": line += ";ENCODING=b"
        case "quoted-printable", "q", "7bit", "8bit": continue
        case _ where parameter.name.isEmpty: line += ";TYPE=\(Self.quoted(parameter.value))"
        default: line += ";ENCODING=\(Self.quoted(parameter.value))"
        }
      default: line += ";\(parameter.name)=\(Self.quoted(parameter.value))"
      }
    }
    return line + colon + value
  }

  /// A parameter's value, in quotes where it needs them.
  static func quoted(_ value: String) -> String {
    value.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ? "\"\(value)\"" : value
  }
}
