import PeoplebookCore
import Persistence
import Testing

@testable import peoplebook

@MainActor @Suite(.timeLimit(.minutes(5))) struct UndoCommandTests {
  @Test func `an undo is reported without the log`() async throws {
    let book = TestBook()
    let store = try Book.open(at: book.path)
    try await store.write { transaction in
      var person = Person()
      person.firstName = "Ada"
      try transaction.insert(person)
    }
    let reversal = try await store.undo()
    let sentence = ReversalText.sentence(reversal, in: store, verb: "Undone")
    #expect(sentence == "Undone: 1 change by you.\n  Ada is removed")
    // The log can then not be read.
    await store.close()
    #expect(ReversalText.sentence(reversal, in: store, verb: "Undone") == "Undone: 1 change by you.")
  }
}
