/// Composes the lines of one person's card: the original lines where they still fit, else new ones.
struct VCardComposer {
  /// A line with its labels, and its rank among the lines of the card.
  private struct Unit {
    var rank: Int
    var lines: [String]
    /// The places of the labels among the lines that the person keeps; empty for new labels.
    var labels: [Int] = []
    /// The first line as the person keeps it; `nil` where that is the same.
    var form: String?
    /// Whether the first line has the form in which the person keeps it.
    var keepsForm = false
  }

  private let person: Person
  private let version: VCardVersion
  private let keepsForms: Bool
  private let frame: VCardFrame
  /// The lines that the person keeps.
  private let kept: VCardContents
  /// The person that those lines alone describe.
  private let keptPerson: Person
  private let owners: VCardContents.LabelOwners
  private var numbers: GroupNumbers
  private var units: [Unit] = []

  init(_ person: Person, version: VCardVersion, keepsForms: Bool) {
    self.person = person
    self.version = version
    self.keepsForms = keepsForms
    frame = VCardFrame(text: person.cardFrame)
    kept = VCardContents(
      person.otherProperties.enumerated().compactMap { OddLine.property($0.element, line: $0.offset) }
        .filter { !$0.isOmitted })
    keptPerson = kept.properties.isEmpty ? Person() : kept.person()
    owners = VCardContents.owners(in: kept.properties)
    numbers = GroupNumbers(taken: Set(kept.properties.lazy.filter { !$0.group.isEmpty }.map(\.groupKey)))
  }

  /// The lines between VERSION and END, unfolded.
  mutating func lines() -> [String] {
    units = []
    for field in VCardField.all where field != .id { add(field) }
    for line in kept.properties where line.field == nil && !owners.labels.contains(line.line) { add(line) }
    add(.id, fits: keptPerson.id == person.id)
    if !frame.revision.isEmpty, isOfRevision, let line = VCardProperty(text: frame.revision) {
      units.append(
        Unit(rank: VCardFrame.revisionRank, lines: [VCardConversion.line(line, version)], form: frame.revision))
    }
    return converted(arranged())
  }

  /// The lines of the units in the version, apart from those that keep their form.
  private func converted(_ units: [Unit]) -> [String] {
    guard units.contains(where: \.keepsForm) else { return VCardConversion.lines(units.flatMap(\.lines), version) }
    // No line of a card is like this one, which no version changes.
    let placeholder = "\0"
    var forms: [String] = []
    let lines = units.flatMap { unit in
      guard unit.keepsForm, let first = unit.lines.first else { return unit.lines }
      forms.append(unit.form ?? first)
      return [placeholder] + unit.lines.dropFirst()
    }
    var rest = forms[...]
    return VCardConversion.lines(lines, version).map { $0 == placeholder ? rest.popFirst() ?? $0 : $0 }
  }

  /// Whether the person is as the card's revision left them.
  ///
  /// An older book had the values of later fields in the kept lines only.
  private var isOfRevision: Bool {
    if frame.checksum == VCardFrame.checksum(of: person) { return true }
    if kept.properties.isEmpty { return false }
    var older = person
    // The book may have had the fields of any earlier version.
    for fields in Self.laterFields {
      for field in fields where field.kind.values(of: person) == field.kind.values(of: keptPerson) {
        field.kind.copy(from: Person(), to: &older)
      }
      if frame.checksum == VCardFrame.checksum(of: older) { return true }
    }
    return false
  }

  /// The fields that cards' lines were moved to, by version, the latest first.
  private static let laterFields = Dictionary(
    grouping: FieldCatalogue.current.fields.filter { $0.isLater && $0.property != nil }, by: \.version
  ).sorted { $0.key > $1.key }.map(\.value)

