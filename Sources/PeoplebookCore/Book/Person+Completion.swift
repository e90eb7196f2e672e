import Persistence

extension Person {
  /// Gives a person that a book of an older version has deleted the fields that came later, as the migration gave them
  /// to the people who were in the book.
  ///
  /// - Complexity: O(lines of the person's card).
  public static func complete(_ person: inout Person, from version: Int32) {
    let lines = person.otherProperties.enumerated().compactMap { OddLine.property($0.element, line: $0.offset) }
    if lines.isEmpty { return }
    person.addLaterFields { $0.version > version }
    for field in FieldCatalogue.current.fields where field.version > version && field.kind is LabeledKind {
      guard let property = field.property, let owner = VCardField(name: property.name),
        let frame = VCardFrame(text: person.cardFrame).moving(lines, to: owner)
      else { continue }
      person.cardFrame = frame.text
    }
  }
}
