/// Converts the lines that a person's card came with to the version that is written.
///
/// Only what the versions write differently is changed; every other line is repeated letter for letter, and so is each
/// line of a card of the version that is written (``VCardFrame/formMark(_:)``). A line that is
/// converted twice is the same as after the first time, and what version 3 says survives version 4 and the way back.
/// What version 4 added has names of extensions in version 3 (``VCardAddition``).
enum VCardConversion {
  /// The properties of version 3 that version 4 lacks.
  ///
  /// There they have names of extensions.
  private static let removed: Set<String> = [
    "LABEL", "SORT-STRING", "AGENT", "MAILER", "CLASS", "PROFILE", "NAME",
  ]
  /// The prefix of the name of a property that version 4 lacks.
  static let prefix = "X-VCARD3-"

  /// A line of version 3 that is a parameter of another line in version 4.
  private static let moved: [(name: String, host: String, parameter: String)] = [
    ("LABEL", "ADR", "LABEL"), ("SORT-STRING", "N", "SORT-AS"),
  ]

  /// The sorting text of an organisation, where the name has none.
  ///
  /// A parameter of the line names the property, which is the name otherwise.
  private static let sortedOrganisation = (name: "SORT-STRING", host: "ORG", parameter: "SORT-AS")
  private static let sortedProperty = VCardAddition.prefix + "PROPERTY"

  /// The parameter of version 4 that has the text of a line of version 3; `nil` for other lines.
  private static func move(
    of property: VCardProperty
  ) -> (name: String, host: String, parameter: String)? {
    let others = property.parameters.filter { $0.name != "TYPE" && !$0.name.isEmpty }
    if property.name == sortedOrganisation.name, others.count == 1, others[0].name == sortedProperty,
      others[0].value.uppercased() == sortedOrganisation.host
    {
      return sortedOrganisation
    }
    return others.isEmpty ? moved.first { $0.name == property.name } : nil
  }

  // MARK: One line

  /// The line as a card of `version` has it, apart from what ``lines(_:_:)`` changes.
  static func line(_ property: VCardProperty, _ version: VCardVersion) -> String {
    let text = converted(property, version)
    let isPreferred = property.types.contains("pref") || property.parameters.contains { $0.name == "PREF" }
    guard isPreferred, let property = VCardProperty(text: text) else { return text }
    switch version {
    case .v3: return version3(property)
    case .v4: return version4(property)
    }
  }

  /// Whether the line has another form than the one that a card of `version` has for it.
  static func changes(_ property: VCardProperty, _ version: VCardVersion) -> Bool {
    let field = property.field?.value
    let isDate = field.map { $0.kind is DateKind || $0.content is DateContent } ?? false
    let mayBeURI = field?.content != nil && property.value.hasByte(UInt8(ascii: ":"))
    // Most lines have one form, and are never converted.
    let isOfVersion3 = version == .v4 && (property.name == "REV" || property.types.contains("pref"))
    let hasOddHead = property.head.mayHaveOtherForm
    guard isDate || mayBeURI || isOfVersion3 || hasOddHead else { return false }
    let (text, line) = (property.text, line(property, version))
    return line != text || hasOddHead && lines([line], version) != [text]
  }

  /// Whether the name or a parameter may make a line one that a version has another form for.
  static func mayHaveOtherForm(_ head: VCardHead) -> Bool {
    VCardMedia.names.contains(head.name) || head.name == "GEO" || removed.contains(head.name)
      || head.name.hasPrefix(prefix) || VCardAddition.isAdded(head.name)
      || head.parameters.contains { parameter in
        parameter.name == "VALUE"
          ? !["date", "date-time", "text"].contains(parameter.value.lowercased())
          : !["TYPE", "LANGUAGE", ""].contains(parameter.name)
      }
  }

  private static func converted(_ property: VCardProperty, _ version: VCardVersion) -> String {
    if VCardMedia.names.contains(property.name) { return VCardMedia.line(property, version) }
    if property.name == "GEO" { return position(property, version) }
    guard let field = property.field else {
      if property.name != "REV" || version == .v3 { return VCardMedia.bytes(property, version) ?? property.text }
      let parameters = property.namedParameters.filter { $0.name != "VALUE" }
      return property.line(with: parameters, value: VCardTime.basic(property.value))
    }
    if field.value?.content is DateContent { return VCardDate.line(property, version) }
    if let content = field.value?.content { return address(property, content, version) }
    return field.value?.kind is DateKind ? VCardDate.line(property, version) : property.text
  }

