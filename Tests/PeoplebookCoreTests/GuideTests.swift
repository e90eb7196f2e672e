import PeoplebookCore
import Persistence
import Testing

/// The examples of PeoplebookCore's page, compiled and run.
@Suite(.timeLimit(.minutes(5))) @MainActor struct `The guide to PeoplebookCore` {
  @Test func `a person in a book, and as a card`() async throws {
    let folder = TemporaryBook()
    let path = folder.folder + "/people.db"
    let store = try Book.open(at: path)
    var ada = Person()
    ada.firstName = "Ada"
    ada.lastName = "Lovelace"
    ada.emails = [LabeledValue(label: "work", value: "ada@example.org")]
    let id = try await store.add(ada)

    let people = store.people(matching: "love").items
    let card = VCardWriter(version: .v4).text(of: people)
    #expect(people.map(\.id) == [id])

    var printed: [String] = []
    func print(_ line: Any) { printed.append("\(line)") }
    var reader = VCardReader(MemoryByteSource(card))
    while let person = try reader.next() { print(person.name) }
    for problem in reader.report.problems { print(problem) }
    #expect(printed == ["Ada Lovelace"])
  }
}
