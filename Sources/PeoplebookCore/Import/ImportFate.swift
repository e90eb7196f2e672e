/// What an import does with a person.
public enum ImportFate: Hashable, Sendable {
  case added, changed, unchanged
}

extension PersonReader {
  /// What becomes of `read`, when `present` is the person in the book with the same id; `nil` when there is none.
  func imported(_ read: Person, over present: Person?) -> (person: Person, fate: ImportFate) {
    guard let present else { return (read, .added) }
    var person = update(of: present, to: read)
    person.row = present.row
    return (person, person == present ? .unchanged : .changed)
  }
}
