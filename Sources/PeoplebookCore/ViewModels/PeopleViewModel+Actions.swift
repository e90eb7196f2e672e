import Persistence

/// The actions on people. Each runs in ``PeopleViewModel/actions`` and ends with a notice.
extension PeopleViewModel {
  /// The people of an action: the marked people, or else the one at a position of the list.
  ///
  /// - Complexity: O(*k*), where *k* is the number of marked people.
  public func selection(marked: MarkedPeople, position: Int?) -> PeopleSelection {
    let list = search.results.items
    let selected = position.flatMap { list.indices.contains($0) ? list.row(at: $0) : nil }
    return marked.count > 0
      ? makeSelection(rows: marked.rows, isMarked: true) : makeSelection(rows: selected.map { [$0] } ?? [])
  }

  /// All people that the list shows.
  ///
  /// - Complexity: O(people shown).
  public var shownPeople: PeopleSelection {
    let list = search.results.items
    return makeSelection(rows: list.rows(at: [0..<list.count]))
  }

  private func makeSelection(rows: [Int64], isMarked: Bool = false) -> PeopleSelection {
    let first = rows.first.flatMap { row in read { try $0.get(Person.self, row: row) } ?? nil }
    return PeopleSelection(rows: rows, name: first?.displayName ?? "", isMarked: isMarked)
  }

  /// Reads the people of a selection who are still in the book, in its order, a few at a time.
  ///
  /// - Complexity: O(people), each of which is read from the book.
  /// - Throws: `CancellationError` when the action was cancelled, otherwise the reason why the book cannot be read.
  public func people(
    in selection: PeopleSelection, control: ActionControl
  ) async throws -> [Person] {
    var people: [Person] = []
    for (index, row) in selection.rows.enumerated() {
      if index.isMultiple(of: Self.readAtOnce) {
        if control.isCancelled() { throw CancellationError() }
        control.report(Double(index) / Double(selection.count))
        await Task.yield()
      }
      if let person = try store.get(Person.self, row: row) { people.append(person) }
    }
    return people
  }

  /// The number of people that are read before the next key is handled: some 5 ms.
  private static let readAtOnce = 250

  /// Adds a person, or saves the fields that were changed in `original`.
  public func save(_ draft: Person, editedFrom original: Person?) {
    let name = draft.displayName.shortened
    actions.enqueue("Saving \(name)", canCancel: true) { [store] control in
      if let original {
        _ = try await store.save(draft, editedFrom: original, isCancelled: control.isCancelled)
      } else {
        _ = try await store.add(draft, isCancelled: control.isCancelled)
      }
      return StatusMessage.done("\(original == nil ? "Added" : "Saved") \(name)", keys: "u undoes")
    } completion: { [weak self] in
      self?.notify($0)
    }
  }

  /// Deletes people.
  ///
  /// - Complexity: O(1); the action takes O(*n*), where *n* is the number of people.
  public func remove(_ people: PeopleSelection) {
    run("Deleting", people) { store, people, control in
      let count = try await store.removePeople(
        in: people.rows, progress: { control.report($0.share) }, isCancelled: control.isCancelled)
      return Self.outcome("Deleted", people, count)
    }
  }

  /// Adds tags to people, and removes tags from them.
  public func changeTags(of people: PeopleSelection, _ change: TagChange) {
    run("Tagging", people) { store, people, control in
      let count = try await store.changeTags(
        ofPeopleIn: people.rows, adding: change.added, removing: change.removed,
        progress: { control.report($0.share) }, isCancelled: control.isCancelled)
      guard count > 0 else { return .hint("Nothing to change: these people already have these tags") }
      return Self.outcome("Changed the tags of", people, count)
    }
  }

  /// Makes people favourites, or no longer so if all of them are.
  ///
  /// - Complexity: O(1); the action takes O(*n*), where *n* is the number of people.
  public func toggleFavourites(_ people: PeopleSelection) {
    run("Changing", people) { store, people, control in
      let change = try await store.toggleFavourites(
        in: people.rows, progress: { control.report($0.share) }, isCancelled: control.isCancelled)
      let verb = change.isFavourite ? "Added to favourites:" : "Removed from favourites:"
      return Self.outcome(verb, people, change.count)
    }
  }

