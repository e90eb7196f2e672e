/// Composes the lines of one person's card: the original lines where they still fit, else new ones.
struct VCardComposer {
  /// A line with its labels, and its rank among the lines of the card.
  private struct Unit {
    var rank: Int
    var lines: [String]
  }

  private let person: Person
  private let version: VCardVersion
  private let frame: VCardFrame
  /// The lines that the person keeps.
  private let kept: VCardContents
  /// The person that those lines alone describe.
  private let keptPerson: Person
  private let owners: VCardContents.LabelOwners
  private var numbers: GroupNumbers
  private var units: [Unit] = []

  init(_ person: Person, version: VCardVersion) {
    self.person = person
    self.version = version
    frame = VCardFrame(text: person.cardFrame)
    kept = VCardContents(
      person.otherProperties.enumerated().compactMap { Self.property($0.element, line: $0.offset) }
        .filter { $0.field == nil || !$0.isEmptyValue })
    keptPerson = kept.properties.isEmpty ? Person() : kept.person()
    owners = VCardContents.owners(in: kept.properties)
    numbers = GroupNumbers(taken: Set(kept.properties.lazy.filter { !$0.group.isEmpty }.map(\.groupKey)))
  }

  /// The line for one of a person's other properties; `nil` for a blank one.
  ///
  /// A text that is not a line of a card becomes the value of one.
  private static func property(_ text: String, line: Int) -> VCardProperty? {
    if let property = VCardProperty(text: text, line: line), property.hasWords { return property }
    return text.trimmed.isEmpty ? nil : VCardProperty(text: "X-PEOPLEBOOK-LINE:" + VCardText.escape(text), line: line)
  }

  /// The lines between VERSION and END, unfolded.
  mutating func lines() -> [String] {
    units = []
    for field in VCardField.all where field != .id { add(field) }
    for line in kept.properties where line.field == nil && !owners.labels.contains(line.line) { add(line) }
    add(.id, fits: keptPerson.id == person.id)
    if !frame.revision.isEmpty, frame.checksum == VCardFrame.checksum(of: person),
      let line = VCardProperty(text: frame.revision)
    {
      units.append(Unit(rank: VCardFrame.revisionRank, lines: [VCardConversion.line(line, version)]))
    }
    return VCardConversion.lines(arranged().flatMap(\.lines), version)
  }

  /// The units in the order of the card that the person came with.
  private func arranged() -> [Unit] {
    if frame.order.isEmpty { return units }
    var queues = [ArraySlice<Unit>](repeating: [], count: VCardFrame.revisionRank + 1)
    for unit in units { queues[unit.rank].append(unit) }
    var arranged: [Unit] = []
    for rank in frame.order {
      if let unit = queues[rank].popFirst() { arranged.append(unit) }
    }
    for (rank, rest) in queues.enumerated() where !rest.isEmpty {
      VCardFrame.insert(rest, ofRank: rank, into: &arranged, rankOf: \.rank)
    }
    return arranged
  }

  // MARK: Adding

  private mutating func add(_ field: VCardField) {
    switch field {
    case .fullName: addFullName()
    case .name: addName()
    case .organisation: addOrganisation()
    case .email: addValues(person.emails, of: .email)
    case .phone: addValues(person.phones, of: .phone)
    case .birthday: add(.birthday, fits: keptPerson.birthday == person.birthday)
    case .tags: add(.tags, fits: keptPerson.tags == person.tags)
    case .note: add(.note, fits: keptPerson.note == person.note)
    default: if let text = field.text { add(text) }
    }
  }

  /// Adds a line that is kept, with its labels.
  private mutating func add(_ line: VCardProperty) {
    let lines = [line] + (owners.byLine[line.line] ?? [])
    // Labels without a field line of their own may be kept for a deleted field.
    units.append(
      Unit(rank: VCardFrame.rank(of: line), lines: lines.map { VCardConversion.line($0, version) }))
  }

  private mutating func add(_ line: String, _ field: VCardField) {
    units.append(Unit(rank: VCardFrame.rank(of: field), lines: [line]))
  }

  /// Adds the kept lines of a field when they fit, else a new line.
  private mutating func add(_ field: VCardField, fits: Bool) {
    let lines = kept.properties(of: field)
    if fits, !lines.isEmpty {
      for line in lines { add(line) }
    } else if let line = Self.line(of: field, person: person, version: version) {
      add(line, field)
    }
  }

  private mutating func addFullName() {
    var named = person
    named.setFullName(kept.fullName)
    add(.fullName, fits: named.name == person.name && named.firstName == person.firstName)
  }

