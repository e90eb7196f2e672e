/// An account is an IMPP line, or where it is a page, an X-SOCIALPROFILE line; other programs have a property for each
/// service.
extension AccountContent: VCardLabeledContent {
  private static let byProperty = Dictionary(
    uniqueKeysWithValues: services.flatMap { service in service.properties.map { ($0, service.name) } })
  private static let byScheme = Dictionary(
    services.filter { !$0.scheme.isEmpty }.map { ($0.scheme, $0.name) }
  ) { first, _ in first }
  private static let byName = Dictionary(uniqueKeysWithValues: services.map { ($0.name.lowercased(), $0) })

  // MARK: Reading

  func value(in line: VCardProperty) -> String {
    let text = VCardContents.text(line.value)
    guard line.values(of: "VALUE") != ["text"], let scheme = Self.scheme(of: text) else { return text }
    let service = Self.namedService(in: line).lowercased()
    let isOfService =
      switch line.name {
      case "IMPP":
        Self.byScheme[scheme] != nil || scheme == Self.letters(of: service) || scheme == "x-apple"
      case "X-SOCIALPROFILE", "SOCIALPROFILE": scheme == "x-apple"
      default: false
      }
    return isOfService ? String(text.dropFirst(scheme.utf8.count + 1)).trimmed : text
  }

  func label(in line: VCardProperty) -> String {
    var service = Self.namedService(in: line)
    if service.isEmpty, line.name == "IMPP", line.values(of: "VALUE") != ["text"] {
      service = Self.scheme(of: VCardContents.text(line.value)).flatMap { Self.byScheme[$0] } ?? ""
    }
    let use = VCardLabel.label(for: line.types.filter(VCardLabel.isType))
    return [Self.byName[service.lowercased()]?.name ?? service, use].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The service that a line names apart from its value.
  private static func namedService(in line: VCardProperty) -> String {
    if let name = byProperty[line.name] { return name }
    let parameter = line.parameters.first { $0.name == "X-SERVICE-TYPE" || $0.name == "SERVICE-TYPE" }
    if let parameter { return ParameterText.unescape(parameter.value, newlines: false) }
    guard line.name == "X-SOCIALPROFILE" || line.name == "SOCIALPROFILE" else { return "" }
    let types = line.parameters.filter { $0.name == "TYPE" || $0.name.isEmpty }.flatMap {
      $0.value.split(separator: ",")
    }
    return types.first { !VCardLabel.isType($0.lowercased()) }.map { String($0) } ?? ""
  }

  /// The scheme of a URI, in lower case; `nil` for another text.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else { return nil }
    let scheme = text[..<colon].lowercased()
    return scheme.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D } ? scheme : nil
  }

  private static func letters(of service: String) -> String {
    String(decoding: service.utf8.filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }, as: UTF8.self)
  }

  // MARK: Writing

  func line(for value: LabeledValue, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    let words = value.label.split(separator: " ", omittingEmptySubsequences: false)
    for count in max(0, words.count - VCardLabel.mostTypes)...words.count {
      guard let types = VCardLabel.types(for: words[count...].joined(separator: " ")) else { continue }
      let line = Self.line(words[..<count].joined(separator: " "), types, value.value, property)
      // A line that is read otherwise gets a line for its label.
      guard let read = VCardProperty(text: line), self.value(in: read) == value.value, label(in: read) == value.label
      else { return value.label.isEmpty ? self.line(forValue: value.value, property, version) : nil }
      return line
    }
    return nil
  }

  private static func line(
    _ service: String, _ types: [String], _ value: String, _ property: PersonField.Property
  ) -> String {
    let name = service.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") }) ? service : ""
    let uses = types.map { $0.uppercased() }
    if !name.isEmpty, LinkContent().link(to: value) != nil {
      let type = ([name.lowercased()] + uses).joined(separator: ",")
      return "X-SOCIALPROFILE;TYPE=\(VCardProperty.quoted(type, in: "TYPE")):" + VCardText.escapeURI(value)
    }
    let quoted = VCardProperty.quoted(ParameterText.escape(name), in: "X-SERVICE-TYPE")
    let parameter = name.isEmpty ? "" : ";X-SERVICE-TYPE=\(quoted)"
    let type = uses.isEmpty ? "" : ";TYPE=\(uses.joined(separator: ","))"
    let known = byName[name.lowercased()]?.scheme ?? letters(of: name.lowercased())
    // As in a jCard, where the parameters are read in the order of their names.
    return property.name + type + parameter + ":" + (known.isEmpty ? "" : known + ":") + VCardText.escapeURI(value)
  }

  func line(forValue value: String, _ property: PersonField.Property, _ version: VCardVersion) -> String {
    property.name + ";VALUE=text:" + VCardText.escape(value)
  }
}
