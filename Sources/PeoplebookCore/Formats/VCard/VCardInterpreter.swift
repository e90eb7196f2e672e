/// Makes people of the lines of cards, for every format of cards.
struct VCardInterpreter {
  private var derivedIDs = DerivedIDs()

  /// The person of a card; `nil` when the card names none or repeats an earlier one, which is reported.
  ///
  /// - Parameters:
  ///   - version: The version of the card.
  ///   - isExact: Whether the lines are those of a card of just this version, which keep their form in it.
  ///   - line: The line where the card begins.
  ///   - hasLineNumbers: Whether the numbers of the properties are those of lines of the file.
  mutating func person(
    of written: [VCardProperty], version: VCardVersion, isExact: Bool = false, line: Int, hasLineNumbers: Bool = true,
    report: inout ImportReport
  ) -> Person? {
    let properties = version == .v3 ? written.map(VCardAddition.restored) : written
    var forms: Set<Int> = []
    for (line, property) in zip(written, properties) where isExact && line === property {
      if VCardConversion.changes(line, version) { forms.insert(line.line) }
    }
    var person = VCardContents.person(of: properties, version: version, forms: forms)
    if person.isBlank {
      report.skipped += 1
      report.note("this card names no person; it is left out.", line: line)
      return nil
    }
    if person.id.isEmpty { person.id = derivedID(of: properties) }
    guard derivedIDs.isNew(&person, line: line, report: &report) else { return nil }
    for property in properties where !property.value.isEmpty {
      guard let value = property.field?.value, let complaint = value.kind.complaint(about: property, of: person)
      else { continue }
      report.note(
        "this \(value.name) \(complaint); it is kept unchanged.", line: hasLineNumbers ? property.line : line)
    }
    for blank in properties where blank.isBlankValue {
      report.note("the blank \(blank.name) is left out.", line: hasLineNumbers ? blank.line : line)
    }
    if person.name.isEmpty { report.note("the card that begins here has no name.", line: line) }
    report.people += 1
    return person
  }

  /// The person of a plain card; `nil` when it repeats an earlier one, which is reported.
  mutating func person(of card: PlainCards.Card, line: Int, report: inout ImportReport) -> Person? {
    var person = card.person
    if person.id.isEmpty { person.id = derivedIDs.id(of: card.checksum) }
    guard derivedIDs.isNew(&person, line: line, report: &report) else { return nil }
    report.people += 1
    return person
  }

  /// The id of a card without a UID: derived from its lines, and from how many of the same were read before.
  ///
  /// The values of other programs may change, and earlier versions left them out.
  private mutating func derivedID(of properties: [VCardProperty]) -> String {
    var checksum = Checksum()
    for property in properties where property.name != "REV" && ForeignValue.Origin(rawValue: property.name) == nil {
      checksum.add(property.text)
    }
    return derivedIDs.id(of: checksum)
  }
}
