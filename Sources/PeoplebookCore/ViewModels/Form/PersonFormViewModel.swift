import Persistence
import Reactive

/// The form to add or edit a person: the fields, their problems, and whether they can be saved.
///
/// The form begins with a person (an empty one for a new person) and saves only what the user changed, so two processes
/// that edit different fields of one person both succeed. A change that another process makes while the form is open
/// appears in the fields that the user has not touched. Where both have changed a field, the user chooses one of the
/// two values (``FormField/keepMine()``, ``FormField/takeTheirs()``). The same goes for a text that another machine
/// wrote while this one wrote the text that is in the book.
@MainActor
public final class PersonFormViewModel {
  /// Every field, in the order of the form: the common ones first.
  public let fields: [any FormField]

  /// Whether the form shows all fields, also those that few people have.
  public let showsMore = CurrentValue<Bool, Never>(false)
  /// "Add person" or "Edit person".
  public let title: String
  /// Whether the form adds a new person.
  public let isNew: Bool
  /// The name in the fields.
  public let name: AnyPublisher<String, Never>
  /// Whether the fields differ from the book.
  public let isChanged = CurrentValue<Bool, Never>(false)
  /// Whether ``save(completion:)`` would write: something has changed, no field has a problem, and no save is running.
  public let canSave = CurrentValue<Bool, Never>(false)
  /// Whether a save is running.
  public let isSaving = CurrentValue<Bool, Never>(false)
  /// When the person was last changed, and by which author; empty for a new person.
  public let lastChange = CurrentValue<String, Never>("")
  /// The author who has deleted the person while the form was open.
  ///
  /// Saving brings the person back.
  public let deletedBy = CurrentValue<String?, Never>(nil)
  /// Whether the book can be read.
  ///
  /// While it cannot, nothing can be saved.
  public let status = CurrentValue<BookStatus, Never>(.live)

  /// The reason why the form is not saved.
  public enum Refusal {
    /// The fields are unchanged.
    case unchanged
    /// A save is running already.
    case saving
    /// The book can only be read, or not even that, which the sentence explains.
    case unwritable(String)
    /// The user has to choose between two values of the field.
    case contested(any FormField)
    /// The field has a problem, which it shows.
    case invalid(any FormField)
    /// Fields have unlikely values, which the sentences explain; the first of them is given. The next attempt accepts
    /// all.
    case doubtful(any FormField, [String])

    /// The field to focus.
    public var field: (any FormField)? {
      switch self {
      case .contested(let field), .invalid(let field), .doubtful(let field, _): field
      case .unchanged, .saving, .unwritable: nil
      }
    }
  }

  /// The photo that the user has chosen; `nil` leaves the person's.
  public let photo = CurrentValue<PhotoChange?, Never>(nil)
  /// The author of another change of the photo since one was chosen here, until the user was asked.
  private var photoAuthor: String?

  /// Whether the book can only be read: then nothing can be saved.
  public var isReadOnly: Bool { store.isReadOnly }

  /// Runs the save.
  ///
  /// Its state determines when the form shows that it is running.
  public let actions: ActionQueue

  /// Who else edits the person, and what; empty when no other program does.
  public let otherEditor: AnyPublisher<String, Never>

  private let store: Store
  private let presence: Presence
  private var original: Person
  private let wasTried = CurrentValue<Bool, Never>(false)
  private var acceptedDoubts: Set<String> = []
  private var subscriptions: [AnyCancellable] = []