  /// A position is `37.4;-122.1` in version 3 and `geo:37.4,-122.1` in version 4.
  ///
  /// A position with an altitude or an uncertainty remains a URI.
  private static func position(_ property: VCardProperty, _ version: VCardVersion) -> String {
    let isURI = property.value.hasPrefix(inAnyCase: "geo:")
    let text = isURI ? String(property.value.dropFirst("geo:".count)) : VCardText.unescape(property.value)
    let parts = text.split(separator: isURI ? "," : ";").map { String($0).trimmed }
    guard isURI == (version == .v3), parts.count == 2, parts.allSatisfy({ Double($0) != nil }) else {
      return property.text
    }
    let value = version == .v4 ? "geo:" + parts.joined(separator: ",") : parts.joined(separator: ";")
    return property.line(with: property.namedParameters.filter { $0.name != "VALUE" }, value: value)
  }

  /// Addresses are texts, and so are numbers in version 3.
  ///
  /// Version 4 marks the URI of a number.
  private static func address(
    _ property: VCardProperty, _ content: any VCardLabeledContent, _ version: VCardVersion
  ) -> String {
    let types = property.values(of: "VALUE")
    let text = VCardContents.text(property.value)
    let plain = content.text(ofURI: text)
    if plain == text || plain.isEmpty || types == ["text"] { return property.text }
    var parameters = property.namedParameters.filter { $0.name != "VALUE" }
    guard version == .v4, content is PhoneContent else {
      if content.text(ofURI: plain) != plain {
        parameters.append(VCardProperty.Parameter(name: "VALUE", value: "text"))
      }
      return property.line(with: parameters, value: VCardText.escape(plain))
    }
    if types == ["uri"] { return property.text }
    parameters.append(VCardProperty.Parameter(name: "VALUE", value: "uri"))
    return property.line(with: parameters, value: property.value)
  }

  /// Version 3 has the type `pref` where version 4 has PREF.
  private static func version3(_ property: VCardProperty) -> String {
    let preferences = property.values(of: "PREF")
    guard preferences.first == "1" else { return property.text }
    var parameters = property.namedParameters.filter { $0.name != "PREF" }
    if !property.types.contains("pref") {
      parameters.append(VCardProperty.Parameter(name: "TYPE", value: "pref"))
    }
    return property.line(with: parameters, value: property.value)
  }

  /// Version 4 has PREF where version 3 has the type `pref`.
  private static func version4(_ property: VCardProperty) -> String {
    guard property.types.contains("pref") else { return property.text }
    var parameters = property.namedParameters.compactMap(withoutPreference)
    if !parameters.contains(where: { $0.name == "PREF" }) {
      parameters.append(VCardProperty.Parameter(name: "PREF", value: "1"))
    }
    return property.line(with: parameters, value: property.value)
  }

  /// The parameter without the type `pref`; `nil` when nothing remains.
  private static func withoutPreference(_ parameter: VCardProperty.Parameter) -> VCardProperty.Parameter? {
    guard parameter.name == "TYPE" else { return parameter }
    let types = parameter.value.split(separator: ",").filter { $0.lowercased() != "pref" }
    return types.isEmpty ? nil : VCardProperty.Parameter(name: "TYPE", value: types.joined(separator: ","))
  }

  // MARK: All lines

  /// The lines of a card, with the names and the lines that `version` uses.
  static func lines(_ lines: [String], _ version: VCardVersion) -> [String] {
    switch version {
    case .v3: lines.contains(where: mayBeOfVersion4) ? withoutAdditions(lines) : lines
    case .v4: lines.contains(where: mayBeOfVersion3) ? withParameters(lines) : lines
    }
  }

  /// Whether a line may have a parameter or a name that is different in version 3; most lines are never parsed.
  private static func mayBeOfVersion4(_ line: String) -> Bool {
    let name = name(of: line)
    return VCardAddition.mayBe(in: line, named: name) || isSame(name.prefix(prefix.utf8.count), prefix)
  }

  private static func mayBeOfVersion3(_ line: String) -> Bool {
    let name = name(of: line)
    return removed.contains { isSame(name, $0) }
  }

  /// The name in a line, without its group.
  private static func name(of line: String) -> Substring.UTF8View {
    let path = line.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    guard let dot = path.firstIndex(of: UInt8(ascii: ".")) else { return path }
    return path[path.index(after: dot)...]
  }

  private static func isSame(_ name: Substring.UTF8View, _ other: String) -> Bool {
    name.elementsEqual(other.utf8) { $0 & 0xDF == $1 & 0xDF }
  }

