import PeoplebookCore
import Persistence
import RIVTesting
import Reactive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct PeopleSearchTests {
  let book: SlowBook
  let search: PeopleSearch

  init() async throws {
    book = try await SlowBook()
    book.isFast = true
    search = PeopleSearch(book.store.people(), scheduler: TestClock().scheduler) { [book] in
      try await book.find($0)
    }
  }

  private func names(_ text: String) async -> [String] {
    await yield { search.state.shown == text }
    await book.rest()
    return search.results.items.map(\.name)
  }

  @Test func `the field determines the list`() async {
    search.text.value = "bar"
    #expect(search.state.text == "bar")
    #expect(await names("bar") == ["Barbara"])
  }

  @Test func `an action changes the field once`() async {
    search.send(.type("ada"))
    #expect(search.text.value == "ada")
    #expect(await names("ada") == ["Ada", "Adam"])
    search.send(.clear)
    #expect(search.text.value == "")
    #expect(await names("").count == 3)
    #expect(book.asked == ["ada", ""])
  }

  @Test func `a refresh makes another list of the same search`() async {
    search.send(.type("ada"))
    _ = await names("ada")
    let before = search.results
    search.send(.refresh)
    await yield { search.results !== before }
    #expect(search.results.items.map(\.name) == ["Ada", "Adam"])
    #expect(search.state.shown == "ada")
  }

  @Test func `the next search emits a changeset from the previous one`() async {
    var changes: [String] = []
    let token = search.people.sink { change in
      changes.append(change.changeset.map { "\($0)" } ?? "\(change.snapshot?.items.count ?? -1) initially")
    }
    #expect(changes == ["3 initially"])
    search.text.value = "ada"
    _ = await names("ada")
    search.text.value = "bar"
    _ = await names("bar")
    let before = search.results
    search.send(.refresh)
    await yield { search.results !== before }
    #expect(changes == ["3 initially", "−[2]", "−[0, 1] +[0]"])
    token.cancel()
  }

  @Test func `the first page of many people replaces the previous one`() async throws {
    // So many that a search does not check them all before it shows its first page.
    try await book.store.write { transaction in
      for number in 0..<600 {
        var person = Person()
        person.firstName = "Adele"
        person.lastName = number.isMultiple(of: 3) ? "Adler" : "Adams"
        _ = try transaction.insert(person)
      }
    }
    search.text.value = "adle"
    _ = await names("adle")
    var firstPages: [String] = []
    let token = search.people.dropFirst().sink { change in
      guard let snapshot = change.snapshot, !snapshot.items.isComplete else { return }
      firstPages.append(change.changeset.map { "\($0)" } ?? "\(snapshot.items.count) initially")
    }
    // On a busy machine, a list may be complete before it is shown.
    for number in 0..<100 where firstPages.isEmpty {
      search.text.value = ["adam", "adle"][number % 2]
      _ = await names(search.text.value)
    }
    #expect(!firstPages.isEmpty && firstPages.allSatisfy { $0 == "64 initially" })
    token.cancel()
  }

  @Test func `people are under their letters, and found people under none`() async {
    var sections: [String] = []
    let token = search.people.sink { change in
      let runs = change.snapshot?.sections.map { "\($0.key):\($0.count)" } ?? []
      sections.append(runs.joined(separator: " "))
    }
    #expect(sections == ["A:2 B:1"])
    search.text.value = "ada"
    _ = await names("ada")
    #expect(sections.last == ":2")
    search.text.value = ""
    _ = await names("")
    #expect(sections.last == "A:2 B:1")
    // The rows that were found stay the same.
    #expect(sections.count == 3)
    token.cancel()
  }

  @Test func `a search follows the book`() async throws {
    search.text.value = "ada"
    _ = await names("ada")
    var last: [String] = []
    let token = search.people.sink { change in last = change.snapshot?.items.map(\.name) ?? [] }
    var person = Person()
    person.firstName = "Adamantia"
    _ = try await book.store.add(person)
    #expect(last == ["Ada", "Adam", "Adamantia"])
    token.cancel()
  }

  @Test func `a refresh with the same people emits nothing`() async throws {
    try await book.store.write { transaction in
      for number in 0..<2_000 {
        var person = Person()
        person.firstName = "P\(number)"
        _ = try transaction.insert(person)
      }
    }
    search.text.value = "p"
    _ = await names("p")
    await yield { search.results.items.isComplete }
    var changes = 0
    let token = search.people.dropFirst().sink { _ in changes += 1 }
    let before = search.results
    search.send(.refresh)
    await yield { search.results !== before }
    await book.rest()
    #expect(search.results.items.count == 2_000 && changes == 0)
    token.cancel()
  }
}
