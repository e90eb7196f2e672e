/// Translates between the lines of a vCard of version 4 and the properties of a jCard (RFC 7095).
///
/// `item1.EMAIL;TYPE=work:ada@example.org` is `["email",{"group":"item1","type":"work"},"text","ada@example.org"]`.
enum JCardProperty {
  // MARK: From a line

  /// The property for a line; `nil` for a name that JSON's lower case would change.
  static func value(of line: VCardProperty) -> JCardValue? {
    guard isName(line.name) else { return nil }
    var parameters: [String: JCardValue] = [:]
    for parameter in line.namedParameters {
      let name = token(parameter.name).lowercased()
      if name.isEmpty || name == "value" || name == "group" { continue }
      let values = name == "type" ? parameter.value.split(separator: ",").map(String.init) : [parameter.value]
      let all = (parameters[name].map(\.elements) ?? []) + values.map(JCardValue.text)
      parameters[name] = all.count == 1 ? all[0] : .list(all)
    }
    let group = token(line.group)
    if !group.isEmpty { parameters["group"] = .text(group) }
    let named = line.values(of: "VALUE").first.map(token) ?? ""
    let type = named.isEmpty ? defaultType(of: line.name, value: line.value) : named
    return .list([.text(line.name.lowercased()), .object(parameters), .text(type)] + values(of: line, type: type))
  }

  private static func values(of line: VCardProperty, type: String) -> [JCardValue] {
    if structured.contains(line.name) {
      let parts = VCardText.split(line.value, at: UInt8(ascii: ";")).map { part in
        let items = line.name == "ORG" ? [part] : VCardText.split(part, at: UInt8(ascii: ","))
        return items.count == 1 ? JCardValue.text(text(items[0])) : .list(items.map { .text(text($0)) })
      }
      if parts.count == 1, case .text = parts[0] { return parts }
      return [.list(parts)]
    }
    if lists.contains(line.name) {
      return VCardText.split(line.value, at: UInt8(ascii: ",")).map { .text(text($0)) }
    }
    switch type {
    case "text": return [.text(text(line.value))]
    case "date", "date-time", "date-and-or-time", "timestamp", "time": return [.text(VCardTime.extended(line.value))]
    default: return [.text(line.value)]
    }
  }

  private static func text(_ escaped: String) -> String { VCardText.unescape(escaped) }

  // MARK: To a line

  /// The line for a property; `nil` when the value is not one.
  ///
  /// - Parameter line: The number that the line gets.
  static func line(_ value: JCardValue, line: Int) -> VCardProperty? {
    guard case .list(let parts) = value, parts.count >= 4, case .object(let members) = parts[1] else { return nil }
    let name = parts[0].text.uppercased()
    let type = parts[2].text.lowercased()
    let value = self.value(parts.dropFirst(3), name: name, type: type)
    guard isName(name) else { return nil }
    let group = token(members["group"]?.text ?? "")
    var text = group.isEmpty ? "" : "\(group)."
    text += name == "X-ABLABEL" ? "X-ABLabel" : name
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where key != "group" {
      let key = token(key).uppercased()
      if key.isEmpty { continue }
      let values = value.elements.map { parameter($0.text) }
      for value in key == "TYPE" ? [values.joined(separator: ",")] : values {
        text += ";\(key)=\(VCardProperty.quoted(value, in: key))"
      }
    }
    // A number or an address that looks like a URI, but is text.
    let isText = type == "text" && VCardContents.withoutScheme(value, VCardField(name: name)) != value
    if type != defaultType(of: name, value: value) || isText { text += ";VALUE=\(token(type))" }
    return VCardProperty(text: "\(text):\(value)", line: line)
  }

  private static func value(_ values: ArraySlice<JCardValue>, name: String, type: String) -> String {
    guard let first = values.first else { return "" }
    if structured.contains(name) {
      return first.elements.map { part in
        part.elements.map { VCardText.escape($0.text) }.joined(separator: ",")
      }
      .joined(separator: ";")
    }
    if lists.contains(name) { return values.map { VCardText.escape($0.text) }.joined(separator: ",") }
    return switch type {
    case "text": VCardText.escape(first.text)
    case "date", "date-time", "date-and-or-time", "timestamp", "time": VCardTime.basic(first.text)
    default: first.text
    }
  }

  /// Whether a line can have the name, in upper case, and JSON the same in lower case.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { 0x20...0x7E ~= $0 && !":;\"".utf8.contains($0) }
  }

  /// The part of a text that can be a name in a line.
  private static func token(_ text: String) -> String {
    String(decoding: text.utf8.filter { 0x21...0x7E ~= $0 && !":;.,=\"".utf8.contains($0) }, as: UTF8.self)
  }

  /// A parameter's value in a line, which has no quotation marks and no line ends.
  private static func parameter(_ text: String) -> String {
    String(text.map { $0 == "\"" ? "'" : $0.isNewline ? " " : $0 })
  }

  // MARK: Kinds of values

  private static let structured: Set<String> = ["N", "ADR", "ORG", "GENDER"]
  private static let lists: Set<String> = ["NICKNAME", "CATEGORIES"]

  /// The type of a value where its line names none.
  private static func defaultType(of name: String, value: String) -> String {
    switch name {
    case "UID": value.hasPrefix(inAnyCase: "urn:") || value.contains("://") ? "uri" : "text"
    case "PHOTO", "LOGO", "SOUND", "KEY", "URL", "IMPP", "GEO", "MEMBER", "RELATED", "SOURCE", "FBURL", "CALURI",
      "CALADRURI":
      "uri"
    case "BDAY", "ANNIVERSARY", "DEATHDATE": "date-and-or-time"
    case "REV": "timestamp"
    case "LANG": "language-tag"
    case "FN", "N", "NICKNAME", "ORG", "TITLE", "ROLE", "NOTE", "EMAIL", "TEL", "ADR", "CATEGORIES", "GENDER", "KIND",
      "PRODID", "TZ", "XML", "CLIENTPIDMAP", "BIRTHPLACE", "DEATHPLACE", "EXPERTISE", "HOBBY", "INTEREST",
      "ORG-DIRECTORY":
      "text"
    default: "unknown"
    }
  }
}
