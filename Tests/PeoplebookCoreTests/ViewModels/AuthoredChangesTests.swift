import Persistence
import Reactive
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct AuthoredChangesTests {
  private let book = TemporaryBook()

  /// What the last commit of a book has changed.
  private func last(_ store: Store) throws -> AuthoredChanges {
    AuthoredChanges(try #require(try store.log(of: Person.self, limit: 1).first), own: "me@host:1", limit: 3)
  }

  @Test func `one person is named with what was changed`() async throws {
    let store = try book.open()
    var alan = Person()
    (alan.firstName, alan.lastName) = ("Alan", "Turing")
    alan.phones = [LabeledValue(value: "+44 1632")]
    let original = try await store.write(author: "cron") { [alan] in try $0.insert(alan) }
    #expect(try last(store).summary == "added Alan Turing")
    var draft = original
    draft.phones = [LabeledValue(value: "+44 1865")]
    draft[.role] = String(repeating: "x", count: 100)
    try await store.write(author: "cron@home:7") { [draft] in _ = try $0.update(draft, editedFrom: original) }
    let changes = try last(store)
    #expect(changes.author == "cron@home" && changes.summary.hasPrefix("changed Alan Turing’s "))
    #expect(changes.detail.hasSuffix(", and 1 more") && changes.detail.count < 70)
    let sentences = try #require(try store.log(of: Person.self, limit: 1).first?.changes.first).sentences().map(\.text)
    #expect(sentences.contains("changed Alan Turing’s phone: +44 1632 → +44 1865"))
    try await store.write(author: "me@host:2") { try $0.delete(original) }
    #expect(try last(store).summary == "deleted Alan Turing" && last(store).author == "you")
  }

  @Test func `several people are counted`() async throws {
    let store = try book.open()
    try await store.write { transaction in
      for index in 0..<2 { try transaction.insert(Person(numbered: index)) }
    }
    #expect(try last(store).summary == "added 2 people")
    try await store.write { transaction in
      for index in 2..<9 { try transaction.insert(Person(numbered: index)) }
    }
    #expect(try last(store).summary == "added 3 or more people" && last(store).detail.isEmpty)
  }
}

extension Person {
  fileprivate init(numbered number: Int) {
    self.init()
    firstName = "\(number)"
  }
}
