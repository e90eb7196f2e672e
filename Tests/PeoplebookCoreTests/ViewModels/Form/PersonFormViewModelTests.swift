import Persistence
import RIV
import Reactive
import Testing
import Time

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct PersonFormViewModelTests {
  let book = TemporaryBook()

  /// The current value of a publisher; `nil` when it has not published one.
  private func now<Value>(_ publisher: some Publisher<Value, Never>) -> Value? {
    var value: Value?
    let token = publisher.sink { value = $0 }
    token.cancel()
    return value
  }

  private static let needed = "A name, nickname, organisation, e-mail, phone, title or note is needed"

  @Test func `an empty form shows no message and cannot be saved`() throws {
    let form = PersonFormViewModel(try book.open())
    #expect(form.canSave.value == false)
    #expect(form.isChanged.value == false)
    #expect(try now(form.text(.last).message) == .some(nil))
  }

  @Test func `a name is enough to save, blanks are not a name`() throws {
    let form = PersonFormViewModel(try book.open())
    try form.text(.first).text.value = "  "
    #expect(form.canSave.value == false)
    #expect(try now(form.text(.last).message) == Self.needed)
    try form.text(.first).text.value = "Ada"
    #expect(form.canSave.value)
    #expect(try now(form.text(.last).message) == .some(nil))
    #expect(now(form.name) == "Ada")
  }

  @Test func `a person without a name is saved by what stands in for it`() throws {
    let form = PersonFormViewModel(try book.open())
    try form.text(.nickname).text.value = "Countess"
    #expect(form.canSave.value)
    #expect(now(form.name) == "Countess")
  }

  @Test func `an early attempt to save leads to the missing name`() throws {
    let form = PersonFormViewModel(try book.open())
    #expect(form.prepareToSave()?.field === form[.last])
    #expect(try now(form.text(.last).message) == Self.needed)
  }

  @Test(arguments: ["30 February 2001", "circa 1990", "3/4/90"])
  func `a birthday in odd words is doubted once, then saved as it is written`(words: String) async throws {
    let store = try book.open()
    let form = PersonFormViewModel(store)
    try form.text(.first).text.value = "Ada"
    try form.text(.birthday).text.value = words
    #expect(form.canSave.value)
    #expect(form.prepareToSave()?.field === form[.birthday])
    #expect(try now(form.text(.birthday).message) != .some(nil))
    #expect(form.prepareToSave() == nil)
    let id = try await form.save()
    #expect(try store.get(Person.self, id: id)?.writtenBirthday == .words(words))
    #expect(PersonCard(try #require(try store.get(Person.self, id: id))).lines.contains { $0.value == words })
  }

  @Test func `a date is echoed as it is understood`() throws {
    let form = PersonFormViewModel(try book.open())
    try form.text(.birthday).text.value = "10.12.15"
    #expect(try now(form.text(.birthday).remark) == "10 December 2015")
    try form.text(.birthday).text.value = "10 December"
    #expect(try now(form.text(.birthday).remark)??.contains("December") != true)
  }

  @Test func `each keystroke updates canSave at most once`() throws {
    let form = PersonFormViewModel(try book.open())
    var verdicts: [Bool] = []
    let token = form.canSave.sink { verdicts.append($0) }
    try form.text(.first).text.value = "A"
    try form.text(.first).text.value = "Ad"
    try form.text(.first).text.value = ""
    #expect(verdicts == [false, true, false])
    token.cancel()
  }

  @Test func `typing into the empty line adds another line`() throws {
    let form = PersonFormViewModel(try book.open())
    #expect(try form.list(.email).lines.value.count == 1)
    try form.list(.email).lines.value[0].text.value = "ada@example.org"
    #expect(try form.list(.email).lines.value.count == 2)
    try form.list(.email).lines.value[0].label.value = "home"
    try form.text(.first).text.value = "Ada"
    #expect(form.draft.emails == [LabeledValue(label: "home", value: "ada@example.org")])
  }

  @Test func `values are saved without blanks at their ends`() async throws {
    let store = try book.open()
    let form = PersonFormViewModel(store)
    try form.text(.first).text.value = " Ada "
    try form.text(.last).text.value = "Lovelace"
    try form.text(.birthday).text.value = "10 December 1815"
    try form.text(.tags).text.value = "friend, math, friend,"
    let id = try await form.save()
    let saved = try #require(try store.get(Person.self, id: id))
    #expect(saved.name == "Ada Lovelace")
    #expect(saved.birthday == PartialDate(year: 1815, month: 12, day: 10))
    #expect(saved.tags == ["friend", "math"])
  }

  @Test(arguments: [#"-"x""#, #"- "x""#, #""x""#, "a,b", #"say "x""#, "-x", #""x"#, #"-"x"#])
  func `a tag stays as it is when another one is added`(tag: String) async throws {
    let store = try book.open()
    let form = PersonFormViewModel(store)
    try form.text(.first).text.value = "Ada"
    let id = try await form.save()
    try await store.write { transaction in
      guard var person = try transaction.get(Person.self, id: id) else { return }
      person.tags = [tag]
      try transaction.update(person)
    }
    let again = PersonFormViewModel(store, person: try store.get(Person.self, id: id))
    try again.text(.tags).text.value += ", math, \"a, b\""
    _ = try await again.save()
    #expect(try store.get(Person.self, id: id)?.tags == [tag, "math", "a, b"])
  }

  @Test func `edits of different fields are both saved`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    let id = try await store.add(ada)
    let before = try #require(try store.get(Person.self, id: id))
    let mine = PersonFormViewModel(store, person: before)
    let theirs = PersonFormViewModel(store, person: before)
    try mine.text(.last).text.value = "Lovelace"
    try theirs.text(.note).text.value = "First programmer."
    _ = try await theirs.save()
    _ = try await mine.save()
    let after = try #require(try store.get(Person.self, id: id))
    #expect(after.lastName == "Lovelace")
    #expect(after.note == "First programmer.")
  }

  @Test func `saving brings a deleted person back`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    let id = try await store.add(ada)
    let person = try #require(try store.get(Person.self, id: id))
    let form = PersonFormViewModel(store, person: person)
    try form.text(.last).text.value = "Lovelace"
    _ = try await store.removePeople(in: [person.row])
    let saved = try await form.save()
    #expect(saved == id)
    #expect(try store.get(Person.self, id: id)?.lastName == "Lovelace")
  }

  // MARK: Odd values

  @Test func `an unusual birthday is saved at the second attempt`() throws {
    let form = PersonFormViewModel(try book.open())
    try form.text(.first).text.value = "Ada"
    for (date, words) in [("1 May 2999", "in the future"), ("10 December 1815", "before 1850")] {
      try form.text(.birthday).text.value = date
      #expect(try now(form.text(.birthday).message)??.contains(words) == true)
      let refusal = form.prepareToSave()
      #expect(refusal?.field === form[.birthday])
      #expect(form.prepareToSave() == nil)
    }
  }

  @Test func `a text that is not an address is saved at the second attempt`() throws {
    let form = PersonFormViewModel(try book.open())
    try form.text(.first).text.value = "Ada"
    let line = try #require(try form.list(.email).lines.value.first)
    line.isEditing.value = true
    line.text.value = "ada at home"
    #expect(now(line.message) == .some(nil))
    line.isEditing.value = false
    #expect(now(line.message) == "“ada at home” is not an e-mail address")
    #expect(form.canSave.value)
    #expect(form.prepareToSave()?.field === form[.email])
    #expect(form.prepareToSave() == nil)
  }

  @Test func `an odd value that was there before is not questioned`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    ada.emails = [LabeledValue(value: "ada at home")]
    ada.birthday = PartialDate(year: 1815, month: 12, day: 10)
    let id = try await store.add(ada)
    let form = PersonFormViewModel(store, person: try store.get(Person.self, id: id))
    try form.text(.note).text.value = "First programmer."
    #expect(form.prepareToSave() == nil)
  }

  @Test(arguments: [
    "ada@example.org, bob@example.org", "ada@example.org;bob@example.org", "ada@example.org bob@example.org",
    "Ada Lovelace <ada@example.org>, Bob <bob@example.org>",
  ])
  func `a pasted list of addresses becomes several lines`(_ pasted: String) throws {
    let form = PersonFormViewModel(try book.open())
    let emails = try form.list(.email)
    let line = try #require(emails.lines.value.first)
    line.label.value = "work"
    #expect(try !emails.accepts(pasted, in: line))
    #expect(emails.values.value.map(\.value) == ["ada@example.org", "bob@example.org"])
    #expect(emails.values.value.map(\.label) == ["work", "work"])
    #expect(try emails.accepts("Ada Lovelace, London", in: line))
  }

  @Test func `a paste that is too long changes nothing and says why`() throws {
    let form = PersonFormViewModel(try book.open())
    let emails = try form.list(.email)
    let line = try #require(emails.lines.value.first)
    func addresses(_ count: Int) -> String { (0..<count).map { "u\($0)@x.org" }.joined(separator: "\n") }
    #expect(throws: InvalidValue(description: "You pasted 3,000 values: paste at most 1,000 at a time.")) {
      try emails.accepts(addresses(3_000), in: line)
    }
    #expect(throws: InvalidValue(description: "A value has at most 10,000 characters.")) {
      try emails.accepts(String(repeating: "x", count: 10_001), in: line)
    }
    let name = try form.text(.first)
    name.text.value = String(repeating: "x", count: 10_002)
    #expect(throws: InvalidValue(description: "A value has at most 10,000 characters.")) {
      try name.accepts(String(repeating: "x", count: 10_003))
    }
    #expect(
      try name.accepts(String(repeating: "y", count: 10_002)) && name.accepts(String(repeating: "x", count: 10_001)))
    #expect(emails.values.value.isEmpty && emails.lines.value.count == 1)
    #expect(try !emails.accepts(addresses(1_000), in: line))
    #expect(emails.values.value.count == 1_000)
  }

  @Test func `a huge text is quoted by its beginning`() throws {
    let form = PersonFormViewModel(try book.open())
    try form.text(.birthday).text.value = String(repeating: "x", count: 100_000)
    let message = try #require(try now(form.text(.birthday).message) ?? nil)
    #expect(message.count < 150)
  }

  @Test func `a second save while one is running writes nothing`() async throws {
    let store = try book.open()
    let form = PersonFormViewModel(store)
    try form.text(.first).text.value = "Ada"
    var results: [Result<String, any Error>] = []
    for _ in 0..<3 { form.save { results.append($0) } }
    #expect(form.prepareToSave() != nil)
    await form.actions.settled()
    #expect(results.count == 1)
    #expect(store.objects(Person.self).items.count == 1)
  }

  // MARK: Changes by other processes

  /// A form for Ada, and Ada as the book holds her.
  private func form(in store: Store) async throws -> (PersonFormViewModel, Person) {
    var ada = Person()
    ada.firstName = "Ada"
    ada.emails = [LabeledValue(label: "work", value: "ada@example.org")]
    let id = try await store.add(ada)
    let person = try #require(try store.get(Person.self, id: id))
    return (PersonFormViewModel(store, person: person), person)
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

  @Test func `a change by another process appears in untouched fields`() async throws {
    let store = try book.open()
    let (form, _) = try await form(in: store)
    #expect(form.lastChange.value == "just now by you")
    try form.text(.note).text.value = "Mine."
    try await write(store) {
      $0.lastName = "Lovelace"
      $0.emails.append(LabeledValue(value: "countess@example.org"))
    }
    #expect(try form.text(.last).text.value == "Lovelace")
    #expect(try form.list(.email).lines.value.map(\.text.value) == ["ada@example.org", "countess@example.org", ""])
    #expect(try form.text(.note).text.value == "Mine.")
    #expect(form.lastChange.value == "just now by cron@home")
    #expect(form.canSave.value)
    try form.text(.note).text.value = ""
    #expect(!form.isChanged.value)
  }

  @Test func `a contested field is saved after a choice`() async throws {
    let store = try book.open()
    let (form, person) = try await form(in: store)
    try form.text(.first).text.value = "Augusta"
    try form.list(.email).lines.value[0].text.value = "augusta@example.org"
    try await write(store) {
      $0.firstName = "Adelaide"
      $0.emails = []
    }
    #expect(try form.text(.first).text.value == "Augusta")
    #expect(try now(form.text(.first).theirs) == "Adelaide")
    #expect(try now(form.list(.email).theirs) == "nothing")
    #expect(!form.canSave.value)
    #expect(form.prepareToSave()?.field === form[.first])
    try form.text(.first).keepMine()
    #expect(try now(form.text(.first).theirs) == .some(nil))
    #expect(form.prepareToSave()?.field === form[.email])
    try form.list(.email).takeTheirs()
    #expect(try form.list(.email).lines.value.count == 1)
    #expect(form.canSave.value)
    _ = try await form.save()
    let saved = try #require(try store.get(Person.self, id: person.id))
    #expect(saved.firstName == "Augusta")
    #expect(saved.emails == [])
  }

  @Test func `a conflict ends when the other process undoes its change`() async throws {
    let store = try book.open()
    let (form, _) = try await form(in: store)
    try form.text(.first).text.value = "Augusta"
    try await write(store) { $0.firstName = "Adelaide" }
    #expect(!form.canSave.value)
    try await store.undo()
    #expect(try now(form.text(.first).theirs) == .some(nil))
    #expect(try form.text(.first).text.value == "Augusta")
    #expect(form.canSave.value)
    try await write(store) { $0.firstName = "Augusta" }
    #expect(!form.isChanged.value)
  }

  @Test func `a deletion by another process is shown and can be reverted`() async throws {
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
      try form.text(.first).text.value = "Ada"
      try form.list(.email).lines.value[0].text.value = "ada@example.org"
      freed = form
    }
    #expect(freed == nil)
  }
}

extension PersonFormViewModel {
  /// A form with an action queue of its own.
  fileprivate convenience init(_ store: Store, person: Person? = nil) {
    self.init(store: store, actions: ActionQueue(scheduler: MainScheduler.shared), person: person)
  }

  /// Saves, and waits for the result.
  fileprivate func save() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      save { continuation.resume(with: $0) }
    }
  }

  /// The form's field for a text of the person.
  fileprivate func text(_ field: PersonField) throws -> TextFormField {
    try #require(self[field] as? TextFormField)
  }

  /// The form's field for a list of the person.
  fileprivate func list(_ field: PersonField) throws -> ListFormField {
    try #require(self[field] as? ListFormField)
  }
}
