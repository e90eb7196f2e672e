import PeoplebookCore
import Persistence
import Testing

@Suite @MainActor struct PersonLookupTests {
  private let folder = TemporaryBook()

  private func store(_ people: [(id: String, first: String, last: String)]) async throws -> Store {
    let store = try folder.open()
    try await store.write { transaction in
      for (id, first, last) in people {
        var person = Person()
        (person.id, person.firstName, person.lastName) = (id, first, last)
        try transaction.insert(person)
      }
    }
    return store
  }

  private func name(_ text: String, in store: Store) throws -> String { try PersonLookup(store).person(text).name }

  @Test func `the beginning of an id never stands for a name`() async throws {
    let store = try await store([("ebba0000-1111-4222-8333-444444444444", "Zoë", "Adams")])
    for text in ["Ebba", "ebba", "ebba0", "E", "zo", "oë", ""] {
      #expect(throws: PersonLookupError.nobody(text)) { try name(text, in: store) }
    }
    #expect(try name("ebba00", in: store) == "Zoë Adams")
    #expect(try name("EBBA0000-1", in: store) == "Zoë Adams")
    #expect(try name("zoe", in: store) == "Zoë Adams")
  }

  @Test func `an id comes before a name, and a name before the beginning of an id`() async throws {
    let store = try await store([
      ("decade00-1111-4222-8333-444444444444", "Bob", ""), ("x", "Decade", "Jones"), ("ada", "Eve", ""),
      ("y", "Ada", ""),
    ])
    #expect(try name("decade", in: store) == "Decade Jones")
    #expect(try name("decade0", in: store) == "Bob")
    #expect(try name("ada", in: store) == "Eve")
  }

  @Test func `ids compare without case, and no id matches half of another`() async throws {
    let store = try await store([("Card-Ada-1", "Ada", ""), ("Card-Ada-12", "Eve", ""), ("ABCDEF-zz", "Kim", "")])
    #expect(try name("card-ada-1", in: store) == "Ada")
    #expect(try name("CARD-ADA-12", in: store) == "Eve")
    #expect(try name("abcdef", in: store) == "Kim")
    #expect(throws: PersonLookupError.self) { try name("card-ada", in: store) }
  }

  @Test func `several people who match are all named`() async throws {
    let store = try await store([
      ("abcdef01", "Ada", "One"), ("abcdef02", "Ada", "Two"), ("c", "Ada", ""), ("d", "A_a", "%"),
    ])
    #expect(try name("ada", in: store) == "Ada")
    #expect(try name("two ada", in: store) == "Ada Two")
    for text in ["abcdef", "ABCDEF0"] {
      let error = #expect(throws: PersonLookupError.self) { try name(text, in: store) }
      guard case .several(_, let people) = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
      #expect(people.map(\.name) == ["Ada One", "Ada Two"])
    }
  }

  @Test func `a name may be written with the last name first`() async throws {
    let store = try await store([("a", "太郎", "山田"), ("b", "Béla", "Bartók")])
    #expect(try PersonLookup(store).person("山田太郎").id == "a")
    #expect(try PersonLookup(store).person("bartok bela").id == "b")
  }
}
