/// Translates between the lines of a vCard of version 4 and the properties of a jCard (RFC 7095).
///
/// `item1.EMAIL;TYPE=work:ada@example.org` is `["email",{"group":"item1","type":"work"},"text","ada@example.org"]`.
enum JCardProperty {
  // MARK: From a line

  /// The property for a line; `nil` for a name that JSON's lower case would change.
  static func value(of line: VCardProperty) -> JCardValue? {
    guard isName(line.name) else { return nil }
    var parameters: [String: [JCardValue]] = [:]
    for parameter in line.namedParameters {
      let name = token(parameter.name).lowercased()
      if name.isEmpty || name == "value" || name == "group" { continue }
      let values = name == "type" ? parameter.value.split(separator: ",").map(String.init) : [parameter.value]
      parameters[name, default: []] += values.map { .text(ParameterText.unescape($0, newlines: name == "label")) }
    }
    let group = token(line.group)
    if !group.isEmpty { parameters["group"] = [.text(group)] }
    var named = line.values(of: "VALUE").first.map(token) ?? ""
    if named == "url" { named = "uri" }
    let type = named.isEmpty ? defaultType(of: line.name, value: line.value) : named
    let members = parameters.mapValues { $0.count == 1 ? $0[0] : .list($0) }
    return .list([.text(line.name.lowercased()), .object(members), .text(type)] + values(of: line, type: type))
  }

  private static func values(of line: VCardProperty, type: String) -> [JCardValue] {
    if isStructured(line.name) {
      let parts = VCardText.split(line.value, at: UInt8(ascii: ";")).map { part in
        // The parts of a text's field are texts.
        let items =
          line.field?.value.map { $0.labeled == nil } ?? false ? [part] : VCardText.split(part, at: UInt8(ascii: ","))
        return items.count == 1 ? JCardValue.text(text(items[0])) : .list(items.map { .text(text($0)) })
      }
      if parts.count == 1, case .text = parts[0] { return parts }
      return [.list(parts)]
    }
    if line.field?.isList == true {
      return VCardText.split(line.value, at: UInt8(ascii: ",")).map { .text(text($0)) }
    }
    switch type {
    case "text" where isExtension(line.name):
      // The values and the parts of an extension are known only from their separators.
      let parts = VCardText.split(line.value, at: UInt8(ascii: ";"))
      if parts.count > 1 { return [.list(parts.map(items))] }
      return items(line.value).elements
    case "text": return [.text(text(line.value))]
    case "date", "date-time", "date-and-or-time", "timestamp", "time": return [.text(VCardTime.extended(line.value))]
    default: return [.text(line.value)]
    }
  }

  private static func text(_ escaped: String) -> String { VCardText.unescape(escaped) }

  private static func items(_ escaped: String) -> JCardValue {
    let items = VCardText.split(escaped, at: UInt8(ascii: ",")).map { JCardValue.text(text($0)) }
    return items.count == 1 ? items[0] : .list(items)
  }

  // MARK: To lines

  /// The lines for a property, which may have several values; none when the value is not a property.
  static func lines(_ value: JCardValue) -> [String] {
    guard case .list(let parts) = value, parts.count >= 4, case .object(let members) = parts[1] else { return [] }
    let name = parts[0].text.uppercased()
    guard isName(name) else { return [] }
    let type = parts[2].text.lowercased()
    let head = head(name, members)
    return texts(of: parts.dropFirst(3), name: name, type: type).map { value in
      // A number or an address that looks like a URI, but is text.
      let content = type == "text" ? VCardField(name: name)?.value?.content : nil
      let isText = content.map { $0.text(ofURI: value) != value } ?? false
      let hasType = type != defaultType(of: name, value: value) && type != unknownType || isText
      return head + (hasType ? ";VALUE=\(token(type))" : "") + ":" + value
    }
  }

  /// The group, the name and the parameters of a line.
  private static func head(_ name: String, _ members: [String: JCardValue]) -> String {
    let group = token(members["group"]?.text ?? "")
    var text = group.isEmpty ? "" : "\(group)."
    text += name == "X-ABLABEL" ? "X-ABLabel" : name
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where key != "group" {
      let key = token(key).uppercased()
      if key.isEmpty { continue }
      let values = value.elements.map { ParameterText.escape($0.text.cleaned) }
      for value in key == "TYPE" ? [values.joined(separator: ",")] : values {
        text += ";\(key)=\(VCardProperty.quoted(value, in: key))"
      }
    }
    return text
  }

  /// The values of the lines: one for all values of a list or of an extension, else one for each.
  private static func texts(of values: ArraySlice<JCardValue>, name: String, type: String) -> [String] {
    if isStructured(name) { return values.map { text(of: $0, type: type, hasParts: true) } }
    if let field = VCardField(name: name) {
      let values = values.flatMap(\.elements)
      if field.isList { return [values.map { VCardText.escape($0.text) }.joined(separator: ",")] }
      return values.map { text(of: $0, type: type, hasParts: false) }
    }
    let texts = values.map { text(of: $0, type: type, hasParts: $0.elements.count > 1) }
    return isExtension(name) ? [texts.joined(separator: ",")] : texts
  }

  private static func text(of value: JCardValue, type: String, hasParts: Bool) -> String {
    if hasParts {
      return value.elements.map { part in
        part.elements.map { VCardText.escape($0.text) }.joined(separator: ",")
      }
      .joined(separator: ";")
    }
    return switch type {
    case "text": VCardText.escape(value.text)
    case "date", "date-time", "date-and-or-time", "timestamp", "time": VCardTime.basic(value.text)
    default: value.text
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

  // MARK: Kinds of values

  private static func isStructured(_ name: String) -> Bool {
    VCardField(name: name)?.isStructured ?? ["GENDER", "CLIENTPIDMAP"].contains(name)
  }

  /// Whether it is the name of a property that the standard does not describe.
  private static func isExtension(_ name: String) -> Bool { name.hasPrefix("X-") && VCardField(name: name) == nil }

  /// The type of a value where its line names none: the catalogue has that of a field's property.
  private static func defaultType(of name: String, value: String) -> String {
    if let property = VCardField(name: name)?.value?.property, property.name == name {
      return name.hasPrefix("X-") ? unknownType : property.valueType.rawValue
    }
    return switch name {
    case "UID": value.hasPrefix(inAnyCase: "urn:") || value.contains("://") ? "uri" : "text"
    case "PHOTO", "LOGO", "SOUND", "KEY", "GEO", "MEMBER", "RELATED", "SOURCE", "FBURL", "CALURI", "CALADRURI": "uri"
    case "DEATHDATE": "date-and-or-time"
    case "REV": "timestamp"
    case "LANG": "language-tag"
    case "FN", "N", "GENDER", "KIND", "PRODID", "TZ", "XML", "CLIENTPIDMAP", "BIRTHPLACE", "DEATHPLACE", "EXPERTISE",
      "HOBBY", "INTEREST", "ORG-DIRECTORY":
      "text"
    default: unknownType
    }
  }

  /// The type of a value whose property the standard does not describe; a line does not state it.
  private static let unknownType = "unknown"
}
