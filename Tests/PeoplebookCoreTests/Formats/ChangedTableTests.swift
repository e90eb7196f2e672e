import FoundationEssentials
import Persistence
import Testing

@testable import PeoplebookCore

/// A table of ours that was changed in a spreadsheet.
@Suite(.timeLimit(.minutes(5))) @MainActor struct ChangedTableTests {
  private let folder = TemporaryBook()

  /// A person with a value in each column, and an id that is not a UUID.
  private static var ada: Person {
    var ada = Person()
    ada.id = "17"
    (ada.firstName, ada.lastName) = ("Ada", "Lovelace")
    ada.nickname = "Countess"
    ada.organisation = "Engines"
    ada.title = "Analyst"
    ada.emails = [LabeledValue(label: "work", value: "a@x"), LabeledValue(value: "b@x")]
    ada.phones = [LabeledValue(label: "home", value: "1")]
    ada.birthday = PartialDate(year: 1815, month: 12, day: 10)
    ada.tags = ["math", "a, b"]
    ada.note = "First."
    ada.otherProperties = ["X-A:1"]
    ada.setFullName("Countess Ada Lovelace")
    return ada
  }

  /// The columns of a table with one record, without those that `removed` names.
  private static func table(without removed: Set<String>, change: (inout [String: String]) -> Void = { _ in }) -> String
  {
    let headings = CSVWriter.headings
    var cells: [String: String] = [:]
    var record = CSVRecords(MemoryByteSource(CSVWriter().text(of: [ada])))
    _ = try? record.next()
    let fields = (try? record.next())??.fields ?? []
    for (heading, field) in zip(headings, fields) { cells[heading] = String(decoding: field, as: UTF8.self) }
    change(&cells)
    let kept = headings.filter { !removed.contains($0) }
    let row = kept.map { "\"" + (cells[$0] ?? "") + "\"" }
    return kept.joined(separator: ",") + "\n" + row.joined(separator: ",") + "\n"
  }

  private func imported(_ text: String) async throws -> (outcome: ImportOutcome, people: [Person]) {
    let store = try folder.open()
    if try store.count(Person.self) == 0 { _ = try await store.add(Self.ada) }
    let path = "\(folder.folder)/people.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try await store.importPeople(from: path)
    return (outcome, try store.fetch(Query<Person>()))
  }

  @Test(arguments: CSVWriter.headings.dropFirst())
  func `a person is recognised without one of the columns`(removed: String) async throws {
    let result = try await imported(Self.table(without: [removed]))
    #expect(result.outcome.unchanged == 1 && result.people.count == 1, "\(result)")
  }

  @Test func `a person is recognised with a few columns of ours`() async throws {
    let store = try folder.open()
    var person = Self.ada
    person.id = "uid-7"
    _ = try await store.add(person)
    let changed = try await imported("id,nickname\nuid-7,Ace\n")
    #expect(changed.outcome.changed == 1 && changed.people.map(\.nickname) == ["Ace"])
    #expect(changed.people.map(\.fullName) == ["Countess Ada Lovelace"])
    let labeled = try await imported("id,emails\nuid-7,home: c@x ::: d@x\n")
    #expect(labeled.people.map { $0.emails.map(\.label) } == [["home", ""]])
  }

  @Test func `a few numbers are not the ids of other people`() async throws {
    let result = try await imported("id,first name,last name\n17,Bob,Lind\n")
    #expect(result.outcome.added == 1 && Set(result.people.map(\.firstName)) == ["Ada", "Bob"])
  }

  @Test func `a column of another program shows that the ids are not ours`() async throws {
    let result = try await imported(CSVWriter.headings.joined(separator: ",") + ",E-mail 1 - Value\n17,Bob\n")
    #expect(result.outcome.added == 1)
  }

  @Test func `a changed first name discards the full name that was written for it`() async throws {
    let result = try await imported(Self.table(without: []) { $0["first name"] = "Augusta" })
    #expect(result.people.map(\.name) == ["Augusta Lovelace"] && result.outcome.changed == 1)
    let renamed = try await imported(
      Self.table(without: ["first name"]) { $0["full name"] = "Lady Lovelace" })
    #expect(renamed.people.map(\.name) == ["Lady Lovelace"] && renamed.people.map(\.firstName) == ["Augusta"])
  }

  @Test func `a table without a first name leaves it in the book`() async throws {
    let result = try await imported(Self.table(without: ["first name"]) { $0["last name"] = "King" })
    #expect(result.people.map(\.firstName) == ["Ada"] && result.people.map(\.lastName) == ["King"])
  }
}
