/// Makes people of the lines of cards, for every format of cards.
struct VCardInterpreter {
  private var derivedIDs = DerivedIDs()

  /// The person of a card; `nil` when the card names none or repeats an earlier one, which is reported.
  ///
  /// - Parameters:
  ///   - version: The version of the card.
  ///   - line: The line where the card begins.
  ///   - hasLineNumbers: Whether the numbers of the properties are those of lines of the file.
  mutating func person(
    of properties: [VCardProperty], version: VCardVersion, line: Int, hasLineNumbers: Bool = true,
    report: inout ImportReport
  ) -> Person? {
    var person = VCardContents.person(of: properties, version: version)
    if person.isBlank {
      report.skipped += 1
      report.note("this card names no person; it was left out.", line: line)
      return nil
    }
    if person.id.isEmpty { person.id = derivedID(of: properties) }
    guard derivedIDs.isNew(&person, line: line, report: &report) else { return nil }
    if person.birthday == nil, let birthday = properties.first(where: { $0.field == .birthday && !$0.value.isEmpty }) {
      report.note(
        "this birthday has no day and month that exist; it was kept as it is.",
        line: hasLineNumbers ? birthday.line : line)
    }
    if person.name.isEmpty { report.note("the card that begins here has no name.", line: line) }
    report.people += 1
    return person
  }

  /// The id of a card without a UID: derived from its lines, and from how many of the same were read before.
  private mutating func derivedID(of properties: [VCardProperty]) -> String {
    var checksum = Checksum()
    for property in properties where property.name != "REV" { checksum.add(property.text) }
    return derivedIDs.id(of: checksum)
  }
}