  /// A form for `person`, or for a new person.
  ///
  /// - Parameters:
  ///   - store: The book.
  ///   - actions: The queue that runs the save, in turn with the other actions of the screens.
  ///   - presence: The other programs that have the book open.
  ///   - person: The person to edit; `nil` for a new one.
  /// - Complexity: O(fields of the catalogue + values of the person).
  public init(store: Store, actions: ActionQueue, presence: Presence? = nil, person: Person? = nil) {
    self.store = store
    self.actions = actions
    let presence = presence ?? Presence(author: store.author)
    self.presence = presence
    let original = person ?? Person()
    otherEditor = presence.sentence(about: original.id)
    self.original = original
    isNew = person == nil
    title = person == nil ? "Add person" : "Edit person"
    let catalogue = FieldCatalogue.current.fields
    let shown = catalogue.filter { $0.formPlace == .common } + catalogue.filter { $0.formPlace == .more }
    let fields = shown.map { Self.makeField($0, of: original) }
    self.fields = fields
    name = combineLatest(fields.map(\.edits)).map { _ in
      var draft = original
      for field in fields { field.write(to: &draft) }
      draft.followNameParts(from: original)
      return draft.name.trimmed
    }.eraseToAnyPublisher()
    deriveState()
    photo.dropFirst().sink { [weak self] _ in self?.photoAuthor = nil }.store(in: &subscriptions)
    if let person {
      showLastChange()
      offerKeptTexts()
      store.changes(ofRecord: person).sink(
        receiveCompletion: { [weak self] in if case .failure(let error) = $0 { self?.report(error) } },
        receiveValue: { [weak self] in self?.follow($0) }
      ).store(in: &subscriptions)
    }
  }

  isolated deinit {
    presence.endEditing(original.id)
  }

  /// Reports to other programs that the user edits a field.
  public func didFocus(_ field: PersonField) {
    if !isNew { presence.beginEditing(field.label, of: original.id) }
  }

  private static func makeField(_ field: PersonField, of person: Person) -> any FormField {
    switch field.kind {
    case let kind as LabeledKind: ListFormField(field, kind, of: person)
    case let kind as any TextFieldKind: TextFormField(field, kind, of: person)
    // The catalogue is written in this module, and a test makes the form of each kind.
    default: preconditionFailure("\(field.id) has a place in the form, but its kind cannot be edited")
    }
  }

  private func deriveState() {
    let hasName = name.map { !$0.isInvisible }.removeDuplicates()
    if let last = self[.last] as? TextFormField {
      hasName.combineLatest(isChanged, wasTried)
        .map { hasName, isChanged, wasTried in
          hasName || !(isChanged || wasTried) ? nil : "A \(FieldCatalogue.current.needed) is needed"
        }
        .removeDuplicates().assign(to: last.requirement).store(in: &subscriptions)
    }
    combineLatest(fields.map(\.isChanged)).combineLatest(photo).map { $0.contains(true) || $1 != nil }
      .removeDuplicates().assign(to: isChanged)
      .store(in: &subscriptions)
    let isValid = combineLatest(fields.map { $0.problem.combineLatest($0.isContested).map { $0 == nil && !$1 } })
      .map { !$0.contains(false) }
    let hasChange = isChanged.combineLatest(deletedBy).map { $0 || $1 != nil }
    let isWritable = isSaving.combineLatest(status).map { [isReadOnly] in !$0 && $1.isLive && !isReadOnly }
    hasChange.combineLatest(hasName, isValid, isWritable).map { $0 && $1 && $2 && $3 }
      .removeDuplicates().assign(to: canSave).store(in: &subscriptions)
  }

  /// Whether the form shows a field: a common one, one that had a value since the form was opened, or with
  /// ``showsMore``.
  public func isShown(_ field: any FormField) -> AnyPublisher<Bool, Never> {
    if field.field.formPlace == .common { return Just(true).eraseToAnyPublisher() }
    return field.isFilled.scan(false) { $0 || $1 }.combineLatest(showsMore).map { $0 || $1 }.removeDuplicates()
      .eraseToAnyPublisher()
  }

  /// The fields that the form does not show, in its order.
  public var hiddenFields: AnyPublisher<[PersonField], Never> {
    let shown = combineLatest(fields.map(isShown))
    return shown.map { [fields] in zip(fields, $0).filter { !$0.1 }.map(\.0.field) }.eraseToAnyPublisher()
  }

  /// The form's field for a field of the person.
  ///
  /// - Complexity: O(*n*), where *n* is the number of fields.
  public subscript(field: PersonField) -> (any FormField)? {
    fields.first { $0.field == field }
  }

