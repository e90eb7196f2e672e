import PeoplebookCore
import Persistence
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct PersonLookupTests {
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
    for text in ["Ebba", "ebba", "ebba0", "E", "oë", ""] {
      #expect(throws: PersonLookupError.noMatch(text)) { try name(text, in: store) }
    }
    #expect {
      try name("zo", in: store)
    } throws: { error in
      guard case .noMatch("zo", let near)? = error as? PersonLookupError else { return false }
      return near.map(\.name) == ["Zoë Adams"]
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

  @Test func `an exact name differs in case and blanks only`() async throws {
    let store = try await store([
      ("ebba0000-1111", "Ebba", "Lind"), ("decade00-1111", "Bob", ""), ("x", "Decade", "Jones"), ("y", "José", ""),
      ("z", "Mary-Ann", "O'Neil"),
    ])
    let lookup = PersonLookup(store)
    for (text, near) in [
      ("Ebba", "x"), ("lind", "x"), ("decade", "Decade Jones"), ("Jose", "José"),
      ("Mary Ann O'Neil", "Mary-Ann O'Neil"),
      ("Mary-Ann ONeil", "Mary-Ann O'Neil"), ("lind ebba", "Ebba Lind"), ("Mary-A", "Mary-Ann O'Neil"),
    ] {
      #expect("\(text)") {
        try lookup.person(text, by: .exactName)
      } throws: { error in
        guard case .noMatch(text, let people)? = error as? PersonLookupError else { return false }
        return people.map(\.name) == [near == "x" ? "Ebba Lind" : near]
      }
    }
    for text in ["ebba lind", " Ebba  LIND", "Lind, Ebba", "EBBA0000-1111", "ebba00"] {
      #expect(try lookup.person(text, by: .exactName).name == "Ebba Lind")
    }
    for text in ["JOSÉ", "Jose\u{301}"] { #expect(try lookup.person(text, by: .exactName).name == "José") }
    #expect(try lookup.person("jose").name == "José")
    #expect(try lookup.person("ebba").name == "Ebba Lind")
  }

  @Test func `a nickname is near a name, and not exact`() async throws {
    let store = try folder.open()
    try await store.write { transaction in
      var person = Person()
      (person.firstName, person.lastName, person.nickname) = ("Augusta", "King", "Ada")
      try transaction.insert(person)
    }
    #expect(try name("ada", in: store) == "Augusta King")
    #expect(throws: PersonLookupError.self) { try PersonLookup(store).person("Ada", by: .exactName) }
  }

  @Test func `of names that differ in case only, the typed one is taken`() async throws {
    let store = try await store([("a", "Ada", ""), ("b", "ADA", ""), ("c", "Adá", "")])
    #expect(try PersonLookup(store).person("ADA", by: .exactName).id == "b")
    #expect(throws: PersonLookupError.self) { try PersonLookup(store).person("aDA", by: .exactName) }
    #expect(try PersonLookup(store).person("ADÁ", by: .exactName).id == "c")
  }

  @Test func `a name of signs is exact`() async throws {
    let store = try await store([("a", "*", ""), ("b", "😀", ""), ("c", "-", "/"), ("d", "C++", ""), ("e", "", "?")])
    for (text, id) in [("*", "a"), ("😀", "b"), ("- /", "c"), ("c++", "d"), ("?", "e")] {
      for precision in [PersonLookup.Precision.exactName, .nearName] {
        #expect(try PersonLookup(store).person(text, by: precision).id == id, "\(text)")
      }
    }
    for text in ["/", "**", "- / -"] {
      #expect(throws: PersonLookupError.noMatch(text)) { try name(text, in: store) }
    }
  }

  @Test func `an e-mail address identifies a person to verbs that read`() async throws {
    let store = try folder.open()
    try await store.write { transaction in
      for (first, address) in [("Ada", "ada@example.org"), ("Eve", "ada@example.org.uk"), ("Kim", "both@x.org")] {
        var person = Person()
        (person.firstName, person.emails) = (first, [LabeledValue(label: "work", value: address)])
        try transaction.insert(person)
      }
    }
    #expect(try name("Ada@Example.org", in: store) == "Ada")
    #expect(throws: PersonLookupError.self) { try PersonLookup(store).person("ada@example.org", by: .exactName) }
    #expect(throws: PersonLookupError.self) { try name("example.org", in: store) }
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
