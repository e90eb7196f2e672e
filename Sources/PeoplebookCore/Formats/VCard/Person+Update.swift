extension Person {
  /// This person as a file says: single values are those of the file, and the further elements of its lists are added.
  ///
  /// What the file does not have stays, since it may have been added after the file was written.
  ///
  /// - Complexity: O(values of both).
  func updated(with read: Person) -> Person {
    var updated = self
    for field in FieldCatalogue.current.fields where !field.kind.isBlank(in: read) {
      switch field.kind {
      case is any ListFieldKind: field.merge([read], into: &updated)
      case let kind as ParagraphsKind where self[keyPath: kind.path].contains(read[keyPath: kind.path]): break
      case is ParagraphsKind: field.merge([read], into: &updated)
      default: field.kind.copy(from: read, to: &updated)
      }
    }
    updated.otherProperties = read.otherProperties + keptLines(besides: read)
    updated.cardFrame = read.cardFrame
    return updated
  }

  /// The lines of this person's card that a file with other lines does not replace: those of fields, which the writer
  /// compares with the values, and those whose names the file does not have.
  private func keptLines(besides read: Person) -> [String] {
    let lines = Set(read.otherProperties)
    let names = Set(read.otherProperties.compactMap { VCardProperty(text: $0)?.name })
    return otherProperties.filter { line in
      guard !lines.contains(line) else { return false }
      guard let property = VCardProperty(text: line), property.field == nil else { return true }
      return !names.contains(property.name)
    }
  }
}
