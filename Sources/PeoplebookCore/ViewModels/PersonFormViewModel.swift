import Persistence
import Reactive

/// Adding a person, or editing one: what stands in the fields, what is wrong with it, and whether it can be saved.
///
/// It begins with a person (an empty one for a new person) and saves only what was changed, so two people who edit
/// different fields of one person at the same time both win. What others do to the person meanwhile comes into the fields that
/// are untouched here; where both have changed a field, one of the two values has to be chosen (``ContestedField``).
@MainActor
public final class PersonFormViewModel {
  public let firstName: FormField
  public let lastName: FormField
  public let nickname: FormField
  public let organisation: FormField
  public let jobTitle: FormField
  public let emails: ValueListField
  public let phones: ValueListField
  public let birthday: FormField
  public let tags: FormField
  public let note: FormField

  /// "Add person" or "Edit person".
  public let title: String
  /// The name as it stands in the fields.
  public let name: AnyPublisher<String, Never>
  /// Why there is no name yet; silent until something was typed or a save was tried.
  public let nameProblem: AnyPublisher<String?, Never>
  /// What there is to say about the birthday today.
  public let birthdayNote: AnyPublisher<String?, Never>
  public let isChanged: CurrentValue<Bool, Never>
  public let canSave: CurrentValue<Bool, Never>
  /// When the person was last changed, and by whom; empty for somebody new.
  public let lastChange = CurrentValue<String, Never>("")
  /// Who has deleted the person meanwhile; saving brings them back.
  public let deletedBy = CurrentValue<String?, Never>(nil)

  /// Whether the book can be read. While it cannot, nothing can be saved.
  public let status = CurrentValue<BookStatus, Never>(.live)

  /// What keeps the form from being saved: a field; or the book, which may only be read or cannot be read, as the
  /// sentence says.
  public enum Obstacle: Hashable, Sendable { case name, birthday, contested(Int), readOnly(String) }

  /// Whether the book may only be read: then nothing can be saved, whatever is typed.
  public var isReadOnly: Bool { store.isReadOnly }

  private let store: Store
  private var original: Person
  private let isNew: Bool
  private let wasTried = CurrentValue<Bool, Never>(false)
  private let hasName = CurrentValue<Bool, Never>(false)
  private let hasBirthday = CurrentValue<Bool, Never>(false)
  private let contested = CurrentValue<[Bool], Never>([])
  private var subscriptions: [AnyCancellable] = []

  /// A form for `person`, or for somebody new.
  public init(store: Store, person: Person? = nil) {
    self.store = store
    let original = person ?? Person()
    self.original = original
    isNew = person == nil
    title = person == nil ? "Add person" : "Edit person"

    let texts = Texts(original)
    firstName = FormField(texts.firstName)
    lastName = FormField(texts.lastName)
    nickname = FormField(texts.nickname)
    organisation = FormField(texts.organisation)
    jobTitle = FormField(texts.title)
    emails = ValueListField(original.emails)
    phones = ValueListField(original.phones)
    birthday = FormField(texts.birthday, check: Self.birthdayProblem)
    tags = FormField(texts.tags)
    note = FormField(texts.note)

    let typed = firstName.text.combineLatest(lastName.text, organisation.text)
    name = typed.map { first, last, organisation in
      let full = [first.trimmed, last.trimmed].filter { !$0.isEmpty }.joined(separator: " ")
      return full.isEmpty ? organisation.trimmed : full
    }.eraseToAnyPublisher()
    birthdayNote = birthday.text.map { text in
      guard let today = PartialDate.today else { return nil }
      return (try? PartialDate(typed: text))?.birthdayText(on: today)
    }.removeDuplicates().eraseToAnyPublisher()

    isChanged = CurrentValue(false)
    canSave = CurrentValue(false)
    let speaksUp = isChanged.combineLatest(wasTried).map { $0 || $1 }
    nameProblem = hasName.combineLatest(speaksUp)
      .map { hasName, speaksUp in hasName || !speaksUp ? nil : "A first or a last name is needed" }
      .removeDuplicates().eraseToAnyPublisher()

    all(fields.map(\.isChanged)).map { $0.contains(true) }.removeDuplicates().assign(to: isChanged)
      .store(in: &subscriptions)
    all(fields.map(\.isContested)).assign(to: contested).store(in: &subscriptions)
    name.map { !$0.isEmpty }.removeDuplicates().assign(to: hasName).store(in: &subscriptions)
    birthday.problem.map { $0 == nil }.removeDuplicates().assign(to: hasBirthday).store(in: &subscriptions)
    let hasChange = isChanged.combineLatest(deletedBy).map { $0 || $1 != nil }
    let isSettled = contested.map { !$0.contains(true) }
    hasChange.combineLatest(hasName, hasBirthday, isSettled).combineLatest(status)
      .map { [isReadOnly] in $0.0 && $0.1 && $0.2 && $0.3 && $1.isLive && !isReadOnly }
      .removeDuplicates().assign(to: canSave).store(in: &subscriptions)
    if let person {
      showLastChange()
      store.changes(ofRecord: person).sink(
        receiveCompletion: { [weak self] in if case .failure(let error) = $0 { self?.report(error) } },
        receiveValue: { [weak self] in self?.follow($0) }
      ).store(in: &subscriptions)
    }
  }

