extension Person {
  /// This person as a file says: single values are those of the file, and the further elements of its lists are added.
  ///
  /// What the file does not have stays, since it may have been added after the file was written.
  ///
  /// - Complexity: O(values of both).
  func updated(with read: Person) -> Person {
    var updated = self
    for field in FieldCatalogue.current.fields { field.update(&updated, with: read) }
    updated.otherProperties = read.otherProperties + keptLines(besides: read)
    updated.cardFrame = read.cardFrame
    return updated
  }

  /// The lines of this person's card that a file with other lines does not replace: those of several values, which the
  /// writer compares with the values, and those with a name or field that the file does not have.
  private func keptLines(besides read: Person) -> [String] {
    let lines = Set(read.otherProperties)
    let properties = read.otherProperties.compactMap { VCardProperty(text: $0) }
    let (names, fields) = (Set(properties.map(\.name)), Set(properties.compactMap(\.field)))
    return otherProperties.filter { line in
      guard !lines.contains(line) else { return false }
      guard let property = VCardProperty(text: line) else { return true }
      guard let field = property.field else { return !names.contains(property.name) }
      return field.value?.kind.addsValues == true || !fields.contains(field)
    }
  }
}