  /// The units in the order of the card that the person came with.
  private func arranged() -> [Unit] {
    if frame.order.isEmpty { return units }
    var queues = [ArraySlice<Unit>](repeating: [], count: VCardFrame.revisionRank + 1)
    for unit in units { queues[unit.rank].append(unit) }
    var arranged: [Unit] = []
    // The labels that are not below their lines, by their places among the kept lines.
    var labels: [Int: String] = [:]
    var room = frame.order.count { $0 == VCardFrame.labelRank }
    var latest: Int?
    for rank in frame.order {
      switch rank {
      case VCardFrame.labelRank: arranged.append(Unit(rank: rank, lines: []))
      case VCardFrame.apartMark:
        guard let index = latest, case let count = arranged[index].labels.count, count <= room else { continue }
        room -= count
        labels.merge(zip(arranged[index].labels, arranged[index].lines.suffix(count))) { $1 }
        arranged[index].lines.removeLast(count)
      case VCardFrame.apartMark + 1...VCardFrame.lastFormMark:
        if let latest, keepsForms, rank == VCardFrame.formMark(version) { arranged[latest].keepsForm = true }
      default:
        latest = queues[rank].isEmpty ? nil : arranged.count
        if let unit = queues[rank].popFirst() { arranged.append(unit) }
      }
    }
    for (rank, rest) in queues.enumerated() where !rest.isEmpty {
      VCardFrame.insert(rest, ofRank: rank, into: &arranged, rankOf: \.rank)
    }
    var ordered = labels.sorted { $0.key < $1.key }[...]
    for index in arranged.indices where arranged[index].rank == VCardFrame.labelRank {
      arranged[index].lines = ordered.popFirst().map { [$0.value] } ?? []
    }
    return arranged
  }

  // MARK: Adding

  private mutating func add(_ field: VCardField) {
    if field == .fullName { return addFullName() }
    guard let value = field.value else { return addName() }
    if !field.parts.isEmpty {
      addStructured(value)
    } else if let kind = value.labeled, let content = value.content {
      addValues(person[keyPath: kind.path], of: value, content)
    } else if let kind = value.kind as? TextKind {
      add(value, old: keptPerson[kind.key], new: person[kind.key])
    } else {
      add(field, fits: value.kind.isSame(keptPerson, person))
    }
  }

  /// Adds a line that is kept, with its labels.
  private mutating func add(_ line: VCardProperty) {
    let labels = owners.byLine[line.line] ?? []
    // Labels without a field line of their own may be kept for a deleted field.
    units.append(
      Unit(
        rank: VCardFrame.rank(of: line), lines: ([line] + labels).map { VCardConversion.line($0, version) },
        labels: labels.map(\.line), form: line.text))
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
    named.setFullName(kept.fullName, keepsOrder: true)
    addName(.fullName, fits: named.name == person.name && named.firstName == person.firstName)
  }

  private mutating func addName() {
    addName(.name, fits: kept.structuredName == (person.firstName, person.lastName) && partsFit(.name))
  }

  /// Adds the kept lines of a name when they fit, else a new line in place of the first of them.
  ///
  /// The new line has the language of that one, but not its SORT-AS, which sorts the old name. The further lines stay:
  /// they are alternatives, such as the name in another script.
  private mutating func addName(_ field: VCardField, fits: Bool) {
    guard !fits, let replaced = kept.properties(of: field).first,
      let text = Self.line(of: field, person: person, version: version), let line = VCardProperty(text: text)
    else { return add(field, fits: fits) }
    let value = field == .name ? value(of: line, inPlaceOf: replaced) : line.value
    add(line.line(with: replaced.parameters.filter { Self.nameParameters.contains($0.name) }, value: value), field)
    for line in kept.properties(of: field).dropFirst() where line.value != replaced.value { add(line) }
  }

  /// The value of a new N, with the parts of the old one that have not changed, such as a list of names.
  private func value(of line: VCardProperty, inPlaceOf replaced: VCardProperty) -> String {
    let text = Self.line(of: .name, person: keptPerson, version: version)
    let values = [line.value, text.map { String($0.dropFirst("N:".count)) } ?? "", replaced.value]
    let parts = values.map { VCardText.split($0, at: UInt8(ascii: ";")) }
    return (0..<max(parts[0].count, parts[2].count)).map { index in
      let (new, old, written) = (
        parts[0].dropFirst(index).first, parts[1].dropFirst(index).first, parts[2].dropFirst(index).first
      )
      return (new == old ? written ?? new : new ?? written) ?? ""
    }.joined(separator: ";")
  }

  /// The parameters of a name that hold for another name too.
  private static let nameParameters: Set<String> = ["LANGUAGE", "ALTID"]

  /// Whether the kept lines of a field have the person's further texts.
  private func partsFit(_ field: VCardField) -> Bool {
    field.parts.allSatisfy { keptPerson[$0.key] == person[$0.key] }
  }

