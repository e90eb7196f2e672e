extension PersonField {
  /// Whether the person has a value of the field that is lost with it: of the card's lines, one that no other field
  /// holds.
  func hasDetails(of person: Person) -> Bool {
    guard kind is CardLinesKind else { return !kind.isBlank(in: person) }
    return person.otherProperties.contains { line in
      guard let path = line.split(separator: ":", maxSplits: 1).first?.split(separator: ";").first else { return false }
      return !Self.heldProperties.contains(path.split(separator: ".").last?.uppercased() ?? "")
    }
  }

  /// The properties of cards that fields hold, or that describe others.
  private static let heldProperties = Set(
    ["FN", "N", "UID", "PRODID", "X-ABLABEL"] + FieldCatalogue.current.fields.compactMap(\.property).flatMap(\.names))
}
