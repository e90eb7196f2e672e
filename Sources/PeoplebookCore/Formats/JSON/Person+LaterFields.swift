extension Person {
  /// Sets the fields without a key from the lines of the card, where a program that does not know them has kept them.
  mutating func addLaterFields(missingIn keys: [String]) {
    if otherProperties.isEmpty { return }
    let missing = Self.laterFields.filter { !keys.contains($0.id) }
    if missing.isEmpty { return }
    let kept = VCardContents(otherProperties.compactMap { VCardProperty(text: $0) }).person()
    for field in missing { field.kind.copy(from: kept, to: &self) }
  }

  private static let laterFields = FieldCatalogue.current.fields.filter { $0.isLater && $0.property != nil }
}
