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

  /// Takes the people in some rows of the book out of it, all in one transaction.
  public func removePeople(in rows: [Int64]) async throws {
    try await write { transaction in
      for row in rows {
        if let person = try transaction.get(Person.self, row: row) { try transaction.delete(person) }
      }
    }
  }

  /// Adds tags to people and takes tags away from them, all in one transaction.
  public func changeTags(ofPeopleIn rows: [Int64], adding: [String], removing: [String]) async throws {
    try await write { transaction in
      for row in rows {
        guard var person = try transaction.get(Person.self, row: row) else { continue }
        person.tags.removeAll(where: removing.contains)
        person.tags += adding.filter { !person.tags.contains($0) }
        try transaction.update(person)
      }
    }
  }

  /// Makes one person of those in some rows, the first; all in one transaction.
  public func mergePeople(in rows: [Int64]) async throws {
    try await write { transaction in
      let people = try rows.compactMap { try transaction.get(Person.self, row: $0) }
      guard let first = people.first else { return }
      try transaction.update(people.dropFirst().reduce(first) { $0.merged(with: $1) })
      for other in people.dropFirst() { try transaction.delete(other) }
    }
  }

  /// Takes people out of the book, all in one transaction.
  public func remove(_ people: [Person]) async throws {
    try await write { transaction in
      for person in people { try transaction.delete(person) }
    }
  }
}
