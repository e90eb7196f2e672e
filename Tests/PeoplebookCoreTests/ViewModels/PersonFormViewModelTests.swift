import Persistence
import Reactive
import Testing

@testable import PeoplebookCore

@Suite @MainActor struct PersonFormViewModelTests {
  let book = TemporaryBook()

  /// The present value of a publisher that has one.
  private func now<Value>(_ publisher: some Publisher<Value, Never>) -> Value? {
    var value: Value?
    let token = publisher.sink { value = $0 }
    token.cancel()
    return value
  }

  @Test func `an empty form is silent and cannot be saved`() throws {
    let form = PersonFormViewModel(store: try book.open())
    #expect(form.canSave.value == false)
    #expect(form.isChanged.value == false)
    #expect(now(form.nameProblem) == .some(nil))
  }

  @Test func `a name is enough; blanks are none`() throws {
    let form = PersonFormViewModel(store: try book.open())
    form.firstName.text.value = "  "
    #expect(form.canSave.value == false)
    #expect(now(form.nameProblem) == "A first or a last name is needed")
    form.firstName.text.value = "Ada"
    #expect(form.canSave.value)
    #expect(now(form.nameProblem) == .some(nil))
    #expect(now(form.name) == "Ada")
  }

  @Test func `a try to save too early names the field and makes the message speak up`() throws {
    let form = PersonFormViewModel(store: try book.open())
    #expect(form.explainWhyNot() == .name)
    #expect(now(form.nameProblem) == "A first or a last name is needed")
  }

  @Test func `a birthday that does not exist is said so and keeps the form from being saved`() throws {
    let form = PersonFormViewModel(store: try book.open())
    form.firstName.text.value = "Ada"
    form.birthday.text.value = "30 February 2001"
    #expect(form.canSave.value == false)
    #expect(now(form.birthday.problem) != .some(nil))
    #expect(form.explainWhyNot() == .birthday)
    form.birthday.text.value = "28 February 2001"
    #expect(form.canSave.value)
  }

  @Test func `each keystroke yields one verdict`() throws {
    let form = PersonFormViewModel(store: try book.open())
    var verdicts: [Bool] = []
    let token = form.canSave.sink { verdicts.append($0) }
    form.firstName.text.value = "A"
    form.firstName.text.value = "Ad"
    form.firstName.text.value = ""
    #expect(verdicts == [false, true, false])
    token.cancel()
  }

  @Test func `typing into the empty line of a list adds another`() throws {
    let form = PersonFormViewModel(store: try book.open())
    #expect(form.emails.lines.value.count == 1)
    form.emails.lines.value[0].text.value = "ada@example.org"
    #expect(form.emails.lines.value.count == 2)
    form.emails.lines.value[0].nextLabel()
    form.firstName.text.value = "Ada"
    #expect(form.draft.emails == [LabeledValue(label: "home", value: "ada@example.org")])
  }

  @Test func `what is saved is in the book, trimmed`() async throws {
    let store = try book.open()
    let form = PersonFormViewModel(store: store)
    form.firstName.text.value = " Ada "
    form.lastName.text.value = "Lovelace"
    form.birthday.text.value = "10 December 1815"
    form.tags.text.value = "friend, math, friend,"
    let id = try await form.save()
    let saved = try #require(try store.get(Person.self, id: id))
    #expect(saved.name == "Ada Lovelace")
    #expect(saved.birthday == PartialDate(year: 1815, month: 12, day: 10))
    #expect(saved.tags == ["friend", "math"])
  }