  /// The common part of a line and the line that has it as a parameter.
  private struct Host: Hashable {
    var name: String
    var group: String
    var types: Set<String>

    init(_ name: String, _ property: VCardProperty) {
      self.name = name
      group = property.groupKey
      types = Set(property.types)
    }
  }

  /// Moves the lines that version 4 lacks into the parameters of other lines: of the last before it, else the first
  /// after it.
  ///
  /// Those without such a line are renamed.
  private static func withParameters(_ lines: [String]) -> [String] {
    let properties = lines.map { VCardProperty(text: $0) }
    var lines = lines
    var hosts: [Host: [Int]] = [:]
    var rest: [(index: Int, move: (name: String, host: String, parameter: String))] = []
    func take(_ property: VCardProperty, at index: Int, by host: Int, _ parameter: String) {
      let text = VCardText.unescape(property.value)
      // In a parameter these two letters would be read as a line end.
      let isAmbiguous = text.contains("\\n") || text.contains("\\N")
      guard let target = properties[host], !isAmbiguous else { return }
      let value = ParameterText.escape(text)
      let parameters = target.namedParameters + [VCardProperty.Parameter(name: parameter, value: value)]
      lines[host] = target.line(with: parameters, value: target.value)
      lines[index] = ""
    }
    for (index, property) in properties.enumerated() {
      guard let property else { continue }
      if let move = (moved + [sortedOrganisation]).first(where: { $0.host == property.name }) {
        if property.parameters.contains(where: { $0.name == move.parameter }) { continue }
        hosts[Host(move.host, property), default: []].append(index)
      } else if removed.contains(property.name) {
        lines[index] = renamed(property, prefix + property.name)
        guard let move = move(of: property), !property.value.isEmpty else { continue }
        if let host = hosts[Host(move.host, property)]?.popLast() {
          take(property, at: index, by: host, move.parameter)
        } else {
          rest.append((index, move))
        }
      }
    }
    for (index, move) in rest {
      guard let property = properties[index], let host = hosts[Host(move.host, property)]?.first else { continue }
      hosts[Host(move.host, property)]?.removeFirst()
      take(property, at: index, by: host, move.parameter)
    }
    return lines.filter { !$0.isEmpty }
  }

  /// The lines of version 3 for lines of version 4.
  private static func withoutAdditions(_ lines: [String]) -> [String] {
    var lines = lines.flatMap { unmoved($0, moved) }
    if !lines.contains(where: { isSame(name(of: $0), sortedOrganisation.name) }) {
      let parts = lines.map { unmoved($0, [sortedOrganisation]) }
      if let index = parts.firstIndex(where: { $0.count > 1 }) {
        lines.replaceSubrange(index...index, with: parts[index])
      }
    }
    return lines.map { mayBeOfVersion4($0) ? VCardAddition.version3($0) : $0 }
  }

  private static func unmoved(
    _ line: String, _ moved: [(name: String, host: String, parameter: String)]
  ) -> [String] {
    guard mayBeOfVersion4(line), let property = VCardProperty(text: line) else { return [line] }
    if property.name.hasPrefix(prefix) { return [renamed(property, String(property.name.dropFirst(prefix.count)))] }
    guard let move = moved.first(where: { $0.host == property.name }),
      let parameter = property.parameters.first(where: { $0.name == move.parameter }), !parameter.value.isEmpty
    else { return [line] }
    let rest = property.namedParameters.filter { $0.name != move.parameter }
    let types = rest.filter { $0.name == "TYPE" }.compactMap(withoutPreference).map {
      ";TYPE=\(VCardProperty.quoted($0.value, in: "TYPE"))"
    }
    let group = property.group.isEmpty ? "" : "\(property.group)."
    let text = VCardText.escape(ParameterText.unescape(parameter.value, newlines: move.parameter == "LABEL"))
    let owner = move == sortedOrganisation ? ";\(sortedProperty)=\(move.host)" : ""
    return [property.line(with: rest, value: property.value), "\(group)\(move.name)\(types.joined())\(owner):\(text)"]
  }

  private static func renamed(_ property: VCardProperty, _ name: String) -> String {
    let head = String(decoding: property.head.bytes, as: UTF8.self)
    let rest = head.utf8.firstIndex(of: UInt8(ascii: ";")).map { head[$0...] } ?? ""
    return (property.group.isEmpty ? name : "\(property.group).\(name)") + rest + ":" + property.value
  }
}
