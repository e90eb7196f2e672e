/// What is before the colon of a line, taken apart: `item1.EMAIL;TYPE=home`.
///
/// It is a class because the lines of a file share a few heads.
final class VCardHead {
  /// A parameter of the line: `TYPE=home`.
  struct Parameter {
    /// Upper case; empty for a value without a name, as in old cards (`TEL;HOME:`).
    var name: String
    /// The value without its quotes.
    var value: String
  }

  /// The bytes, as they are in the file.
  let bytes: [UInt8]
  /// `item1`, as written; empty without a group.
  let group: String
  /// The group in lower case.
  let groupKey: String
  /// Upper case.
  let name: String
  let parameters: [Parameter]
  /// The field of a person that the line holds; `nil` when there is none.
  let field: VCardField?
  /// The values of TYPE, and those without a name, in lower case.
  ///
  /// `TYPE=TYPE=VOICE` is read as `TYPE=VOICE`.
  let types: [String]
  /// Whether the head is the name in capital letters and nothing else.
  let isBare: Bool
  let isQuotedPrintable: Bool
  let isBase64: Bool
  /// Whether it says nothing about the encoding of the value.
  let isText: Bool
  /// Whether a name may be one that version 3 writes for an addition of version 4.
  let mayHaveAdditions: Bool
  /// The description of the lines of a plain card with this head; `nil` when the head is not plain.
  private(set) var plainLine: PlainCardLine?

  /// Whether the name or a parameter may make a line one that a version has another form for.
  private(set) lazy var mayHaveOtherForm = VCardConversion.mayHaveOtherForm(self)

  /// Parses a head; `nil` when it has no name.
  init?(_ head: ArraySlice<UInt8>) {
    let parts = Self.split(head)
    let path = String(decoding: parts[0], as: UTF8.self)
    if let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) {
      group = String(path[..<dot]).trimmed
      name = String(path[path.index(after: dot)...]).trimmed.uppercased()
    } else {
      group = ""
      name = path.trimmed.uppercased()
    }
    guard !name.isEmpty else { return nil }
    groupKey = group.lowercased()
    bytes = Array(head)
    field = VCardField(name: name)
    isBare = head.elementsEqual(name.utf8)
    parameters = isBare ? [] : parts.dropFirst().compactMap(Self.parameter)
    types = parameters.isEmpty ? [] : Self.types(in: parameters)
    isQuotedPrintable = Self.areEncoded(parameters, as: ["quoted-printable", "q"])
    isBase64 = Self.areEncoded(parameters, as: ["base64", "b"])
    mayHaveAdditions =
      name.hasPrefix(VCardAddition.prefix) || parameters.contains { $0.name.hasPrefix(VCardAddition.prefix) }
    isText = !isQuotedPrintable && !isBase64 && parameters.allSatisfy { $0.name != "CHARSET" }
    plainLine = PlainCardLine(self)
  }

  /// Whether the head has these bytes.
  func isSame(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == other.count && bytes.withUnsafeBufferPointer { $0.elementsEqual(other) }
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

  /// The name and the parameters of a head.
  static func split(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
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

  /// The parameter in a part of a head; `nil` for an empty one.
  static func parameter(_ bytes: ArraySlice<UInt8>) -> Parameter? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      let value = text.trimmed
      return value.isEmpty ? nil : Parameter(name: "", value: value)
    }
    let name = String(text[..<equals]).trimmed.uppercased()
    // A mark after the sign makes one character of both.
    let value = String(text[text.utf8.index(after: equals)...]).trimmed
    if !value.hasByte(UInt8(ascii: "\"")) { return Parameter(name: name, value: value) }
    // A mark after the quote makes one character of both.
    return Parameter(name: name, value: String(decoding: value.utf8.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
  }

  /// Whether the head is the one that the writer gives to a value without a label, or with a label of one type.
  var isPlain: Bool {
    if isBare { return true }
    guard group.isEmpty, parameters.count == 1, parameters[0].name == "TYPE", types.count == 1,
      VCardLabel.word(for: types[0]) != nil
    else { return false }
    return bytes.count == name.utf8.count + ";TYPE=".utf8.count + types[0].utf8.count
      && bytes.allSatisfy { !(0x61...0x7A ~= $0) }
  }

  private static func types(in parameters: [Parameter]) -> [String] {
    if parameters.count == 1, parameters[0].name == "TYPE" {
      let value = parameters[0].value.lowercased()
      if VCardLabel.word(for: value) != nil { return [value] }
    }
    return allTypes(in: parameters)
  }

  private static func allTypes(in parameters: [Parameter]) -> [String] {
    var types: [String] = []
    for parameter in parameters where parameter.name == "TYPE" || parameter.name.isEmpty {
      for type in parameter.value.lowercased().split(separator: ",").map({ $0.drop { $0 == " " } }) {
        types.append(String(type.hasPrefix("type=") ? type.dropFirst(5) : type))
      }
    }
    return types.filter { !encodings.contains($0) }
  }

  private static func areEncoded(_ parameters: [Parameter], as names: [String]) -> Bool {
    parameters.contains {
      ($0.name == "ENCODING" || $0.name.isEmpty && $0.value.count > 1) && names.contains($0.value.lowercased())
    }
  }

  /// The values of ENCODING that old cards write without its name.
  static let encodings: Set<String> = ["quoted-printable", "base64", "8bit", "7bit"]
}

/// The heads of the lines of a file, each taken apart once while it is frequent.
final class VCardHeads {
  private var heads = [VCardHead?](repeating: nil, count: 1_024)

  /// The head of these bytes; `nil` when they have no name.
  func head(_ bytes: ArraySlice<UInt8>) -> VCardHead? {
    bytes.withUnsafeBufferPointer { head($0[...]) }
  }

  /// The head of these bytes in memory; `nil` when they have no name.
  func head(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> VCardHead? {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    var hash: UInt32 = 0
    for byte in bytes { hash = (hash &* 31) &+ UInt32(byte) }
    // The highest bits depend on all bytes.
    let index = Int((hash &* 0x9E37_79B1) >> 22)
    if let head = heads[index], head.isSame(bytes) { return head }
    let head = VCardHead(Array(bytes)[...])
    if let head, bytes.count < 100 { heads[index] = head }
    return head
  }
}
