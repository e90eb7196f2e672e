import Persistence
import Reactive

/// Adding a person, or editing one: what stands in the fields, what is wrong with it, and whether it can be saved.
///
/// It begins with a person (an empty one for a new person) and saves only what was changed, so two people who edit
/// different fields of one person at the same time both win.
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
  public let isChanged: CurrentValue<Bool, Never>
  public let canSave: CurrentValue<Bool, Never>

  /// The fields that keep the form from being saved, in their order.
  public enum Field: Sendable { case name, birthday }

  private let store: Store
  private let original: Person
  private let isNew: Bool
  private let wasTried = CurrentValue<Bool, Never>(false)
  private let hasName = CurrentValue<Bool, Never>(false)
  private let hasBirthday = CurrentValue<Bool, Never>(false)
  private var subscriptions: [AnyCancellable] = []

  /// A form for `person`, or for somebody new.
  public init(store: Store, person: Person? = nil) {
    self.store = store
    let original = person ?? Person()
    self.original = original
    isNew = person == nil
    title = person == nil ? "Add person" : "Edit person"

    firstName = FormField(original.firstName)
    lastName = FormField(original.lastName)
    nickname = FormField(original.nickname)
    organisation = FormField(original.organisation)
    jobTitle = FormField(original.title)
    emails = ValueListField(original.emails)
    phones = ValueListField(original.phones)
    birthday = FormField(original.birthday?.displayText ?? "", check: Self.birthdayProblem)
    tags = FormField(original.tags.joined(separator: ", "))
    note = FormField(original.note)

    let typed = firstName.text.combineLatest(lastName.text, organisation.text)
    name = typed.map { first, last, organisation in
      let full = [first.trimmed, last.trimmed].filter { !$0.isEmpty }.joined(separator: " ")
      return full.isEmpty ? organisation.trimmed : full
    }.eraseToAnyPublisher()

    let changes = [
      firstName.isChanged, lastName.isChanged, nickname.isChanged, organisation.isChanged, jobTitle.isChanged,
      emails.isChanged, phones.isChanged, birthday.isChanged, tags.isChanged, note.isChanged,
    ]
    let anyChange = changes.dropFirst().reduce(changes[0]) { all, next in
      all.combineLatest(next).map { $0 || $1 }.eraseToAnyPublisher()
    }
    isChanged = CurrentValue(false)
    canSave = CurrentValue(false)
    let speaksUp = isChanged.combineLatest(wasTried).map { $0 || $1 }
    nameProblem = hasName.combineLatest(speaksUp)
      .map { hasName, speaksUp in hasName || !speaksUp ? nil : "A first or a last name is needed" }
      .removeDuplicates().eraseToAnyPublisher()

    anyChange.removeDuplicates().assign(to: isChanged).store(in: &subscriptions)
    name.map { !$0.isEmpty }.removeDuplicates().assign(to: hasName).store(in: &subscriptions)
    birthday.problem.map { $0 == nil }.removeDuplicates().assign(to: hasBirthday).store(in: &subscriptions)
    isChanged.combineLatest(hasName, hasBirthday).map { $0 && $1 && $2 }
      .removeDuplicates().assign(to: canSave).store(in: &subscriptions)
  }

  isolated deinit {}

  /// The first field that keeps the form from being saved. From now on the messages speak up.
  public func explainWhyNot() -> Field? {
    wasTried.value = true
    if !hasName.value { return .name }
    if !hasBirthday.value { return .birthday }
    return nil
  }

  /// Saves what was changed and returns the person's id.
  public func save() async throws -> String {
    if isNew { return try await store.add(draft) }
    return try await store.save(draft, editedFrom: original)
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
