import FoundationEssentials
import Persistence
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct ImportPlanTests {
  private let book = TemporaryBook()

  private func file(_ text: String, _ mappings: [ColumnMapping] = []) throws -> ImportFile {
    let path = "\(book.folder)/people.csv"
    try Data(text.utf8).write(to: URL(filePath: path))
    return try ImportFile(path: path, ImportFile.Options(mappings: mappings))
  }

  @Test func `new people are compared with those of the book and of the file`() async throws {
    let store = try book.open()
    var ada = Person()
    (ada.firstName, ada.emails) = ("Ada", [LabeledValue(value: "ada@example.org")])
    _ = try await store.add(ada)
    let file = try file("name,email\nA. L.,ada@example.org\nBob Moss,b@x\nBob Moss,b@x.org\nZoe,z@x\n")
    let plan = try await Store.planImport(from: [file], into: store)
    #expect(plan.outcome.added == 4 && !plan.isPartlyCompared)
    #expect(plan.duplicates.map { "\($0.first.name) \($0.second.name)" } == ["Ada A. L.", "Bob Moss Bob Moss"])
    #expect(plan.lines.prefix(3) == ["\(file.name):", "  name → name", "  email → e-mail"])
    #expect(plan.lines.contains("2 people may be in the book already:"))
    #expect(try store.count(Person.self) == 1)
    #expect(try await Store.planImport(from: [file], into: nil).duplicates.count == 1)
  }

  @Test func `a mapping is kept with an interrupted import`() throws {
    let mapping = try ColumnMapping("A = phone:work")
    let resumed = ImportMutation([try file("A,B\n1,2\n", [mapping, ColumnMapping("B=name")])])
    #expect(resumed.mappings == ["A = phone:work", "B=name"])
    let again = try resumed.files()[0]
    #expect(try again.columns().map { "\($0.name.text)=\($0.field)" } == ["A=phone:work", "B=name"])
  }

  @Test func `the last mapping of a column counts, whatever its case and accents`() throws {
    let mappings = try ["Téléphone=note", "telephone=nothing", "x=street:home"].map { try ColumnMapping($0) }
    let columns = try file("Name,Téléphone,X\nAda,1,2\n", mappings).columns()
    #expect(columns.map(\.field) == ["name", "nothing", "street:home"])
    for name in ColumnMapping.fieldNames { #expect(throws: Never.self) { try ColumnMapping("A=\(name)") } }
    for name in ["E-Mail:work", "emails", "email", "Full name", "address:home"] {
      #expect(throws: Never.self) { try ColumnMapping("A=B=\(name)") }
    }
    #expect(try ColumnMapping("A=B=email").heading == "A=B")
  }
}
