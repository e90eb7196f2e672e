import Persistence
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct PeopleOrderTests {
  let book = TemporaryBook()

  private func people(_ store: Store) async throws {
    try await store.write { transaction in
      for (name, organisation, birthday, tags, isFavourite) in [
        ("Ada", "Zett", "--12-10", ["friend"], false), ("Bea", "", "1990-02-03", ["work", "friend"], false),
        ("Cleo", "ábc", "", [], true), ("Dora", "Abc", "--02-29", ["work"], false),
      ] {
        var person = Person()
        (person.firstName, person.organisation, person.tags) = (name, organisation, tags)
        person.birthday = PartialDate(iso: birthday)
        person.isFavourite = isFavourite
        _ = try transaction.insert(person)
      }
    }
  }

  private func names(_ order: Order<Person>, _ store: Store) throws -> [String] {
    try store.fetch(Query<Person>().sorted(by: order)).map(\.firstName)
  }

  @Test func `each order has its own first person`() async throws {
    let store = try book.open()
    try await people(store)
    let today = PartialDate(year: 2026, month: 2, day: 10)
    #expect(try names(PeopleOrder.name.order(), store) == ["Cleo", "Ada", "Bea", "Dora"])
    #expect(try names(PeopleOrder.family.order(), store).first == "Cleo")
    #expect(try names(PeopleOrder.organisation.order(), store) == ["Cleo", "Dora", "Ada", "Bea"])
    #expect(try names(PeopleOrder.birthday.order(today: today), store) == ["Dora", "Ada", "Bea", "Cleo"])
    #expect(try names(PeopleOrder.changed.order(), store) == ["Dora", "Cleo", "Bea", "Ada"])
    try await store.write { transaction in
      guard var ada = try transaction.get(Person.self, row: 1) else { return }
      ada.note = "changed"
      try transaction.update(ada)
    }
    #expect(try names(PeopleOrder.changed.order(), store).first == "Ada")
  }

  @Test func `sections divide the list by initial, tag or organisation`() async throws {
    let store = try book.open()
    try await people(store)
    func titles(_ grouping: PeopleGrouping, _ order: PeopleOrder = .name) -> [String] {
      let list = store.objects(Query<Person>().sorted(by: grouping.divide(order)))
      guard list.isDivided else { return [] }
      return list.sectioned().snapshot.sections.map { "\($0.key) \($0.items.map(\.firstName).joined(separator: " "))" }
    }
    #expect(titles(.initial) == ["★ Cleo", "A Ada", "B Bea", "D Dora"])
    #expect(titles(.tag) == ["★ Cleo", "friend Ada", "work Bea Dora"])
    #expect(titles(.organisation) == ["★ Cleo", "Abc Dora", "Zett Ada", "No organisation Bea"])
    #expect(titles(.organisation, .organisation) == titles(.organisation))
    #expect(titles(.none).isEmpty && titles(.initial, .changed).isEmpty && titles(.initial, .organisation).isEmpty)
    #expect(titles(.tag, .changed) == ["★ Cleo", "friend Ada", "work Dora Bea"])
  }

  @Test func `favourites are toggled together, which can be undone`() async throws {
    let store = try book.open()
    try await people(store)
    #expect(try await store.toggleFavourites(in: [1, 3]) == (true, 1))
    #expect(try names(.name, store) == ["Ada", "Cleo", "Bea", "Dora"])
    #expect(try await store.toggleFavourites(in: [1, 3]) == (false, 2))
    #expect(try names(.name, store) == ["Ada", "Bea", "Cleo", "Dora"])
    _ = try await store.undo()
    #expect(try names(.name, store) == ["Ada", "Cleo", "Bea", "Dora"])
  }

  @Test func `a filter needs all of its tags`() async throws {
    let store = try book.open()
    try await people(store)
    func names(_ filter: PeopleFilter) throws -> [String] {
      try store.fetch(filter.query(Query<Person>())).map(\.firstName)
    }
    #expect(try names(PeopleFilter(tags: ["work"])) == ["Bea", "Dora"])
    #expect(try names(PeopleFilter(tags: ["work", "friend"])) == ["Bea"])
    #expect(try names(PeopleFilter(text: "dora", tags: ["work"])) == ["Dora"])
    let sentence = PeopleFilter(text: "x", tags: ["a", "b"]).emptySentence
    #expect(sentence.hasPrefix("No people match “x” with the tags “a” and “b”."))
    #expect(PeopleFilter(text: "x", tags: ["a"]).title == "“x”, a" && PeopleFilter().isEmpty)
  }

  @Test(arguments: [(2026, ["Dora", "Ada", "Bea", "Cleo"]), (2028, ["Ada", "Bea", "Dora", "Cleo"])])
  func `a leap day may be on 1 March`(year: Int, order: [String]) async throws {
    let store = try book.open()
    try await people(store)
    let today = PartialDate(year: year, month: 3, day: 1)
    #expect(try names(PeopleOrder.birthday.order(today: today), store) == order)
  }
}
