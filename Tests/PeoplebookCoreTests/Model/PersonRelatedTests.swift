import Persistence
import Testing

@testable import PeoplebookCore

/// The relations that other people have noted to a person who is renamed or merged.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PersonRelatedTests {
  let book = TemporaryBook()
  let store: Store

  init() throws {
    store = try book.open()
  }

  private func add(_ name: String, related: String = "") async throws -> Person {
    var person = Person()
    person.setFullName(name)
    if !related.isEmpty { person.related = [LabeledValue(label: "parent", value: related)] }
    let id = try await store.add(person)
    return try #require(try store.get(Person.self, id: id))
  }

  private func rename(_ person: Person, _ name: String) async throws {
    var draft = person
    (draft.firstName, draft.lastName) = ("", "")
    draft.setFullName(name)
    _ = try await store.save(draft, editedFrom: person)
  }

  /// The value of a person's first relation.
  private func related(of person: Person) throws -> String? {
    try store.get(Person.self, id: person.id)?.related.first?.value
  }

  @Test func `a relation follows a new name, and an undo takes both back`() async throws {
    let john = try await add("John Smith")
    let kid = try await add("Kid Smith", related: "John Smith")
    let other = try await add("Other Smith", related: "John Smithson")
    try await rename(john, "Jack Miller")
    #expect(try related(of: kid) == "Jack Miller")
    #expect(try related(of: other) == "John Smithson")
    try await store.undo()
    #expect(try related(of: kid) == "John Smith")
    #expect(try store.get(Person.self, id: john.id)?.name == "John Smith")
  }

  @Test func `a merged person is not related to the people who were merged`() async throws {
    let king = try await add("Augusta King", related: "Bob Ray")
    let bob = try await add("Bob Ray", related: "Augusta King")
    let ann = try await add("Ann Lee", related: "Kid Lee")
    _ = try await add("Ann Lee")
    let kid = try await add("Kid Lee", related: "Ann Lee")
    try await store.write { transaction in
      try transaction.merge([king, bob], into: king.merged(with: bob))
      try transaction.merge([kid, ann], into: kid.merged(with: ann))
    }
    #expect(try store.get(Person.self, id: king.id)?.related == [])
    // The other Ann Lee may be meant.
    #expect(try store.get(Person.self, id: kid.id)?.related.map(\.value) == ["Ann Lee"])
  }

  @Test func `a relation that may mean another person stays`() async throws {
    let john = try await add("John Smith")
    _ = try await add("John Smith")
    let kid = try await add("Kid Smith", related: "John Smith")
    try await rename(john, "Jack Miller")
    #expect(try related(of: kid) == "John Smith")
  }

  @Test func `a person with another one's name is related by the id`() async throws {
    let john = try await add("John Smith")
    _ = try await add("Jack Miller")
    let kid = try await add("Kid Smith", related: "John Smith")
    try await rename(john, "Jack Miller")
    #expect(try related(of: kid) == "urn:uuid:\(john.id)")
  }

  @Test func `relations to merged people name the result`() async throws {
    let ann = try await add("Ann One")
    let bob = try await add("Bob Two")
    let kid = try await add("Kid Two", related: "Bob Two")
    let friend = try await add("Friend Two", related: "urn:uuid:\(bob.id)")
    try await store.mergePeople(in: [ann.row, bob.row])
    #expect(try related(of: kid) == "Ann One")
    #expect(try related(of: friend) == "urn:uuid:\(ann.id)")
    try await store.undo()
    #expect(try related(of: kid) == "Bob Two" && related(of: friend) == "urn:uuid:\(bob.id)")
  }

  @Test func `a name has each of its parts once`() async throws {
    var ada = Person()
    ada.fullName = "Dr. Ada  Lovelace"
    let id = try await store.add(ada)
    let original = try #require(try store.get(Person.self, id: id))
    for (change, name) in [(("Dr.", ""), "Dr. Ada  Lovelace"), (("Dr.", "PhD"), "Dr. Ada Lovelace PhD")] {
      var draft = original
      (draft[.prefix], draft[.suffix]) = change
      draft.followNameParts(from: original)
      #expect(draft.fullName == name)
    }
  }

  @Test func `a repeated word is a prefix first and a suffix last`() {
    var ann = Person()
    (ann.fullName, ann[.prefix], ann[.suffix]) = ("Ma Ann Ma", "Ma", "Ma")
    for (key, word, name) in [(TextKey.prefix, "Dr.", "Dr. Ann Ma"), (TextKey.suffix, "Esq.", "Ma Ann Esq.")] {
      var draft = ann
      draft[key] = word
      draft.followNameParts(from: ann)
      #expect(draft.fullName == name)
    }
  }

  @Test func `a full name follows an edited prefix`() async throws {
    var ada = Person()
    (ada.firstName, ada.lastName, ada.fullName) = ("Ada", "Lovelace", "Dr. Ada Lovelace")
    ada[.prefix] = "Dr."
    let id = try await store.add(ada)
    for (prefix, name) in [("Prof.", "Prof. Ada Lovelace"), ("", "Ada Lovelace")] {
      let original = try #require(try store.get(Person.self, id: id))
      var draft = original
      draft[.prefix] = prefix
      _ = try await store.save(draft, editedFrom: original)
      #expect(try store.get(Person.self, id: id)?.name == name)
    }
  }
}
