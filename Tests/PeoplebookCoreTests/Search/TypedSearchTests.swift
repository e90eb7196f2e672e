import PeoplebookCore
import Persistence
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct TypedSearchTests {
  private let folder = TemporaryBook()

  private func store(_ notes: [String]) async throws -> Store {
    let store = try folder.open()
    try await store.write { transaction in
      for (index, note) in notes.enumerated() {
        var person = Person()
        person.id = "\(index)"
        person.note = note
        try transaction.insert(person)
      }
    }
    return store
  }

  private func notes(_ text: String, in store: Store, limit: Int? = nil) throws -> [String] {
    try TypedSearch(text).people(of: Query<Person>(), in: store, limit: limit).map(\.note).sorted()
  }

  @Test func `similar words follow where few people match`() async throws {
    let store = try await store(["Turing", "Lovelace", "lovage", "Uring", "Neuringer", "C++ Turing"])
    func notes(_ text: String, limit: Int? = nil) async throws -> [String] {
      try await TypedSearch(text).peopleAndSimilar(of: Query<Person>(), in: store, limit: limit).map(\.note)
    }
    let all = try await notes("uring")
    #expect(all.first == "Uring" && all.sorted() == ["C++ Turing", "Neuringer", "Turing", "Uring"])
    #expect(try await notes("lovelase") == ["Lovelace"])
    #expect(try await notes("lovelase", limit: 0) == [])
    #expect(try await notes("uring", limit: 1) == ["Uring"])
    #expect(try await notes("uring", limit: 3) == Array(all.prefix(3)))
    #expect(try await notes("c++ uring") == ["C++ Turing"])
    #expect(try await notes("nobody") == [])
    #expect(try await notes("*uring") == [])
  }

  @Test func `a sign is searched for like a letter`() async throws {
    let store = try await store(["ada", "a* is here", "C++", "not near", "“Ada”", "Q: \"Who?\"", "Émile-Zola (1840)"])
    #expect(try notes("a*", in: store) == ["a* is here"])
    #expect(try notes("A* HERE", in: store) == ["a* is here"])
    #expect(try notes("*", in: store) == ["a* is here"])
    #expect(try notes("c++", in: store) == ["C++"])
    #expect(try notes("\"who", in: store) == ["Q: \"Who?\""])
    #expect(try notes("q:", in: store) == ["Q: \"Who?\""])
    #expect(try notes("-zola", in: store) == ["Émile-Zola (1840)"])
    #expect(try notes("(1840)", in: store) == ["Émile-Zola (1840)"])
    #expect(try notes("(", in: store) == ["Émile-Zola (1840)"])
    for text in ["ada*", "\"ada\"", "^ada", "-ada", "ada:", "(ada", "NEAR(ada)", "ada NOT near", "ada OR c", "*ada"] {
      #expect(try notes(text, in: store) == [], "\(text)")
    }
    #expect(try notes("NOT", in: store) == ["not near"])
  }

  @Test func `signs inside of names, addresses and numbers separate words`() async throws {
    let store = try await store(["Ada Maria", "ada@example.org", "O'Neil, Jr."])
    #expect(try notes("ada-maria", in: store) == ["Ada Maria"])
    #expect(try notes("Maria, Ada", in: store) == ["Ada Maria"])
    #expect(try notes("Maria , Ada.", in: store) == ["Ada Maria"])
    #expect(try notes("@example", in: store) == ["ada@example.org"])
    #expect(try notes("ada@example.o", in: store) == ["ada@example.org"])
    #expect(try notes("oneil", in: store) == ["O'Neil, Jr."])
    #expect(try notes("o’n", in: store) == ["O'Neil, Jr."])
  }

  @Test func `a lone sign is literal, a comma is not`() async throws {
    let store = try await store(["5 €", "5 $", "see § 5", "5 → 6", "Ada, … ’5"])
    #expect(try notes("5 €", in: store) == ["5 €"])
    #expect(try notes("€ 5", in: store) == ["5 €"])
    #expect(try notes("§ 5", in: store) == ["see § 5"])
    #expect(try notes("5 → 6", in: store) == ["5 → 6"])
    #expect(try notes("5 → 5", in: store) == ["5 → 6"])
    for text in ["Ada ,", "Ada …", "Ada '", "’ Ada", "Ada « ; »"] {
      #expect(try notes(text, in: store) == ["Ada, … ’5"], "\(text)")
      #expect(TypedSearch(text).literals == [], "\(text)")
    }
    #expect(TypedSearch("5 € § →").literals == ["€", "§", "→"] && TypedSearch("5 € § →").words == "5")
  }

  @Test func `a lone fraction is literal`() async throws {
    let store = try await store(["½ cup", "⅓ 字", "1½ 字", "1 cup"])
    #expect(try notes("½", in: store) == ["1½ 字", "½ cup"])
    #expect(try notes("½ cup", in: store) == ["½ cup"])
    #expect(try notes("⅓ 字", in: store) == ["⅓ 字"])
    #expect(try notes("1½", in: store) == ["1 cup", "1½ 字"])
  }

  @Test func `a note of many digits is found`() async throws {
    let digits = String(repeating: "7", count: 60_000)
    let store = try await store([digits, "7"])
    #expect(try notes("7777777", in: store) == [digits])
    #expect(try notes("7", in: store) == ["7", digits])
  }

  @Test func `a phone number is found by its digits`() async throws {
    let store = try await store([])
    var ada = Person()
    ada.note = "Ada"
    ada.phones = [LabeledValue(value: "020 7946 0018")]
    _ = try await store.add(ada)
    let abroad = ["+44 20 7946 0018", "+442079460018", "0044 20 7946 0018", "+44 (0)20 7946-0018"]
    for text in ["(020) 7946-0018", "020 7946", "+7946", "7946/0018"] + abroad {
      #expect(try notes(text, in: store) == ["Ada"], "\(text)")
    }
    #expect(try notes("+44 20 7946 0019", in: store).isEmpty)
    var bob = Person()
    bob.note = "call +44 20 7946 1234"
    _ = try await store.add(bob)
    #expect(try notes("+44 20 7946 1234", in: store) == [bob.note])
  }

  @Test func `an empty search finds all, and the limit counts matches`() async throws {
    let store = try await store(["a*", "b", "c*", "d*"])
    #expect(try notes(" \n", in: store).count == 4)
    #expect(try notes("*", in: store, limit: 2).count == 2)
    #expect(try notes("*", in: store, limit: 0).isEmpty)
    #expect(try notes("", in: store, limit: 1).count == 1)
  }

  /// What ``TypedSearch`` documents, by looking at each text: without its code, and without the index.
  private static func scan(_ text: String, in notes: [String]) -> [String] {
    let parts = text.lowercased().split(separator: " ").map(String.init)
    let words = { (text: String) in text.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    let isSpecial = { (part: String) in
      part.contains { "*\"^".contains($0) } || "()-:+".contains { part.first == $0 || part.last == $0 }
    }
    return notes.filter { note in
      parts.allSatisfy { part in
        isSpecial(part)
          ? note.lowercased().contains(part)
          : words(part).allSatisfy { word in words(note.lowercased()).contains { $0.hasPrefix(word) } }
      }
    }
    .sorted()
  }

  @Test func `random signs find what a plain scan finds`() async throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", "b", "not", "NEAR", "OR", "*", "\"", "(", ")", "-", ":", "^", "+", " ", " ", "a"]
    func text(_ limit: Int) -> String {
      (0...Int.random(in: 0..<limit, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
        .joined()
    }
    let all = Array(Set((0..<300).map { _ in "z " + text(8) }))
    let store = try await store(all)
    for _ in 0..<300 {
      let search = text(5)
      #expect(try notes(search, in: store) == Self.scan(search, in: all), "“\(search)”")
    }
  }
}
