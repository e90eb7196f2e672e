import PeoplebookCore
import Persistence
import Reactive
import Testing

/// A remote service that answers when the test requests it.
@MainActor
private final class Office: PersonService {
  private(set) var requests: [(id: String, person: Person)] = []
  /// The people that were added, by the request, so that a repeated request adds none.
  private(set) var people: [String: Person] = [:]
  private var answers: [CheckedContinuation<Void, any Error>] = []
  private var arrival: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  struct Closed: Error {}

  func addPerson(_ person: Person, request: String) async throws -> Person {
    requests.append((request, person))
    if let arrival, requests.count >= arrival.count {
      self.arrival = nil
      arrival.continuation.resume()
    }
    try await withCheckedThrowingContinuation { answers.append($0) }
    if let known = people[request] { return known }
    var tidy = person
    tidy.id = "office-\(people.count)"
    tidy.firstName = person.firstName.capitalized
    tidy.lastName = person.lastName.capitalized
    tidy.emails = person.emails.map { LabeledValue(label: $0.label, value: $0.value.lowercased()) }
    people[request] = tidy
    return tidy
  }

  func waitForRequest(_ count: Int = 1) async {
    guard requests.count < count else { return }
    await withCheckedContinuation { arrival = (count, $0) }
  }

  func answer() { answers.removeFirst().resume() }
  func refuse() { answers.removeFirst().resume(throwing: Closed()) }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

@MainActor
@Suite struct AddPersonMutationTests {
  let book = TemporaryBook()
  private let office = Office()

  private func manager(_ store: Store) throws -> MutationManager {
    try MutationManager(store, [MutationKind(AddPersonMutation.self, with: office)])
  }

  private func typed() -> Person {
    var person = Person()
    person.firstName = "ada"
    person.lastName = "lovelace"
    person.emails = [LabeledValue(label: "work", value: "ADA@Example.org")]
    person.birthday = PartialDate(year: nil, month: 12, day: 10)
    person.tags = ["math"]
    person.note = "\"Notes\"\n"
    return person
  }

  /// Returns when no mutation is pending any more.
  private func waitUntilIdle(_ manager: MutationManager) async {
    var token: AnyCancellable?
    await withCheckedContinuation { continuation in
      token = manager.pendingCount.first { $0 == 0 }.sink { _ in continuation.resume() }
    }
    _ = token
  }

  @Test func `the person appears as typed, then as the service spells them`() async throws {
    let store = try book.open()
    let manager = try manager(store)
    let mutation = AddPersonMutation(typed())
    let request = try await manager.start(mutation)
    let ada = try #require(try store.get(Person.self, id: mutation.person.id))
    #expect(ada.name == "ada lovelace" && ada.birthday == typed().birthday)
    await office.waitForRequest()
    #expect(office.requests.map(\.id) == [request] && office.requests[0].person == mutation.person)
    office.answer()
    await waitUntilIdle(manager)
    let tidy = try #require(try store.get(Person.self, id: mutation.person.id))
    #expect(tidy.name == "Ada Lovelace" && tidy.emails == [LabeledValue(label: "work", value: "ada@example.org")])
    #expect(tidy.row == ada.row && tidy.tags == ["math"] && tidy.note == "\"Notes\"\n")
    #expect(try store.count(Person.self) == 1)
    // Undoes the service's spelling first, then the addition.
    try await store.undo()
    #expect(try store.get(Person.self, id: mutation.person.id) == ada)
    try await store.undo()
    #expect(try store.count(Person.self) == 0)
  }

  @Test func `a refusal deletes the person, and undo restores them`() async throws {
    let store = try book.open()
    let manager = try manager(store)
    var failures: [MutationFailure] = []
    let token = manager.failures.sink { failures.append($0) }
    try await manager.start(AddPersonMutation(typed()))
    await office.waitForRequest()
    office.refuse()
    await waitUntilIdle(manager)
    #expect(try store.count(Person.self) == 0)
    #expect(failures.count == 1 && failures[0].error is Office.Closed && failures[0].isRolledBack)
    try await store.undo()
    #expect(try store.fetch(Query<Person>()).map(\.name) == ["ada lovelace"])
    token.cancel()
  }

  @Test(arguments: [true, false]) func `a person deleted before the answer stays deleted`(isAccepted: Bool)
    async throws
  {
    let store = try book.open()
    let manager = try manager(store)
    var failures = 0
    let token = manager.failures.sink { _ in failures += 1 }
    let mutation = AddPersonMutation(typed())
    try await manager.start(mutation)
    await office.waitForRequest()
    _ = try await store.removePeople(in: [store.get(Person.self, id: mutation.person.id)?.row ?? 0])
    isAccepted ? office.answer() : office.refuse()
    await waitUntilIdle(manager)
    #expect(try store.count(Person.self) == 0)
    #expect(failures == (isAccepted ? 0 : 1))
    // Undoes the deletion.
    try await store.undo()
    #expect(try store.fetch(Query<Person>()).map(\.name) == ["ada lovelace"])
    token.cancel()
  }

  @Test func `an edit before the answer is kept, and the rest is merged`() async throws {
    let store = try book.open()
    let manager = try manager(store)
    let mutation = AddPersonMutation(typed())
    try await manager.start(mutation)
    await office.waitForRequest()
    let before = try #require(try store.get(Person.self, id: mutation.person.id))
    var edited = before
    edited.firstName = "augusta"
    edited.emails.append(LabeledValue(value: "countess@example.org"))
    _ = try await store.save(edited, editedFrom: before)
    office.answer()
    await waitUntilIdle(manager)
    let present = try #require(try store.get(Person.self, id: mutation.person.id))
    #expect(present.firstName == "augusta" && present.lastName == "Lovelace")
    #expect(present.emails == edited.emails)
  }

  @Test func `a repeated request adds one person`() async throws {
    let mutation = AddPersonMutation(typed())
    do {
      // The service receives the request, but the program ends before the answer arrives.
      let manager = try manager(book.open())
      try await manager.start(mutation)
      await office.waitForRequest()
      office.answer()
    }
    let store = try book.open()
    let manager = try manager(store)
    try await manager.resume()
    await office.waitForRequest(2)
    office.answer()
    await waitUntilIdle(manager)
    #expect(office.requests[0].id == office.requests[1].id && office.requests[0].person == office.requests[1].person)
    #expect(office.people.count == 1)
    #expect(try store.fetch(Query<Person>()).map(\.name) == ["Ada Lovelace"])
    #expect(try await store.check() == [])
  }

  @Test func `a service without an answer can be cancelled`() async throws {
    let store = try book.open()
    let manager = try manager(store)
    let id = try await manager.start(AddPersonMutation(typed()))
    await office.waitForRequest()
    await manager.cancel(id)
    #expect(try store.count(Person.self) == 0)
    office.answer()
    try await manager.resume()
    await waitUntilIdle(manager)
    #expect(try store.count(Person.self) == 0)
  }
}
