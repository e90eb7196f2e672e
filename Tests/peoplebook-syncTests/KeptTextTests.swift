import Glibc
import PeoplebookCore
import Persistence
import Replication
import TestSupport
import Testing
import Time

/// Texts that two machines write at the same time, until the user has chosen one of them.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct KeptTextTests {
  private let relay = TemporaryFolder()
  private let folders = [TemporaryFolder(), TemporaryFolder()]

  @MainActor
  private struct Machine {
    let store: Store
    let synchronizer: Synchronizer<Person>

    func synchronize() async throws { try await synchronizer.synchronize() }

    var person: Person {
      get throws { try #require(try store.fetch(Query<Person>()).first) }
    }

    func edit(_ change: @escaping @Sendable (inout Person) -> Void) async throws {
      try await store.write { transaction in
        for person in try transaction.fetch(Query<Person>()) {
          var changed = person
          change(&changed)
          try transaction.update(changed)
        }
      }
    }

    /// The form of the person.
    func form() throws -> PersonFormViewModel {
      PersonFormViewModel(store: store, actions: ActionQueue(scheduler: MainScheduler.shared), person: try person)
    }
  }

  /// Two machines, of which the second one wrote the note later.
  private func machines() async throws -> (ada: Machine, ben: Machine) {
    let first = try Book.open(at: folders[0].path + "/people.db")
    try await first.write { transaction in
      var person = Person()
      person.firstName = "Grace"
      try transaction.insert(person)
    }
    let ada = Machine(
      store: first, synchronizer: try await .share(first, Person.self, relay: relay.path, name: "ada"))
    let second = try Book.open(at: folders[1].path + "/people.db")
    let ben = Machine(
      store: second, synchronizer: try await .join(second, Person.self, ada.synchronizer.book.link, name: "ben"))
    try await ada.edit { $0.note = "from ada" }
    try await ben.edit { $0.note = "from ben" }
    for machine in [ada, ben, ada] { try await machine.synchronize() }
    #expect(try ada.person.note == ben.person.note)
    return (ada, ben)
  }

  private func note(_ form: PersonFormViewModel) throws -> TextFormField {
    try #require(form.fields.first { $0.field.column == "note" } as? TextFormField)
  }

  private func save(_ form: PersonFormViewModel) async throws {
    #expect(form.canSave.value)
    _ = try await withCheckedThrowingContinuation { continuation in form.save { continuation.resume(with: $0) } }
  }

  @Test func `the form offers a kept text on each machine`() async throws {
    let (ada, ben) = try await machines()
    let shown = try ada.person.note
    let other = shown == "from ada" ? "from ben" : "from ada"
    for machine in [ada, ben] {
      let form = try machine.form()
      let field = try note(form)
      #expect(field.isContested.value && !form.canSave.value)
      #expect(field.theirAuthor == (other == "from ada" ? "ada" : "ben"))
      field.takeTheirs()
      #expect(field.text.value == other)
      #expect(!field.isContested.value && form.canSave.value)
    }
  }

  @Test func `the command shows a kept text too`() async throws {
    let (ada, ben) = try await machines()
    for machine in [ada, ben] {
      let command = "'\(Built.program("peoplebook"))' --book '\(machine.store.path)' show Grace 2>&1"
      let pipe = try #require(popen(command, "r"))
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = fread(&bytes, 1, bytes.count, pipe)
      #expect(pclose(pipe) == 0)
      let output = String(decoding: bytes[..<count], as: UTF8.self)
      #expect(output.contains("from ada") && output.contains("from ben"), "\(output)")
    }
  }

  @Test(arguments: [true, false]) func `a choice settles the field on all machines`(isKept: Bool) async throws {
    let (ada, ben) = try await machines()
    let shown = try ada.person.note
    let other = shown == "from ada" ? "from ben" : "from ada"
    let form = try ada.form()
    let field = try note(form)
    if isKept { field.keepMine() } else { field.takeTheirs() }
    try await save(form)
    #expect(try !note(ada.form()).isContested.value)
    for machine in [ada, ben, ada] { try await machine.synchronize() }
    for machine in [ada, ben] {
      #expect(try machine.person.note == (isKept ? shown : other))
      #expect(try !note(machine.form()).isContested.value)
      #expect(try await machine.synchronizer.book.conflicts() == [])
    }
  }

  @Test func `a change by another program leaves the choice`() async throws {
    let (ada, _) = try await machines()
    let form = try ada.form()
    let field = try note(form)
    try await ada.edit { $0.lastName = "Hopper" }
    #expect(form.fields.contains { ($0 as? TextFormField)?.text.value == "Hopper" })
    #expect(field.isContested.value)
  }

  /// Expects that the screen of a machine reports something once.
  private func expectReport(_ text: String, on machine: Machine) async throws {
    let screen = PeopleViewModel(store: machine.store, scheduler: MainScheduler.shared)
    let reports = screen.notices.values
    screen.sharingDidChange(.live)
    for await report in reports {
      #expect(report == .hint(text))
      break
    }
    #expect(try await machine.synchronizer.book.notices() == [])
  }

  private static let twoTexts = "a text was changed on two machines at the same time; the form shows both"

  @Test func `a person with two texts is reported once on each machine`() async throws {
    let (ada, ben) = try await machines()
    for machine in [ada, ben] { try await expectReport("Grace: \(Self.twoTexts)", on: machine) }
  }

  @Test(arguments: [true, false]) func `a person that was kept is reported once`(isDeletedFirst: Bool) async throws {
    let (ada, ben) = try await machines()
    let rows = try [ada.person.row]
    _ = try await ada.store.removePeople(in: rows)
    try await ben.edit { $0.lastName = "Hopper" }
    for machine in isDeletedFirst ? [ada, ben, ada] : [ben, ada, ben] { try await machine.synchronize() }
    let kept = "deleted on one machine, changed on another at the same time, and kept"
    for machine in [ada, ben] {
      try await expectReport("Grace Hopper: \(kept). Grace Hopper: \(Self.twoTexts)", on: machine)
    }
  }
}
