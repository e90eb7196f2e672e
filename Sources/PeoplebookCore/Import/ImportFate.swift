/// The effect of an import on a person.
public enum ImportFate: Hashable, Sendable {
  /// The person was added to the book, was changed, or was the same already.
  case added, changed, unchanged
}

extension PersonUpdate {
  /// The effect of importing `read`, when `present` is the person in the book with the same id.
  func imported(_ read: Person, over present: Person) -> (person: Person, fate: ImportFate) {
    var person = result(present, read)
    person.row = present.row
    return (person, person == present ? .unchanged : .changed)
  }
}
