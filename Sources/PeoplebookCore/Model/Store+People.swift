import Persistence

/// The changes to the people of a book: each is one transaction that can be undone.
extension Store {
  /// A live list of the people that `search` finds, by first name; of all people when it is empty.
  public func people(matching search: String = "") -> Results<Person> {
    objects(Person.self).search(search)
  }

  /// Adds a person.
  ///
  /// - Returns: The person's id, a new one where `person` has none.
  public func add(_ person: Person) async throws -> String {
    try await write { try $0.insert(person).id }
  }

  /// Saves the fields that `draft` changed in `original`, and no others: edits of different fields do not conflict.
  ///
  /// A person who was deleted since then is inserted again.
  public func save(_ draft: Person, editedFrom original: Person) async throws -> String {
    try await write { transaction in
      if try transaction.get(Person.self, id: original.id) == nil {
        return try transaction.insert(draft).id
      }
      return try transaction.update(draft, editedFrom: original).id
    }
  }

  /// Deletes the people in some rows of the book, in one transaction.
  ///
  /// - Parameters:
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch; `true` ends it and leaves the book as it was.
  /// - Throws: `CancellationError` when it was cancelled.
  public func removePeople(
    in rows: [Int64], progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    try await write { try $0.delete(Person.self, rows: rows, monitor: monitor) }
  }

  /// Adds tags to people and removes tags from them, in one transaction.
  ///
  /// - Parameters:
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch; `true` ends it and leaves the book as it was.
  /// - Throws: `CancellationError` when it was cancelled.
  public func changeTags(
    ofPeopleIn rows: [Int64], adding: [String], removing: [String],
    progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    try await write { transaction in
      try transaction.update(Person.self, rows: rows, monitor: monitor) { person in
        person.tags.removeAll(where: removing.contains)
        person.tags += adding.filter { !person.tags.contains($0) }
      }
    }
  }

  /// Merges the people in some rows into the first of them, all in one transaction.
  ///
  /// - Parameters:
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch; `true` ends it and leaves the book as it was.
  /// - Throws: `CancellationError` when it was cancelled.
  public func mergePeople(
    in rows: [Int64], progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    try await write { transaction in
      let people = try rows.compactMap { try transaction.get(Person.self, row: $0) }
      guard let first = people.first else { return }
      try transaction.update(people.dropFirst().reduce(first) { $0.merged(with: $1) })
      try transaction.delete(Person.self, rows: people.dropFirst().map(\.row), monitor: monitor)
    }
  }

  /// Deletes people, all in one transaction.
  public func remove(_ people: [Person]) async throws {
    try await write { transaction in
      for person in people { try transaction.delete(person) }
    }
  }
}
