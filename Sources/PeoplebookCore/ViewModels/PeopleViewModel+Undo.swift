import Persistence

/// A change by another author, or of an earlier day, that the user may undo.
public struct UndoQuestion: Sendable {
  /// The effect of the change, such as `Added 62 people`.
  public let detail: String
  /// A sentence with the author and the time, such as `Made by cron@home 3 h ago.`.
  public let origin: String
  /// The transaction: ``Persistence/TransactionSummary/number``.
  let transaction: Int64

  /// The question, such as `Undo “Added 62 people”?`.
  public var title: String { "Undo “\(detail)”?" }
}

extension PeopleViewModel {
  /// Undoes the last change that was made here since the book was opened.
  ///
  /// Without one it asks before it undoes a change of another program or of an earlier day; see ``undoQuestions``.
  public func undo() {
    reverse("Undoing") { [conflictingChanges, weak self] store, monitor in
      let own = try await store.undoableTransaction(of: Person.self, scope: .own, excluding: conflictingChanges)
      if let own {
        let title = self?.titles[own.number] ?? own.title
        do {
          let reversal = try await store.undo(transaction: own.number, monitor: monitor)
          return .notice(Self.undone(title, reversal))
        } catch let error as StoreError {
          guard case .undoConflict = error else { throw error }
          self?.conflictingChanges.insert(own.number)
          let reason = "\(error.labelled(in: store))".withoutFullStop
          return .notice(.problem(reason, keys: "u undoes your change before that one"))
        }
      }
      let other = try await store.undoableTransaction(of: Person.self, scope: .anyone, excluding: conflictingChanges)
      guard let other else {
        return .notice(.hint("There is nothing to undo"))
      }
      return .question(other.undoQuestion(by: store.author))
    }
  }

  /// Undoes the change that the user was asked about.
  public func undo(_ question: UndoQuestion) {
    undo(transaction: question.transaction, title: question.detail)
  }

  /// Undoes a transaction, whatever was committed after it.
  ///
  /// - Parameter didUndo: Called before the next key is handled.
  func undo(transaction number: Int64, title: String, didUndo: @escaping @MainActor () -> Void = {}) {
    reverse("Undoing") { store, monitor in
      let reversal = try await store.undo(transaction: number, monitor: monitor)
      didUndo()
      return .notice(Self.undone(title, reversal))
    }
  }

  /// Redoes a transaction that was undone, whatever was committed after that.
  ///
  /// - Parameter didRedo: Called before the next key is handled.
  func redo(transaction number: Int64, title: String, didRedo: @escaping @MainActor () -> Void) {
    reverse("Redoing") { store, monitor in
      let reversal = try await store.redo(transaction: number, monitor: monitor)
      didRedo()
      return .notice(Self.redone(title, reversal))
    }
  }

  /// Redoes what was undone here last.
  public func redo() {
    reverse("Redoing") { [weak self] store, monitor in
      guard let own = try await store.redoableTransaction(of: Person.self, scope: .own) else {
        return .notice(.hint("There is nothing to redo"))
      }
      let reversal = try await store.redo(transaction: own.number, monitor: monitor)
      return .notice(Self.redone(self?.titles[own.number] ?? own.title, reversal))
    }
  }

  private static func undone(_ title: String, _ reversal: Reversal) -> StatusMessage {
    reversal.count > 0
      ? .done("Undid “\(title)”", keys: "ctrl-r redoes") : .hint("“\(title)” is already undone")
  }

  private static func redone(_ title: String, _ reversal: Reversal) -> StatusMessage {
    reversal.count > 0
      ? .done("Redid “\(title)”", keys: "u undoes") : .hint("Nothing of “\(title)” was left to redo")
  }

  /// Keeps the title of the last change that was made here, where the change itself does not show what it was.
  func nameLastChange(_ title: String) async {
    guard let last = try? await store.undoableTransaction(of: Person.self, scope: .own) else { return }
    titles[last.number] = title
  }

  /// The result of an undo or a redo.
  private enum ReversalOutcome {
    case notice(StatusMessage)
    case question(UndoQuestion)
  }

  private func reverse(
    _ title: String, _ work: @escaping @MainActor (Store, WriteMonitor) async throws -> ReversalOutcome
  ) {
    actions.enqueue(title, canCancel: true) { [store] control in
      try await work(store, control.monitor)
    } completion: { [weak self] result in
      switch result {
      case .success(.notice(let notice)): self?.notify(.success(notice))
      case .success(.question(let question)): self?.undoQuestions.send(question)
      case .failure(let error): self?.notify(.failure(error))
      }
    }
  }
}

extension TransactionSummary<Person> {
  /// The effect of the transaction: `Deleted Ada Lovelace`, `Added 62 people`.
  var title: String {
    let verb =
      switch kind {
      case .insertion: "Added"
      case .deletion: "Deleted"
      case .update, nil: "Changed"
      }
    return "\(verb) \(PeopleSelection.title(name: changes.first?.record?.displayName ?? "", count: count))"
  }

  /// The question to the user of the store that signs its changes with `own`.
  func undoQuestion(by own: String) -> UndoQuestion {
    let origin = ChangeOrigin(author: author, time: time)
    return UndoQuestion(
      detail: title,
      origin: "Made by \(origin.otherAuthorText(own: own)) \(origin.timeText()).",
      transaction: number)
  }
}
