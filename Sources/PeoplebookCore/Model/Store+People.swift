import Persistence

/// The changes to the people of a book: each is one transaction that can be undone.
extension Store {
  /// Adds a person.
  ///
  /// - Parameters:
  ///   - person: The person.
  ///   - isCancelled: Asked on the store's queue while another program has the book locked; `true` gives up.
  /// - Returns: The person's id, a new one where `person` has none.
  /// - Throws: `CancellationError` when it was cancelled, otherwise the reason why the book cannot be written; then
  ///   nothing was changed.
  /// - Complexity: O(log *n*) in the number of people.
  public func add(
    _ person: Person, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> String {
    try await write(monitor: WriteMonitor(isCancelled: isCancelled)) { try $0.insert(person).id }
  }

  /// Saves the fields that `draft` changed in `original`, and no others: edits of different fields do not conflict.
  ///
  /// Other people’s relations to the person follow a new name.
  ///
  /// A person who was deleted since then is inserted again.
  ///
  /// - Parameters:
  ///   - draft: The person as edited.
  ///   - original: The person as it was when editing began.
  ///   - settled: The columns of fields where the user has chosen between texts of several machines.
  ///   - isCancelled: Asked on the store's queue while another program has the book locked; `true` gives up.
  /// - Returns: The person's id.
  /// - Throws: `StoreError.conflict` when another program changed the same fields, `CancellationError`
  ///   when it was cancelled, otherwise the reason why the book cannot be written. Nothing was changed then.
  /// - Complexity: O(log *n*) in the number of people.
  public func save(
    _ draft: Person, editedFrom original: Person, settling settled: [String] = [],
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> String {
    try await write(monitor: WriteMonitor(isCancelled: isCancelled)) { transaction in
      for column in settled { try transaction.settleKeptTexts(of: original.id, column: column) }
      if try transaction.get(Person.self, id: original.id) == nil {
        var revived = draft
        revived.followNameParts(from: original)
        return try transaction.insert(revived).id
      }
      return try transaction.saveEdits(of: draft, from: original).id
    }
  }

  /// Deletes the people in some rows of the book, in one transaction.
  ///
  /// - Parameters:
  ///   - rows: The rows of the people.
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch, and while another program has the book locked; `true` ends it and
  ///     leaves the book as it was.
  /// - Returns: How many people were deleted: those who were still in the book.
  /// - Throws: `CancellationError` when it was cancelled.
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows and *n* is that of the people.
  @discardableResult
  public func removePeople(
    in rows: [Int64], progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Int {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    return try await write(monitor: monitor) { transaction in
      let count = try transaction.count(Person.self)
      try transaction.delete(Person.self, rows: rows, monitor: monitor)
      return count - (try transaction.count(Person.self))
    }
  }

  /// Adds tags to people and removes tags from them, in one transaction.
  ///
  /// - Parameters:
  ///   - rows: The rows of the people.
  ///   - adding: The tags to add.
  ///   - removing: The tags to remove.
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch, and while another program has the book locked; `true` ends it and
  ///     leaves the book as it was.
  /// - Returns: How many people have other tags now.
  /// - Throws: `CancellationError` when it was cancelled.
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows and *n* is that of the people.
  @discardableResult
  public func changeTags(
    ofPeopleIn rows: [Int64], adding: [String], removing: [String],
    progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Int {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    return try await write(monitor: monitor) { transaction in
      guard !removing.isEmpty else {
        return try transaction.add(adding, to: \Person.tags, ofRows: rows, monitor: monitor)
      }
      var count = 0
      try transaction.update(Person.self, rows: rows, monitor: monitor) { person in
        let tags = person.tags
        person.tags.removeAll(where: removing.contains)
        person.tags += adding.filter { !person.tags.contains($0) }
        if person.tags != tags { count += 1 }
      }
      return count
    }
  }

  /// Makes people favourites, or no longer so if all of them are, in one transaction.
  ///
  /// - Parameters:
  ///   - rows: The rows of the people.
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch, and while another program has the book locked; `true` ends it and
  ///     leaves the book as it was.
  /// - Returns: What they are now, and how many of them were changed.
  /// - Throws: `CancellationError` when it was cancelled.
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows and *n* is that of the people.
  public func toggleFavourites(
    in rows: [Int64], progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> (isFavourite: Bool, count: Int) {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    return try await write(monitor: monitor) { transaction in
      let isFavourite = try transaction.get(Person.self, rows: rows).contains { !$0.isFavourite }
      var count = 0
      try transaction.update(Person.self, rows: rows, monitor: monitor) { person in
        if person.isFavourite != isFavourite { count += 1 }
        person.isFavourite = isFavourite
      }
      return (isFavourite, count)
    }
  }

  /// Merges the people in some rows into the first of them, all in one transaction.
  ///
  /// - Parameters:
  ///   - rows: The rows of the people; the first of them is kept.
  ///   - ignoresNotes: Whether people are merged who were noted as two; their notes are withdrawn.
  ///   - progress: Receives how far it has come, on the store's queue; must return at once.
  ///   - isCancelled: Asked there for each batch, and while another program has the book locked; `true` ends it and
  ///     leaves the book as it was.
  /// - Returns: How many of the people were still in the book, and what was not kept of them.
  /// - Throws: ``DistinctPeopleError`` when two of them were noted as two people; `CancellationError` when it was
  ///   cancelled.
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows and *n* is that of the people.
  @discardableResult
  public func mergePeople(
    in rows: [Int64], ignoresNotes: Bool = false, progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> MergeOutcome {
    let monitor = WriteMonitor(progress: progress, isCancelled: isCancelled)
    return try await write(monitor: monitor) { transaction in
      let people = try transaction.get(Person.self, rows: rows)
      guard let first = people.first, people.count == rows.count else {
        return MergeOutcome(people, merged: people.first ?? Person())
      }
      let merged = first.merged(with: people.dropFirst())
      if people.count > 1 {
        try transaction.merge(people, into: merged, ignoresNotes: ignoresNotes, monitor: monitor)
      }
      return MergeOutcome(people, merged: merged)
    }
  }
}