  /// The merge of two people, field by field; `nil` for fewer or more people, or while they cannot be read.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values of both people.
  public func makeMerge(of people: PeopleSelection) -> MergeViewModel? {
    guard people.count == 2 else { return nil }
    let pair = people.rows.compactMap { row in read { try $0.get(Person.self, row: row) } ?? nil }
    guard pair.count == 2 else { return nil }
    return MergeViewModel(pair[0], pair[1], areMarked: people.isMarked, people: self)
  }

  /// Merges people into the first of them, who keeps all values and gets those that only the others have.
  ///
  /// - Complexity: O(1); the action takes O(*n*), where *n* is the number of people.
  public func merge(_ people: PeopleSelection) {
    guard people.count > 1 else { return notices.send(.hint("Mark two people or more to merge them")) }
    run("Merging", people) { [weak self] store, people, control in
      let outcome = try await store.mergePeople(
        in: people.rows, progress: { control.report($0.share) }, isCancelled: control.isCancelled)
      guard outcome.count == people.count else {
        return .hint("Not all of them are in the book any more: nothing was merged")
      }
      let title = "Merged \(outcome.count.grouped) people into \(people.name)"
      await self?.nameLastChange(title)
      return .done(([title] + outcome.losses).joined(separator: ". "), keys: "u undoes")
    }
  }

  /// Finishes an import that a crash has interrupted; does nothing when there is none.
  public func resumeImports() {
    guard read({ _ in try imports.hasPending() }) == true else { return }
    actions.enqueue("Finishing an interrupted import", canCancel: true) { [imports] control in
      try await imports.resume(report: { control.report($0.share ?? 0) }, isCancelled: control.isCancelled)
    } completion: { [weak self] result in
      switch result {
      case .success(nil): break
      case .success(let outcome?): self?.notices.send(Self.notice(ofResumed: outcome))
      case .failure(let error): self?.notices.send(.problem(ResumableImports.problem(error)))
      }
    }
  }

  private static func notice(ofResumed outcome: ImportOutcome) -> StatusMessage {
    outcome.isCancelled
      ? .hint(ResumableImports.stopped) : .done("Interrupted import finished: \(outcome.sentence())")
  }

  /// Sorts the book by the letters of a language, for all programs; does nothing when it is sorted so.
  ///
  /// - Complexity: O(1); the action takes O(*n* log *n*), where *n* is the number of people.
  public func sort(by locale: SortLocale) {
    guard !isReadOnly, let present = read({ try $0.locale() }), present != locale.code else { return }
    actions.enqueue("Sorting by the letters of another language", canCancel: true) { [store] control in
      try await store.setLocale(locale.code, monitor: control.monitor)
      return StatusMessage.done("Sorted by letters: \(locale.title)")
    } completion: { [weak self] in
      self?.notify($0)
    }
  }

  /// Runs an action on people.
  ///
  /// When it is done on the marked people, the marks are removed.
  private func run(
    _ verb: String, _ people: PeopleSelection,
    _ work: @escaping @MainActor (Store, PeopleSelection, ActionControl) async throws -> StatusMessage
  ) {
    guard !people.isEmpty else { return }
    actions.enqueue("\(verb) \(people.title)", canCancel: true) { [store] in
      try await work(store, people, $0)
    } completion: { [weak self] result in
      if people.isMarked, case .success(.done) = result { self?.unmark.send(()) }
      self?.notify(result)
    }
  }

  private static func outcome(_ verb: String, _ people: PeopleSelection, _ count: Int) -> StatusMessage {
    guard count > 0 else { return .hint(people.goneSentence) }
    return .done(
      "\(verb) \(PeopleSelection.title(name: people.count == 1 ? people.name : "", count: count))",
      keys: "u undoes")
  }

  /// Reports the end of an action.
  func notify(_ result: Result<StatusMessage, any Error>) {
    switch result {
    case .success(let notice): notices.send(notice)
    case .failure(is CancellationError): notices.send(.hint("Stopped: nothing was changed"))
    case .failure(let error as StoreError) where error.isOfContent: report(error)
    case .failure(let error as StoreError): notices.send(.problem(error.labelled(in: store).description))
    case .failure(let error as DistinctPeopleError):
      notices.send(.problem("\(error)".withoutFullStop, keys: "H lists that change, and u there undoes it"))
    case .failure(let error): notices.send(.problem("\(error)"))
    }
  }
}
