import Persistence

/// What can be done to the people of a book: one transaction each, awaited, undoable.
extension Store {
  /// Everybody whom `search` finds, in the order of the list; all when it is empty.
  public func people(matching search: String = "") -> Results<Person> {
    objects(Person.self).search(search)
  }

  /// Adds a person and returns the id that they were given.
  public func add(_ person: Person) async throws -> String {
    try await write { try $0.insert(person).id }
  }

  /// Saves what `draft` changed in `original`, and nothing else: of two who edit different fields both win.
  ///
  /// Somebody who was deleted meanwhile is brought back.
  public func save(_ draft: Person, editedFrom original: Person) async throws -> String {
    try await write { transaction in
      if try transaction.get(Person.self, id: original.id) == nil {
        return try transaction.insert(draft).id
      }
      return try transaction.update(draft, editedFrom: original).id
    }
  }

  /// Takes people out of the book, all in one transaction.
  public func remove(_ people: [Person]) async throws {
    try await write { transaction in
      for person in people { try transaction.delete(person) }
    }
  }
}