  /// Adds N.
  ///
  /// A new one keeps the middle names and titles of the old one.
  private mutating func addName() {
    let rest =
      kept.properties(of: .name).first.map { VCardText.split($0.value, at: UInt8(ascii: ";")).dropFirst(2) } ?? []
    let names = kept.structuredName
    if names == (person.firstName, person.lastName) || rest.allSatisfy(\.isEmpty) {
      add(.name, fits: names == (person.firstName, person.lastName))
    } else {
      let parts = [person.lastName, person.firstName].map(VCardText.escape) + rest
      add("N:\(parts.joined(separator: ";"))", .name)
    }
  }

  /// Adds ORG.
  ///
  /// A new one keeps the departments of the old one, and further organisations stay.
  private mutating func addOrganisation() {
    let lines = kept.properties(of: .organisation)
    let old = lines.firstIndex { !VCardContents.organisation($0).isEmpty }
    guard keptPerson.organisation != person.organisation, let old else {
      return add(.organisation, fits: keptPerson.organisation == person.organisation)
    }
    if !person.organisation.isEmpty {
      let units = VCardText.split(lines[old].value, at: UInt8(ascii: ";")).dropFirst()
      add("ORG:" + ([VCardText.escape(person.organisation)] + units).joined(separator: ";"), .organisation)
    }
    for index in lines.indices where index != old { add(lines[index]) }
  }

  /// The property of a text.
  ///
  /// Further lines of it stay, unless it is a list.
  private mutating func add(_ text: VCardField.Text) {
    let (old, new) = (keptPerson[text.key], person[text.key])
    add(text.field, fits: old == new)
    if old == new || text.property.isList { return }
    for line in kept.properties(of: text.field) where VCardContents.text(line.value) != old { add(line) }
  }

  /// EMAIL or TEL: for each value its original line, or a new one.
  private mutating func addValues(_ values: [LabeledValue], of field: VCardField) {
    let lines = kept.properties(of: field)
    if !lines.isEmpty, kept.values(of: field) == values {
      for line in lines { add(line) }
      return
    }
    var candidates: [LabeledValue: ArraySlice<VCardProperty>] = [:]
    for line in lines {
      if let value = kept.value(of: line) { candidates[value, default: []].append(line) }
    }
    for value in values where !value.value.isEmpty {
      if let line = candidates[value]?.popFirst() {
        add(line)
      } else if let line = Self.line(of: field, value: value) {
        add(line, field)
      } else {
        let lines = Self.labeledLines(of: field, value: value, group: numbers.next)
        units.append(Unit(rank: VCardFrame.rank(of: field), lines: lines))
        numbers.take()
      }
    }
  }

  // MARK: New lines

  /// The line for a field with one value; `nil` when the field is empty and the line is not required.
  static func line(of field: VCardField, person: Person, version: VCardVersion) -> String? {
    func line(_ name: String, _ text: String) -> String? {
      text.isEmpty ? nil : "\(name):\(VCardText.escape(text))"
    }
    switch field {
    case .fullName: return "FN:\(VCardText.escape(person.name))"
    case .name: return "N:\(VCardText.escape(person.lastName));\(VCardText.escape(person.firstName));;;"
    case .organisation: return line("ORG", person.organisation)
    case .birthday: return person.birthday.map { VCardDate.line(for: $0, version: version) }
    case .tags:
      let tags = person.tags.map(VCardText.escape).joined(separator: ",")
      return tags.isEmpty ? nil : "CATEGORIES:\(tags)"
    case .note: return line("NOTE", person.note)
    case .id:
      let isURI = version == .v4 && UUIDText.isUUID(person.id)
      return line("UID", (isURI ? "urn:uuid:" : "") + person.id)
    default: return field.text.flatMap { line($0.property.name, person[$0.key]) }
    }
  }

  /// The line for a value of EMAIL or TEL; `nil` when its label needs a separate line.
  static func line(of field: VCardField, value: LabeledValue) -> String? {
    guard let types = VCardLabel.types(for: value.label) else { return nil }
    let type = types.isEmpty ? "" : ";TYPE=\(types.joined(separator: ",").uppercased())"
    return head(of: field) + type + text(of: value, field)
  }

  /// The line for a value of EMAIL or TEL in a group, and the line of its label.
  static func labeledLines(of field: VCardField, value: LabeledValue, group: String) -> [String] {
    ["\(group)." + head(of: field) + text(of: value, field), VCardLabel.line(for: value.label, group: group)]
  }

  private static func head(of field: VCardField) -> String { field == .email ? "EMAIL" : "TEL" }

  /// The value with the colon before it.
  ///
  /// One that a reader takes for a URI is marked as text.
  private static func text(of value: LabeledValue, _ field: VCardField) -> String {
    let isPlain = VCardContents.withoutScheme(value.value, field) == value.value
    return (isPlain ? ":" : ";VALUE=text:") + VCardText.escape(value.value)
  }
}
