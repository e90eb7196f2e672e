extension VCardContents {
  /// The person with the lines that the writer would write differently, and with the frame of the card.
  ///
  /// - Parameters:
  ///   - version: The version of the card.
  ///   - forms: The numbers of the lines that the card has in another form than the writer's.
  static func person(of properties: [VCardProperty], version: VCardVersion, forms: Set<Int> = []) -> Person {
    let lines = properties.filter { !$0.isOmitted }
    let owners = owners(in: lines)
    let apart = owners.labelsApart(in: lines)
    let revision = lines.first(where: \.isRevision)
    let contents = VCardContents(lines)
    var person = contents.person()
    var kept = contents.keptLines(of: person, version: version, labelsApart: apart)
    if let revision { kept.remove(revision.line) }
    if !kept.isEmpty {
      person.otherProperties = lines.compactMap { kept.contains($0.line) ? OddLine.text(in: $0) ?? $0.text : nil }
    }
    let ranks = lines.flatMap { line -> [Int] in
      if owners.labels.contains(line.line) { return apart.contains(line.line) ? [VCardFrame.labelRank] : [] }
      let rank = line === revision ? VCardFrame.revisionRank : VCardFrame.rank(of: line)
      let isApart = !apart.isEmpty && owners.byLine[line.line]?.contains { apart.contains($0.line) } == true
      let ranks = isApart ? [rank, VCardFrame.apartMark] : [rank]
      return forms.contains(line.line) ? ranks + [VCardFrame.formMark(version)] : ranks
    }
    var frame = VCardFrame(ranks: ranks, revision: revision?.text ?? "")
    if revision != nil { frame.checksum = VCardFrame.checksum(of: person) }
    person.cardFrame = frame.text
    return person
  }

  // MARK: Labels

  /// The labels that belong to a line, by the number of that line, and the numbers of those labels.
  struct LabelOwners {
    var byLine: [Int: [VCardProperty]] = [:]
    var labels: Set<Int> = []

    /// The numbers of the labels of those lines that do not have all of their labels directly below them.
    func labelsApart(in lines: [VCardProperty]) -> Set<Int> {
      var apart: Set<Int> = []
      for (index, line) in lines.enumerated() {
        guard let labels = byLine[line.line]?.map(\.line) else { continue }
        if !lines[(index + 1)...].prefix(labels.count).map(\.line).elementsEqual(labels) { apart.formUnion(labels) }
      }
      return apart
    }
  }

  /// Assigns each label to its line: the last before it in its group, else the first after it.
  static func owners(in lines: [VCardProperty]) -> LabelOwners {
    var owners = LabelOwners()
    guard lines.contains(where: \.isLabel) else { return owners }
    var first: [String: VCardProperty] = [:]
    for line in lines where !line.group.isEmpty && !line.isLabel && first[line.groupKey] == nil {
      first[line.groupKey] = line
    }
    var last: [String: VCardProperty] = [:]
    for line in lines where !line.group.isEmpty {
      if !line.isLabel {
        last[line.groupKey] = line
      } else if let owner = last[line.groupKey] ?? first[line.groupKey] {
        owners.byLine[owner.line, default: []].append(line)
        owners.labels.insert(line.line)
      }
    }
    return owners
  }

  // MARK: Kept lines

  /// The numbers of the lines that the writer would not write the same.
  ///
  /// - Parameter labelsApart: The numbers of the labels that are not directly below their lines.
  private func keptLines(of person: Person, version: VCardVersion, labelsApart: Set<Int>) -> Set<Int> {
    var kept: Set<Int> = []
    for field in VCardField.all where field.value?.labeled == nil {
      let lines = properties(of: field)
      if lines.count == 1, lines[0].isWritten(for: field, of: person, version: version) { continue }
      for line in lines { kept.insert(line.line) }
    }
    for line in properties where line.field == nil { kept.insert(line.line) }
    var labeled: [VCardProperty] = []
    let groups =
      labels.isEmpty ? [:] : Dictionary(grouping: properties.lazy.filter { !$0.group.isEmpty }, by: \.groupKey)
    for field in VCardField.labeled {
      let lines = properties(of: field)
      let isNew = { line in
        line.group.isEmpty
          ? isWritten(line, version) : isWrittenWithLabel(line, groups[line.groupKey] ?? [], version, labelsApart)
      }
      // Lines without a value, and lines that differ but have the same one, keep their places among the others.
      let values = lines.map(value)
      let isRepeated = values.count > 1 && Set(values).count < values.count
      let keepsAll = isReordered(field) || values.contains(nil) || isRepeated && !lines.allSatisfy(isNew)
      for line in lines {
        if !keepsAll, isNew(line) {
          if line.group.isEmpty { continue }
          labeled.append(line)
        }
        kept.insert(line.line)
      }
    }
    if !labeled.isEmpty { discardNumberedGroups(labeled, from: &kept) }
    return kept
  }

  private func isWritten(_ line: VCardProperty, _ version: VCardVersion) -> Bool {
    guard let field = line.field?.value, let content = field.content, let value = value(of: line) else { return false }
    if content.hasPlainLines, line.hasPlainHead, value.value == line.value, !value.value.hasByte(UInt8(ascii: ":")),
      VCardText.isPlain(value.value)
    {
      return true
    }
    return content.line(for: value, field.property, version) == line.text
  }

  /// Whether the line and its label, which are its group, are as the writer writes them in a group with any name.
  private func isWrittenWithLabel(
    _ line: VCardProperty, _ group: [VCardProperty], _ version: VCardVersion, _ labelsApart: Set<Int>
  ) -> Bool {
    guard let field = line.field?.value, let content = field.content, let value = value(of: line), group.count == 2,
      group[1].isLabel, !labelsApart.contains(group[1].line), content.line(for: value, field.property, version) == nil
    else { return false }
    let lines = VCardComposer.labeledLines(of: field, content, value, group: line.group, version: version)
    return lines == group.map(\.text)
  }

  /// Removes the lines, with their labels, that are in groups with the names that the writer will give them.
  private func discardNumberedGroups(_ lines: [VCardProperty], from kept: inout Set<Int>) {
    let candidates = Set(lines.map(\.groupKey))
    var numbers = GroupNumbers(taken: Set(properties.lazy.map(\.groupKey).filter { !candidates.contains($0) }))
    var discarded: Set<String> = []
    for line in lines {
      if line.group == numbers.next {
        numbers.take()
        discarded.insert(line.groupKey)
      } else {
        numbers.exclude(line.groupKey)
      }
    }
    for property in properties where discarded.contains(property.groupKey) { kept.remove(property.line) }
  }
}