  /// The first field with a value that contradicts the book's.
  ///
  /// - Complexity: O(*n*), where *n* is the number of fields.
  public var contestedField: (any FormField)? {
    fields.first { $0.isContested.value }
  }

  /// Checks whether the user's request to save can be fulfilled.
  ///
  /// From the first call on, the fields show everything that is missing. A call that refuses doubtful values or another
  /// author's photo marks them as seen; the next call accepts them.
  ///
  /// - Returns: The reason why saving is refused; `nil` when ``save(completion:)`` would write.
  /// - Complexity: O(*n*), where *n* is the number of values in all fields.
  public func prepareToSave() -> Refusal? {
    if let sentence = store.readOnlySentence { return .unwritable(sentence) }
    if let sentence = status.value.sentence { return .unwritable(sentence) }
    if isSaving.value { return .saving }
    wasTried.value = true
    if let field = contestedField { return .contested(field) }
    if photo.value != nil, let author = photoAuthor {
      photoAuthor = nil
      return .unwritable("The photo was changed by \(author): save again to replace it.")
    }
    let invalid = fields.first { $0.problem.value != nil || ($0 as? TextFormField)?.requirement.value != nil }
    if let invalid { return .invalid(invalid) }
    guard canSave.value else { return .unchanged }
    return newDoubts()
  }

  /// The doubts that the user was not asked about yet, of all fields at once.
  private func newDoubts() -> Refusal? {
    let doubtful = fields.map { field in (field, field.doubts.filter { acceptedDoubts.insert($0).inserted }) }
      .filter { !$0.1.isEmpty }
    for (field, _) in doubtful { field.showDoubts() }
    return doubtful.first.map { .doubtful($0.0, doubtful.flatMap(\.1)) }
  }

  /// Saves what was changed.
  ///
  /// Does nothing while a save is running.
  ///
  /// - Parameter completion: Receives the person's id after the book has been written.
  /// - Complexity: O(*n*), where *n* is the number of values in all fields.
  public func save(completion: @escaping @MainActor (Result<String, any Error>) -> Void) {
    guard !isSaving.value else { return }
    isSaving.value = true
    let settled = fields.compactMap { $0 as? TextFormField }.filter(\.isSettled).map(\.field.column)
    actions.enqueue("Saving", canCancel: true) { [store, draft, original, isNew] control in
      if isNew { return try await store.add(draft, isCancelled: control.isCancelled) }
      return try await store.save(
        draft, editedFrom: original, settling: settled, isCancelled: control.isCancelled)
    } completion: { [weak self] result in
      self?.isSaving.value = false
      completion(result.mapError { ($0 as? StoreError)?.labelled ?? $0 })
    }
  }

  /// The person as the fields describe them.
  var draft: Person {
    var person = original
    for field in fields { field.write(to: &person) }
    photo.value?.apply(to: &person)
    return person
  }

  // MARK: Changes by other processes

  /// Shows an error of the book, unless it is transient: the form can be saved when that is over.
  private func report(_ error: StoreError) {
    if !error.isTemporary { status.value = .unreadable(error.description) }
  }

  private func follow(_ commit: Commit<Person>) {
    guard let change = commit.changes.last else { return }
    let author = commit.otherAuthorText(own: store.author)
    guard let person = change.after else {
      deletedBy.value = author
      return
    }
    deletedBy.value = nil
    if photo.value != nil, person.photoLines != original.photoLines { photoAuthor = author }
    original = person
    for field in fields { field.follow(person, by: author) }
    lastChange.value = commit.timeAndAuthor(own: store.author)
    offerKeptTexts()
  }

  private func offerKeptTexts() {
    do {
      let texts = Dictionary(grouping: try store.keptTexts(of: original.id), by: \.column)
      for case let field as TextFormField in fields { field.offer(texts[field.field.column] ?? []) }
    } catch {
      report(error)
    }
  }

  private func showLastChange() {
    do {
      guard let commit = try store.history(of: original).first else { return }
      lastChange.value = commit.timeAndAuthor(own: store.author)
    } catch {
      report(error)
    }
  }
}
