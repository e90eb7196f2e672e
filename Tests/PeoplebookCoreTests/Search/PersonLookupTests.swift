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

  @Test func `a short beginning of an id does not name a person`() async throws {
    let store = try await store([("ebba0000-1111-4222-8333-444444444444", "Zoë", "Adams")])
    for text in ["Ebba", "ebba", "ebba0", "E", "zo", "oë", ""] {
      #expect(throws: PersonLookupError.noMatch(text)) { try name(text, in: store) }
    }
    #expect(try name("ebba00", in: store) == "Zoë Adams")
    #expect(try name("EBBA0000-1", in: store) == "Zoë Adams")
    #expect(try name("zoe", in: store) == "Zoë Adams")
  }

  @Test func `an id precedes a name, and a name the beginning of an id`() async throws {
    let store = try await store([
      ("decade00-1111-4222-8333-444444444444", "Bob", ""), ("x", "Decade", "Jones"), ("ada", "Eve", ""),
      ("y", "Ada", ""),
    ])
    #expect(try name("decade", in: store) == "Decade Jones")
    #expect(try name("decade0", in: store) == "Bob")
    #expect(try name("ada", in: store) == "Eve")
  }

  @Test func `ids compare without case, and never match in part`() async throws {
    let store = try await store([("Card-Ada-1", "Ada", ""), ("Card-Ada-12", "Eve", ""), ("ABCDEF-zz", "Kim", "")])
    #expect(try name("card-ada-1", in: store) == "Ada")
    #expect(try name("CARD-ADA-12", in: store) == "Eve")
    #expect(try name("abcdef", in: store) == "Kim")
    #expect(throws: PersonLookupError.self) { try name("card-ada", in: store) }
  }

  @Test func `several matches are all listed`() async throws {
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

  @Test func `ids that differ in case only are several, unless typed exactly`() async throws {
    let store = try await store([("ab-x", "Ada", ""), ("AB-X", "Eve", ""), ("Solo", "Kim", "")])
    #expect(try name("ab-x", in: store) == "Ada")
    #expect(try name("AB-X", in: store) == "Eve")
    #expect(try name("sOLO", in: store) == "Kim")
    #expect {
      try name("Ab-X", in: store)
    } throws: { error in
      guard case .several("Ab-X", let people)? = error as? PersonLookupError else { return false }
      return Set(people.map(\.id)) == ["ab-x", "AB-X"]
    }
  }

  @Test func `where the whole name is asked for, a part of it names no person`() async throws {
    let store = try await store([
      ("ebba0000-1111", "Ebba", "Lind"), ("decade00-1111", "Bob", ""), ("x", "Decade", "Jones"), ("y", "Zoë", ""),
    ])
    let lookup = PersonLookup(store)
    for text in ["Ebba", "lind", "decade"] {
      #expect {
        try lookup.person(text, by: .wholeName)
      } throws: { error in
        guard case .partOfName(text, let people)? = error as? PersonLookupError else { return false }
        return people.count == 1
      }
    }
    for text in ["ebba lind", "EBBA0000-1111", "ebba00", "lind ebba"] {
      #expect(try lookup.person(text, by: .wholeName).name == "Ebba Lind")
    }
    #expect(try lookup.person("zoe", by: .wholeName).name == "Zoë")
    #expect(try lookup.person("ebba").name == "Ebba Lind")
  }

  @Test func `a very long text and one of signs name no person`() async throws {
    let store = try await store([("a", "Ada", "")])
    for text in [String(repeating: "x", count: 100_000), "%", "_", "*", "\\", "'", "\n", " "] {
      #expect(throws: PersonLookupError.noMatch(text)) { try name(text, in: store) }
    }
  }

  @Test func `a removed person is found by the beginning of an id`() async throws {
    let store = try await store([
      ("abcdef01-1", "Ada", ""), ("abcdef02-2", "Eve", ""), ("abcdef03-3", "Kim", ""), ("Card 1", "Bob", ""),
    ])
    for text in ["Ada", "Eve", "Bob"] { _ = try await store.removePeople(in: [PersonLookup(store).person(text).row]) }
    let lookup = PersonLookup(store)
    #expect(try lookup.history(ofRemoved: "abcdef01").first?.changes.first?.before?.name == "Ada")
    #expect(try lookup.history(ofRemoved: "ABCDEF02-2").count == 2)
    #expect(try lookup.history(ofRemoved: "card 1").first?.changes.first?.before?.name == "Bob")
    #expect {
      try lookup.history(ofRemoved: "abcdef")
    } throws: { error in
      guard case .several("abcdef", let people)? = error as? PersonLookupError else { return false }
      return people.map(\.name) == ["Ada", "Eve"]
    }
    for text in ["abcdef03", "abcde", "card", "", "%"] {
      #expect(throws: PersonLookupError.noMatch(text)) { try lookup.history(ofRemoved: text) }
    }
  }

  @Test func `a name may be written with the last name first`() async throws {
    let store = try await store([("a", "太郎", "山田"), ("b", "Béla", "Bartók")])
    #expect(try PersonLookup(store).person("山田太郎").id == "a")
    #expect(try PersonLookup(store).person("bartok bela").id == "b")
  }
}