extension VCardProperty {
  /// Whether the line contains the time of the card's revision.
  fileprivate var isRevision: Bool { name == "REV" && group.isEmpty }

  /// Whether the value of a field is empty.
  var isEmptyValue: Bool {
    if value.utf8.allSatisfy({ $0 == UInt8(ascii: ";") || $0 == 0x20 || $0 == 0x09 }) { return true }
    if field?.value?.kind is ParagraphsKind { return false }
    let isURI = value.hasByte(UInt8(ascii: ":")) && field?.value?.labeled != nil
    return isURI ? VCardContents([]).value(of: self) == nil : VCardContents.text(value).isEmpty
  }

  /// Whether the line is left out, since it has no value for its field.
  var isOmitted: Bool {
    guard let field else { return false }
    return field.value?.omitsEmptyLines != false && isEmptyValue
  }

  /// Whether the value of a field is empty, but the line has blanks or escapes for it.
  var isBlankValue: Bool {
    guard let first = value.utf8.first, first <= 0x20 || first == UInt8(ascii: "\\") else { return false }
    return isOmitted
  }

  /// Whether the writer writes this line for a field with one value.
  ///
  /// Most lines are compared without writing.
  fileprivate func isWritten(for field: VCardField, of person: Person, version: VCardVersion) -> Bool {
    if isBare, version == .v3, field.parts.allSatisfy({ person[$0.key].isEmpty }) {
      if let plain = field.value?.kind.plainValue(of: person) { return value == plain }
      switch field {
      case .fullName where VCardText.isPlain(person.name): return value == person.name
      case .id where VCardText.isPlain(person.id): return value == person.id
      case .name where VCardText.isPlain(person.firstName) && VCardText.isPlain(person.lastName):
        return value == "\(person.lastName);\(person.firstName);;;"
      default: break
      }
    }
    return VCardComposer.line(of: field, person: person, version: version) == text
  }
}
