import Persistence
import TestSupport
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct BestMatchesTests {
  private let book = TemporaryBook()

  @Test(arguments: [(2, "Zoe"), (200, "Zoe"), (201, "Bob")])
  func `from two to two hundred matches are ranked`(count: Int, first: String) async throws {
    let store = try book.open()
    try await store.write { transaction in
      for number in 0..<count {
        var person = Person()
        // The last person of the list has the whole word.
        (person.firstName, person.lastName) = number == 0 ? ("Zoe", "Bo") : ("Bob", "")
        try transaction.insert(person)
      }
    }
    let matches = BestMatches(store: store) { text, similar in
      PeopleFilter(text: text).query(Query<Person>().sorted(by: .name), similar: similar)
    }
    let list = try await matches.find("bo")
    try await list.load()
    // A long list opens with its first page.
    await yield { list.items.isComplete }
    #expect(list.items.count == count && list.items.first?.firstName == first)
  }
}
