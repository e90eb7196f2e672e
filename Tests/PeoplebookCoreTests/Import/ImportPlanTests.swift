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

  @Test(arguments: [
    ("vcf", "BEGIN:VCARD\nVERSION:3.0\nUID:u-1\nFN:Ada King\nEMAIL:new@x\nEND:VCARD\n"),
    ("ldif", "dn: cn=Ada\nobjectClass: person\ncn: Ada King\nmail: new@x\nx-vcard: UID:u-1\n"),
  ])
  func `an update loses nothing that was added here, and is listed`(suffix: String, text: String) async throws {
    let book = TemporaryBook()
    let store = try book.open()
    var ada = Person()
    (ada.id, ada.firstName, ada.lastName, ada.note) = ("u-1", "Ada", "King", "Mine.")
    ada.emails = [LabeledValue(label: "home", value: "ada@x")]
    ada.phones = [LabeledValue(value: "999")]
    ada.tags = ["friend"]
    ada.isFavourite = true
    ada.otherProperties = ["X-KEPT:1"]
    try await store.write { [ada] in try $0.insert(ada) }
    let path = "\(book.folder)/cards.\(suffix)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let plan = try await Store.planImport(from: [try ImportFile(path: path)], into: store)
    #expect(plan.lines == ["What the file changes in people of the book:", "  Ada King: e-mail: + new@x"])
    _ = try await store.importPeople(from: [try ImportFile(path: path)])
    var updated = try #require(try store.get(Person.self, id: "u-1"))
    #expect(updated.emails == ada.emails + [LabeledValue(value: "new@x")])
    #expect(updated.otherProperties.contains("X-KEPT:1"))
    (updated.row, updated.emails, updated.otherProperties, updated.cardFrame) = (0, ada.emails, ada.otherProperties, "")
    #expect(updated == ada)
  }

  @Test func `a table adds to the lists of a person, and replaces single values`() async throws {
    let book = TemporaryBook()
    let store = try book.open()
    let (path, id) = ("\(book.folder)/a.csv", "7a5a460e-1b09-4bb3-8db9-5d65de666ab0")
    try "id,Given Name,Family Name,Organization Name,E-mail 1 - Value\n\(id),Ann,Lee,Looms,ann@x\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    _ = try await store.importPeople(from: [try ImportFile(path: path)])
    var ann = try #require(try store.fetch(Query<Person>()).first)
    ann.emails.append(LabeledValue(label: "work", value: "ann@work"))
    ann.organisation = "Engines"
    try await store.write { [ann] in try $0.update(ann) }
    _ = try await store.importPeople(from: [try ImportFile(path: path)])
    let updated = try #require(try store.fetch(Query<Person>()).first)
    #expect(updated.emails.map(\.value) == ["ann@x", "ann@work"] && updated.organisation == "Looms")
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