  /// Adds the property of several texts.
  ///
  /// A new line keeps the parts of the old one that no field holds. Further lines stay.
  private mutating func addStructured(_ value: VCardField.Value) {
    let (field, lines) = (value.field, kept.properties(of: value.field))
    let replaced = VCardContents.line(in: lines, of: field)
    if value.kind.isSame(keptPerson, person), partsFit(field) || replaced == nil {
      return add(field, fits: true)
    }
    if let line = Self.line(of: field, person: person, version: version) {
      let parts = VCardText.split(line, at: UInt8(ascii: ";"))
      let count = (field.parts.map(\.number).max() ?? 0) + 1
      let rest = replaced.map { VCardText.split($0.value, at: UInt8(ascii: ";")).dropFirst(count) } ?? []
      let filler = rest.isEmpty ? [] : [String](repeating: "", count: max(0, count - parts.count))
      add((parts + filler + rest).joined(separator: ";"), field)
    }
    for line in lines where line !== replaced { add(line) }
  }

  /// Adds the property of a text.
  ///
  /// Further lines stay, unless they are a list.
  private mutating func add(_ value: VCardField.Value, old: String, new: String) {
    let (lines, property) = (kept.properties(of: value.field), value.property)
    let replaced = lines.firstIndex { !TextKind.text(of: $0, property).isEmpty }
    guard old != new, !property.isList, let replaced else { return add(value.field, fits: old == new) }
    if !new.isEmpty { add("\(property.name):\(VCardText.escape(new))", value.field) }
    for (index, line) in lines.enumerated() where index != replaced {
      if TextKind.text(of: line, property) != old { add(line) }
    }
  }

  /// Adds for each value its original line, or a new one.
  ///
  /// Lines without a readable value stay.
  private mutating func addValues(
    _ values: [LabeledValue], of field: VCardField.Value, _ content: any VCardLabeledContent
  ) {
    let lines = kept.properties(of: field.field)
    if !lines.isEmpty, kept.values(of: field.field) == values {
      for line in lines { add(line) }
      return
    }
    var candidates: [LabeledValue: ArraySlice<VCardProperty>] = [:]
    for line in lines {
      if let value = kept.value(of: line) { candidates[value, default: []].append(line) } else { add(line) }
    }
    for value in values where !value.value.isEmpty {
      if let line = candidates[value]?.popFirst() {
        add(line)
      } else if let line = content.line(for: value, field.property, version) {
        add(line, field.field)
      } else {
        let lines = Self.labeledLines(of: field, content, value, group: numbers.next, version: version)
        units.append(Unit(rank: VCardFrame.rank(of: field.field), lines: lines))
        numbers.take()
      }
    }
  }

  // MARK: New lines

  /// The line for a field with one value; `nil` when the field is empty and the line is not required.
  static func line(of field: VCardField, person: Person, version: VCardVersion) -> String? {
    switch field {
    case .fullName: return "FN:\(VCardText.escape(person.name))"
    case .name:
      return "N:" + parts(from: [person.lastName, person.firstName], of: field, person).joined(separator: ";")
    case .id:
      let isURI = version == .v4 && UUIDText.isUUID(person.id)
      return person.id.isEmpty ? nil : "UID:\(isURI ? "urn:uuid:" : "")\(VCardText.escape(person.id))"
    default:
      guard let value = field.value else { return nil }
      guard let kind = value.kind as? TextKind, !field.parts.isEmpty else {
        return value.kind.line(of: person, value.property, version)
      }
      var parts = parts(from: [person[kind.key]], of: field, person)
      while parts.last?.isEmpty == true { parts.removeLast() }
      return parts.isEmpty ? nil : "\(value.property.name):\(parts.joined(separator: ";"))"
    }
  }

  /// The escaped parts of a line: the first ones, and the further texts of the field.
  private static func parts(from first: [String], of field: VCardField, _ person: Person) -> [String] {
    var parts = first.map(VCardText.escape)
    for part in field.parts {
      while parts.count <= part.number { parts.append("") }
      parts[part.number] = VCardText.escape(person[part.key])
    }
    return parts
  }

  /// The line for one of several values in a group, and the line of its label.
  static func labeledLines(
    of field: VCardField.Value, _ content: any VCardLabeledContent, _ value: LabeledValue, group: String,
    version: VCardVersion
  ) -> [String] {
    [
      "\(group)." + content.line(forValue: value.value, field.property, version),
      VCardLabel.line(for: value.label, group: group),
    ]
  }
}
