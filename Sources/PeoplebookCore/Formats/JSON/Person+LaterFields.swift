extension Person {
  /// Sets the missing fields from the lines of the card, where a program that does not know them has kept them.
  mutating func addLaterFields(where isMissing: (PersonField) -> Bool) {
    if otherProperties.isEmpty { return }
    let missing = Self.laterFields.filter(isMissing)
    if missing.isEmpty { return }
    let kept = VCardContents(otherProperties.enumerated().compactMap { OddLine.property($0.element, line: $0.offset) })
      .person()
    for field in missing { field.kind.copy(from: kept, to: &self) }
  }

  private static let laterFields = FieldCatalogue.current.fields.filter { $0.isLater && $0.property != nil }
}
