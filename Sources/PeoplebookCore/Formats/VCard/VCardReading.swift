extension VCardContents {
  /// The person, with every line that the fields do not say whole among the other properties.
  func personWithOtherProperties() -> Person {
    var person = person()
    let groups = Groups(properties)
    let kept = fieldLinesToKeep(for: person, groups: groups).union(valueLinesToKeep(groups: groups))
    let keptGroups = Set(properties.lazy.filter { kept.contains($0.line) }.map(\.group))
    person.otherProperties = properties.compactMap { property in
      if property.field != nil { return kept.contains(property.line) ? property.text : nil }
      if VCardField.frame.contains(property.name) { return nil }
      // The label of a value that is not kept is the label of the field.
      let isSaid =
        property.name == "X-ABLABEL" && groups.values.contains(property.group)
        && !keptGroups.contains(property.group) && !groups.others.contains(property.group)
      return isSaid ? nil : property.text
    }
    return person
  }

  /// The groups that lines of each sort belong to.
  private struct Groups {
    /// Of e-mail addresses and phone numbers, whose labels are fields.
    var values: Set<String> = []
    /// Of labels.
    var labels: Set<String> = []
    /// Of lines without a field.
    var others: Set<String> = []

    init(_ properties: [VCardProperty]) {
      for property in properties where !property.group.isEmpty {
        switch property.field {
        case .email?, .phone?: values.insert(property.group)
        case .some: break
        case nil where property.name == "X-ABLABEL": labels.insert(property.group)
        case nil: others.insert(property.group)
        }
      }
    }
  }

  /// The lines of the fields with one value that say more than the writer would write.
  private func fieldLinesToKeep(for person: Person, groups: Groups) -> Set<Int> {
    var kept: Set<Int> = []
    for field in VCardField.allCases where field != .email && field != .phone {
      let all = properties(of: field)
      if all.isEmpty || Self.arePlain(all, field, person) { continue }
      // An empty line says nothing.
      let lines = all.filter { !$0.value.utf8.allSatisfy { $0 == UInt8(ascii: ";") } }
      if lines.isEmpty { continue }
      let ours = VCardWriter.lines(of: field, person: person, version: .v3)
      if Self.areVerbatim(lines, ours) { continue }
      let written = Set(ours.compactMap { VCardProperty(text: $0).map(Self.meaning) })
      let meanings = lines.map(Self.meaning)
      let more = zip(lines, meanings).filter { line, meaning in
        !written.contains(meaning) || groups.labels.union(groups.others).contains(line.group)
      }
      .map(\.0)
      if more.isEmpty, Set(meanings).count == meanings.count { continue }
      let isFullNameEnough = field == .name && Self.isEnough(more, for: person)
      kept.formUnion((isFullNameEnough ? more : lines).map(\.line))
    }
    return kept
  }

  /// Whether the lines are the writer's, as can be told without writing: most are.
  private static func arePlain(_ lines: [VCardProperty], _ field: VCardField, _ person: Person) -> Bool {
    guard lines.allSatisfy(\.isBare),
      lines.count == 1 || field == .name && lines.count == 2 && lines[0].name != lines[1].name
    else { return false }
    let value = lines[0].value
    return switch field {
    case .name:
      lines.allSatisfy { line in
        line.name == "N"
          ? isPlain(person.lastName) && isPlain(person.firstName)
            && line.value == "\(person.lastName);\(person.firstName);;;"
          : isPlain(person.name) && line.value == person.name
      }
    case .nickname: isPlain(person.nickname) && value == person.nickname
    case .organisation: isPlain(person.organisation) && value == person.organisation
    case .title: isPlain(person.title) && value == person.title
    case .birthday: person.birthday.map { $0.year != nil && value == $0.iso } ?? false
    case .tags: person.tags.allSatisfy(isPlain) && value == person.tags.joined(separator: ",")
    case .note: isPlain(person.note) && value == person.note
    case .id: isPlain(person.id) && value == person.id
    case .email, .phone: false
    }
  }

  /// Whether a card has the text as it is.
  private static func isPlain(_ text: String) -> Bool {
    !text.utf8.contains { $0 == 0x2C || $0 == 0x3B || $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether the lines are the writer's, letter for letter and each once: nothing has to be understood then.
  private static func areVerbatim(_ lines: [VCardProperty], _ written: [String]) -> Bool {
    guard lines.count <= written.count else { return false }
    var rest = written
    for line in lines {
      let text = line.text
      guard let index = rest.firstIndex(of: text) else { return false }
      rest.remove(at: index)
    }
    return true
  }

  /// Whether the first and last name can be read from these lines alone.
  private static func isEnough(_ lines: [VCardProperty], for person: Person) -> Bool {
    !lines.isEmpty && VCardContents(lines).names(of: person) == (person.firstName, person.lastName)
  }

  /// A line in a form that is equal for all lines that say the same.
  private static func meaning(_ property: VCardProperty) -> String {
    let silent = property.name == "BDAY" ? ["date", "date-and-or-time"] : ["text", "uri"]
    let parameters = property.parameters.filter {
      switch $0.name {
      case "VALUE": !silent.contains($0.value.lowercased())
      case "X-APPLE-OMIT-YEAR": false
      default: !VCardProperty.transport.contains($0.name) && !isEncoding($0)
      }
    }
    let value: String
    switch property.name {
    case "N", "ORG":
      var parts = VCardText.split(property.value, at: UInt8(ascii: ";")).map { part in
        // A comma separates several names; that of an organisation is part of it.
        let items = property.name == "N" ? VCardText.split(part, at: UInt8(ascii: ",")) : [part]
        return items.map(text).map(VCardText.escape).joined(separator: ",")
      }
      while parts.last == "" { parts.removeLast() }
      value = parts.joined(separator: ";")
    case "BDAY": value = VCardDate.read(property).flatMap { $0.isExact ? $0.date.iso : nil } ?? property.value
    case "CATEGORIES", "NICKNAME": value = list(property.value).map(VCardText.escape).joined(separator: ",")
    case "NOTE": value = VCardText.escape(VCardText.unescape(property.value))
    case "UID":
      let uid = text(property.value)
      value = uid.lowercased().hasPrefix("urn:uuid:") ? String(uid.dropFirst(9)) : uid
    default: value = VCardText.escape(text(property.value))
    }
    return "\(property.name);\(parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ";")):\(value)"
  }

  private static func isEncoding(_ parameter: VCardProperty.Parameter) -> Bool {
    parameter.name.isEmpty && VCardProperty.encodings.contains(parameter.value.lowercased())
  }

  /// The EMAIL and TEL lines that say more than their label and value.
  private func valueLinesToKeep(groups: Groups) -> Set<Int> {
    var kept: Set<Int> = []
    for field in [VCardField.email, .phone] {
      let lines = properties(of: field)
      for property in lines {
        if property.saysOnlyItsType, !Self.isAddress(property.value) { continue }
        guard let value = value(of: property) else { continue }
        if saysMore(property, than: value, isAlone: lines.count == 1) || groups.others.contains(property.group) {
          kept.insert(property.line)
        }
      }
    }
    return kept
  }

  /// Whether what looks like a URI has to be taken apart.
  private static func isAddress(_ value: String) -> Bool { value.hasByte(UInt8(ascii: ":")) }

  private func saysMore(_ property: VCardProperty, than value: LabeledValue, isAlone: Bool) -> Bool {
    let known: Set<String> = ["", "TYPE", "ENCODING", "CHARSET"]
    if property.parameters.contains(where: { !known.contains($0.name) && !($0.name == "PREF" && isAlone) }) {
      return true
    }
    let types = property.types
    if !isAlone, types.contains("pref") { return true }
    if Self.text(property.value) != value.value { return true }
    let written = VCardLabel.types(for: value.label)
    if let label = appleLabel(of: property.group) {
      return label != value.label || written != nil || !VCardLabel.meaning(of: types).isEmpty
    }
    return VCardLabel.meaning(of: types) != Set(written ?? []) || written == nil
  }
}