  @Test func `two who edit different fields both win`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    let id = try await store.add(ada)
    let before = try #require(try store.get(Person.self, id: id))
    let mine = PersonFormViewModel(store: store, person: before)
    let theirs = PersonFormViewModel(store: store, person: before)
    mine.lastName.text.value = "Lovelace"
    theirs.note.text.value = "First programmer."
    _ = try await theirs.save()
    _ = try await mine.save()
    let after = try #require(try store.get(Person.self, id: id))
    #expect(after.lastName == "Lovelace")
    #expect(after.note == "First programmer.")
  }

  @Test func `somebody deleted meanwhile comes back with the save`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    let id = try await store.add(ada)
    let person = try #require(try store.get(Person.self, id: id))
    let form = PersonFormViewModel(store: store, person: person)
    form.lastName.text.value = "Lovelace"
    try await store.remove([person])
    let saved = try await form.save()
    #expect(saved == id)
    #expect(try store.get(Person.self, id: id)?.lastName == "Lovelace")
  }

  // MARK: Others at work

  /// A form for Ada, and Ada as the book holds her.
  private func form(in store: Store) async throws -> (PersonFormViewModel, Person) {
    var ada = Person()
    ada.firstName = "Ada"
    ada.emails = [LabeledValue(label: "work", value: "ada@example.org")]
    let id = try await store.add(ada)
    let person = try #require(try store.get(Person.self, id: id))
    return (PersonFormViewModel(store: store, person: person), person)
  }

  private func write(
    _ store: Store, author: String = "cron@home:7", _ change: @escaping @Sendable (inout Person) -> Void
  )
    async throws
  {
    try await store.write(author: author) { transaction in
      for var person in try transaction.fetch(Query<Person>()) {
        change(&person)
        try transaction.update(person)
      }
    }
  }

  @Test func `what others write comes into the fields that are untouched here`() async throws {
    let store = try book.open()
    let (form, _) = try await form(in: store)
    #expect(form.lastChange.value == "just now by you")
    form.note.text.value = "Mine."
    try await write(store) {
      $0.lastName = "Lovelace"
      $0.emails.append(LabeledValue(value: "countess@example.org"))
    }
    #expect(form.lastName.text.value == "Lovelace")
    #expect(form.emails.lines.value.map(\.text.value) == ["ada@example.org", "countess@example.org", ""])
    #expect(form.note.text.value == "Mine.")
    #expect(form.lastChange.value == "just now by cron@home")
    #expect(form.canSave.value)
    form.note.text.value = ""
    #expect(!form.isChanged.value)
  }

  @Test func `a field that both have changed shows both, and is saved when one was chosen`() async throws {
    let store = try book.open()
    let (form, person) = try await form(in: store)
    form.firstName.text.value = "Augusta"
    form.emails.lines.value[0].text.value = "augusta@example.org"
    try await write(store) {
      $0.firstName = "Adelaide"
      $0.emails = []
    }
    #expect(form.firstName.text.value == "Augusta")
    #expect(now(form.firstName.theirs) == "Adelaide")
    #expect(now(form.emails.theirs) == "nothing")
    #expect(!form.canSave.value)
    #expect(form.explainWhyNot() == .contested(0))
    form.firstName.keepMine()
    #expect(now(form.firstName.theirs) == .some(nil))
    #expect(form.explainWhyNot() == .contested(5))
    form.emails.takeTheirs()
    #expect(form.emails.lines.value.count == 1)
    #expect(form.canSave.value)
    _ = try await form.save()
    let saved = try #require(try store.get(Person.self, id: person.id))
    #expect(saved.firstName == "Augusta")
    #expect(saved.emails == [])
  }

  @Test func `what others take back again is contested no more`() async throws {
    let store = try book.open()
    let (form, _) = try await form(in: store)
    form.firstName.text.value = "Augusta"
    try await write(store) { $0.firstName = "Adelaide" }
    #expect(!form.canSave.value)
    try await store.undo()
    #expect(now(form.firstName.theirs) == .some(nil))
    #expect(form.firstName.text.value == "Augusta")
    #expect(form.canSave.value)
    try await write(store) { $0.firstName = "Augusta" }
    #expect(!form.isChanged.value)
  }

  @Test func `a person who is deleted meanwhile is told of, and can be saved at once`() async throws {
    let store = try book.open()
    let (form, person) = try await form(in: store)
    #expect(!form.canSave.value)
    try await store.write(author: "cron@home:7") { try $0.delete(person) }
    #expect(form.deletedBy.value == "cron@home")
    #expect(form.canSave.value)
    try await store.undo()
    #expect(form.deletedBy.value == nil)
    #expect(!form.canSave.value)
  }

  @Test func `a form is freed after use`() async throws {
    let store = try book.open()
    weak var freed: PersonFormViewModel?
    do {
      let (form, _) = try await form(in: store)
      form.firstName.text.value = "Ada"
      form.emails.lines.value[0].text.value = "ada@example.org"
      freed = form
    }
    #expect(freed == nil)
  }
}
