import Persistence

/// What became of somebody who came in.
public enum ImportFate: Hashable, Sendable {
  case added, changed, unchanged
}

extension Transaction {
  /// Takes somebody in: who is in the book already, by their id, is brought up to date; everybody else is added.
  public func take(_ person: Person, from reader: any PersonReader) throws(StoreError) -> ImportFate {
    guard let before = try get(Person.self, id: person.id) else {
      try insert(person)
      return .added
    }
    var present = reader.update(of: before, to: person)
    present.row = before.row
    if present == before { return .unchanged }
    try update(present)
    return .changed
  }
}
