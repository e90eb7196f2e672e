/// The properties and parameters that version 4 of vCard added.
///
/// A card of version 3 has them with names of extensions: `X-VCARD4-GENDER`, `ADR;X-VCARD4-GEO="geo:1,2"`. A person
/// keeps their lines with the names of version 4, so that these names exist only in the text of a card.
enum VCardAddition {
  static let prefix = "X-VCARD4-"

  /// The properties of RFC 6350, and of its extensions, that version 3 lacks.
  private static let properties: Set<String> = [
    "KIND", "XML", "GENDER", "ANNIVERSARY", "LANG", "RELATED", "MEMBER", "CLIENTPIDMAP", "BIRTHPLACE", "DEATHPLACE",
    "DEATHDATE", "EXPERTISE", "HOBBY", "INTEREST", "ORG-DIRECTORY", "CONTACT-URI", "PRONOUNS", "GRAMGENDER", "CREATED",
    "LANGUAGE", "SOCIALPROFILE", "JSPROP",
  ]

  private static let parameters: Set<String> = [
    "ALTID", "PID", "PREF", "MEDIATYPE", "CALSCALE", "SORT-AS", "GEO", "TZ", "LABEL", "INDEX", "LEVEL", "CC",
    "PHONETIC", "SCRIPT", "AUTHOR", "AUTHOR-NAME", "CREATED", "DERIVED", "SERVICE-TYPE", "USERNAME", "JSCOMPS",
    "JSPTR", "PROP-ID",
  ]

  /// The types of values that version 3 lacks.
  private static let types: Set<String> = ["date-and-or-time", "timestamp", "language-tag"]

  // MARK: To version 3

  /// Whether a line of this name, which ends at the colon or at the first parameter, may have an addition.
  ///
  /// Most lines have none, and are never parsed.
  static func mayBe(in line: String, named name: Substring.UTF8View) -> Bool {
    let length = name.count
    let isAdded = properties.contains { property in
      property.utf8.count == length && property.utf8.elementsEqual(name) { $0 == $1 & 0xDF || $0 == $1 }
    }
    if isAdded { return true }
    let head = line.utf8[name.endIndex...].prefix { $0 != UInt8(ascii: ":") }
    guard !head.isEmpty else { return false }
    return !head.starts(with: ";TYPE=".utf8) || head.dropFirst().contains(UInt8(ascii: ";"))
  }

  /// Whether version 3 lacks a property, in capital letters.
  static func isAdded(_ name: String) -> Bool { properties.contains(name) }

  /// The line of version 3 for a line of version 4.
  static func version3(_ line: String) -> String {
    guard let property = VCardProperty(text: line) else { return line }
    let isAdded = properties.contains(property.name)
    guard isAdded || property.parameters.contains(where: isAddition) else { return line }
    return renamed(property, name: isAdded ? .prefix : .none) { isAddition($0) ? .prefix : .none }
  }

  private static func isAddition(_ parameter: VCardProperty.Parameter) -> Bool {
    parameters.contains(parameter.name)
      || parameter.name == "VALUE" && types.contains(parameter.value.lowercased())
  }

  // MARK: From version 3

  /// The line with the names of version 4.
  static func restored(_ property: VCardProperty) -> VCardProperty {
    guard property.head.mayHaveAdditions, let text = VCardProperty(text: property.text) else { return property }
    let line = renamed(text, name: isRenamed(text.name, among: properties) ? .unprefix : .none) { parameter in
      isRenamed(parameter.name, among: parameters) || parameter.name == prefix + "VALUE" ? .unprefix : .none
    }
    return VCardProperty(text: line, line: property.line) ?? property
  }

  private static func isRenamed(_ name: String, among names: Set<String>) -> Bool {
    name.hasPrefix(prefix) && names.contains(String(name.dropFirst(prefix.count)))
  }

  // MARK: Names

  private enum Change { case none, prefix, unprefix }

  /// The line of a property with other names; every other letter stays.
  private static func renamed(
    _ property: VCardProperty, name: Change, parameter: (VCardProperty.Parameter) -> Change
  ) -> String {
    let parts = VCardHead.split(property.head.bytes[...])
    let start = parts[0].firstIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    var head = parts[0][..<start] + changed(parts[0][start...], name)
    for part in parts.dropFirst() {
      head.append(UInt8(ascii: ";"))
      head += changed(part, VCardHead.parameter(part).map(parameter) ?? .none)
    }
    return String(decoding: head, as: UTF8.self) + ":" + property.value
  }

  private static func changed(_ text: ArraySlice<UInt8>, _ change: Change) -> ArraySlice<UInt8> {
    switch change {
    case .none: text
    case .prefix: prefix.utf8 + text.drop { $0 == 0x20 }
    case .unprefix: text.drop { $0 == 0x20 }.dropFirst(prefix.utf8.count)
    }
  }
}