  isolated deinit {}

  /// Every field, in the order of the form.
  public var fields: [any ContestedField] {
    [firstName, lastName, nickname, organisation, jobTitle, emails, phones, birthday, tags, note]
  }

  /// Whether two values stand against each other in a field.
  public func isContested(_ field: any ContestedField) -> Bool {
    zip(fields, contested.value).contains { $0 === field && $1 }
  }

  /// What keeps the form from being saved: the first such field, a contested one by its number in ``fields``. From now on
  /// the messages speak up.
  public func explainWhyNot() -> Obstacle? {
    if isReadOnly { return .readOnly(StoreError.readOnly(path: store.path).description) }
    if let sentence = status.value.sentence { return .readOnly(sentence) }
    wasTried.value = true
    if let index = contested.value.firstIndex(of: true) { return .contested(index) }
    if !hasName.value { return .name }
    if !hasBirthday.value { return .birthday }
    return nil
  }

  /// Saves what was changed and returns the person's id.
  public func save() async throws -> String {
    if isNew { return try await store.add(draft) }
    return try await store.save(draft, editedFrom: original)
  }

  // MARK: What others do

  private func report(_ error: StoreError) {
    status.value = .unreadable(error.description)
  }

  private func follow(_ commit: Commit<Person>) {
    guard let change = commit.changes.last else { return }
    guard let person = change.after else {
      deletedBy.value = commit.authorName
      return
    }
    deletedBy.value = nil
    original = person
    let texts = Texts(person)
    firstName.follow(texts.firstName)
    lastName.follow(texts.lastName)
    nickname.follow(texts.nickname)
    organisation.follow(texts.organisation)
    jobTitle.follow(texts.title)
    emails.follow(person.emails)
    phones.follow(person.phones)
    birthday.follow(texts.birthday)
    tags.follow(texts.tags)
    note.follow(texts.note)
    lastChange.value = commit.timeAndAuthor(own: store.author)
  }

  private func showLastChange() {
    do {
      guard let commit = try store.history(of: original).first else { return }
      lastChange.value = commit.timeAndAuthor(own: store.author)
    } catch {
      report(error)
    }
  }

  // MARK: The person and the fields

  /// A person as the fields show them.
  private struct Texts {
    let firstName, lastName, nickname, organisation, title, birthday, tags, note: String

    init(_ person: Person) {
      firstName = person.firstName
      lastName = person.lastName
      nickname = person.nickname
      organisation = person.organisation
      title = person.title
      birthday = person.birthday?.displayText ?? ""
      tags = person.tags.joined(separator: ", ")
      note = person.note
    }
  }

  /// The person as the fields describe them.
  var draft: Person {
    var person = original
    person.firstName = firstName.value
    person.lastName = lastName.value
    person.nickname = nickname.value
    person.organisation = organisation.value
    person.title = jobTitle.value
    person.emails = emails.values.value
    person.phones = phones.values.value
    person.birthday = birthday.value.isEmpty ? nil : try? PartialDate(typed: birthday.value)
    person.tags = Self.tags(in: tags.value)
    person.note = note.value
    return person
  }

  /// Tags stand between commas, since one may be of several words; each counts once.
  static func tags(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  private static func birthdayProblem(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    do {
      _ = try PartialDate(typed: text)
      return nil
    } catch {
      return error.description
    }
  }
}

/// The present values of all of them, in their order, whenever one changes.
@MainActor
private func all(_ flags: [AnyPublisher<Bool, Never>]) -> AnyPublisher<[Bool], Never> {
  flags.dropFirst().reduce(flags[0].map { [$0] }.eraseToAnyPublisher()) { all, next in
    all.combineLatest(next).map { $0 + [$1] }.eraseToAnyPublisher()
  }
}
