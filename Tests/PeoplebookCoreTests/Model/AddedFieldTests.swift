import FoundationEssentials
import Persistence
import Reactive
import Testing
import Time

@testable import PeoplebookCore

/// A text that these tests add to the catalogue, each in a process of its own.
@Suite(.timeLimit(.minutes(5))) struct AddedFieldTests {
  @Test func `a text is everywhere that its entry in the catalogue says`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      try await AddedField.checkBook()
      try AddedField.checkScreens()
      try AddedField.checkFormats()
      AddedField.checkMergeAndHistory()
    }
  }

  @Test func `a book without the text gets it from the cards' lines`() async {
    await #expect(processExitsWith: .success) { @MainActor in try await AddedField.checkOlderBook() }
  }

  @Test func `people who were deleted before the book had the text come back`() async {
    await #expect(processExitsWith: .success) { @MainActor in try await AddedField.checkOlderDeletion() }
  }

  @Test func `people with the same value of a compared field are a pair`() async {
    await #expect(processExitsWith: .success) {
      FieldCatalogue.add([AddedField.passport])
      let people = [("Ada", "p 12"), ("Bob", "P 12"), ("Cleo", ""), ("Dora", "")].map { name, number in
        var person = Person()
        person.firstName = name
        person[AddedField.key] = number
        return person
      }
      let pairs = DuplicateFinder.pairs(among: people)
      #expect(pairs.map { [$0.first.name, $0.second.name] } == [["Ada", "Bob"]])
      #expect(pairs.first?.reasons.map(\.text) == ["same passport p 12"] && pairs[0].score > 0.8)
    }
  }

  @Test func `two fields do not share a name`() async {
    await #expect(processExitsWith: .failure) {
      FieldCatalogue.add([AddedField.motto, AddedField.motto])
      _ = FieldCatalogue.current
    }
  }

  @Test func `a field has no place that its kind cannot fill`() async {
    await #expect(processExitsWith: .failure) {
      FieldCatalogue.add([AddedField.unwritable(property: .init("X-UNWRITABLE"))])
      _ = VCardField.values
    }
    await #expect(processExitsWith: .failure) {
      FieldCatalogue.add([AddedField.unwritable(headings: ["unwritable"])])
      _ = CSVWriter.headings
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      FieldCatalogue.add([AddedField.unwritable(form: .common)])
      _ = PersonFormViewModel(
        store: try TemporaryBook().open(), actions: ActionQueue(scheduler: MainScheduler.shared))
    }
    await #expect(processExitsWith: .success) { @MainActor in
      FieldCatalogue.add([AddedField.unwritable()])
      _ = (VCardField.values, CSVWriter.headings)
      _ = PersonFormViewModel(
        store: try TemporaryBook().open(), actions: ActionQueue(scheduler: MainScheduler.shared))
    }
  }

  @Test func `a field is not added to a catalogue in use`() async {
    await #expect(processExitsWith: .failure) {
      _ = FieldCatalogue.current
      FieldCatalogue.add([AddedField.motto])
    }
  }
}

@MainActor
private enum AddedField {
  nonisolated static let key = TextKey(slot: 63)
  nonisolated static let motto = PersonField(
    "motto", text: key, since: 60, property: "X-MOTTO", headings: ["wahlspruch"], help: "Motto.")

  nonisolated static let passport = PersonField(
    "passport", "Passport", TextKind(key: key), since: 60, column: "passport", key: "passport",
    comparison: .text(weight: 0.9))

  /// A field of a kind that only the book knows.
  nonisolated static func unwritable(
    headings: [String] = [], property: PersonField.Property? = nil, form: PersonField.FormPlace? = nil
  ) -> PersonField {
    PersonField(
      "unwritable", "Unwritable", CardLinesKind(path: \.tags), since: 60, column: "unwritable", key: "unwritable",
      headings: headings, property: property, form: form)
  }

  /// Adds the field to the catalogue of this process, once.
  private static let catalogue: FieldCatalogue = {
    FieldCatalogue.add([motto])
    return FieldCatalogue.current
  }()

  /// A person who has a value in the field.
  private static func makePerson() -> Person {
    #expect(catalogue.fields.contains(motto))
    var ada = Person()
    ada.id = "ada"
    ada.firstName = "Ada"
    ada[key] = "she/her"
    return ada
  }

  static func checkBook() async throws {
    var ada = makePerson()
    let book = TemporaryBook()
    let store = try book.open()
    ada.row = try await store.write { [ada] in try $0.insert(ada).row }
    await store.close()
    let reopened = try book.open()
    #expect(try reopened.get(Person.self, id: "ada") == ada)
    #expect(reopened.objects(Person.self).search("she/her").items.map(\.firstName) == ["Ada"])
    ada[key] = "they/them"
    try await reopened.write { [ada] in try $0.update(ada) }
    try await reopened.undo()
    #expect(try reopened.get(Person.self, id: "ada")?[key] == "she/her")
  }

  static func checkScreens() throws {
    let ada = makePerson()
    #expect(PersonCard(ada).lines == [PersonCard.Line(label: "Motto", value: "she/her")])
    let form = PersonFormViewModel(
      store: try TemporaryBook().open(), actions: ActionQueue(scheduler: MainScheduler.shared), person: ada)
    let field = try #require(form[motto] as? TextFormField)
    #expect(field.text.value == "she/her")
    field.text.value = "they/them"
    #expect(form.draft[key] == "they/them")
  }

  static func checkFormats() throws {
    let ada = makePerson()
    for format in PersonFormat.writable where format.isReadable {
      var (writer, text) = (try format.writer(), "")
      writer.begin(into: &text)
      let isWhole = writer.write(ada, into: &text) == .everything
      #expect(isWhole || ![.vcard, .jcard, .json, .csv, .ldif].contains(format))
      guard isWhole else { continue }
      var reader = try format.reader(MemoryByteSource(Array(text.utf8)))
      #expect(try reader.next()?[key] == "she/her", "\(text)")
    }
    #expect(JSONWriter.object(ada).contains(#""motto":"she/her""#))
    #expect(VCardWriter().text(of: [ada]).contains("\r\nX-MOTTO:she/her\r\n"))
    #expect(CSVWriter().text(of: [ada]).split(separator: "\r\n")[0].split(separator: ",").contains("motto"))
    var reader = CSVReader(MemoryByteSource(Array("Vorname,Wahlspruch\nAda,she/her\n".utf8)))
    let read = try #require(try reader.next())
    #expect(read[key] == "she/her" && read.note.isEmpty)
    #expect(reader.update(of: Person(), to: read)[key] == "she/her")
    #expect(try JSONDecoder().decode(Person.self, from: JSONEncoder().encode(ada)) == ada)
  }

  static func checkMergeAndHistory() {
    let ada = makePerson()
    var other = ada
    other[key] = ""
    #expect(other.merged(with: ada)[key] == "she/her")
    #expect(other.changes(to: ada).map(\.text) == ["motto: + she/her"])
  }

  static func checkOlderBook() async throws {
    _ = makePerson()
    let book = TemporaryBook()
    let older = try openOlder(book)
    let lines = ["X-A:1", #"item1.x-motto;LANGUAGE=en:she\,\nher\\"#, "X-MOTTO:second", "X-B:X-MOTTO:no"]
    try await older.write { transaction in
      for lines in [lines, Array(lines.suffix(1))] {
        var person = PersonOfVersion5()
        person.otherProperties = lines
        try transaction.insert(person)
      }
    }
    await older.close()
    let people = try book.open().fetch(Query<Person>())
    #expect(Set(people.map { $0[key] }) == ["she,\nher\\", ""])
    let upgraded = try #require(people.first { !$0[key].isEmpty })
    #expect(upgraded.otherProperties == lines)
    let card = VCardWriter().text(of: [upgraded])
    #expect(card.contains(lines[1]) && card.contains(lines[2]))
  }

  static func checkOlderDeletion() async throws {
    _ = makePerson()
    let book = TemporaryBook()
    let older = try openOlder(book)
    let rows = try await older.write { transaction in
      try (0..<300).map { _ in try transaction.insert(PersonOfVersion5()).row }
    }
    try await older.write { try $0.delete(PersonOfVersion5.self, rows: rows) }
    await older.close()
    let store = try book.open()
    try await store.undo()
    #expect(try store.count(Person.self) == 300)
  }

  private static func openOlder(_ book: TemporaryBook) throws -> Store {
    let old = StoreFormat(applicationID: Book.format.applicationID, version: 5, models: [PersonOfVersion5.self])
    return try Store.open(at: book.folder + "/people.db", old, create: true)
  }
}

/// The part of a person in books of version 5 that a text is filled from.
private struct PersonOfVersion5: Model {
  var row: Int64 = 0
  var id = ""
  var firstName = ""
  var lastName = ""
  var fullName = ""
  var cardFrame = ""
  var otherProperties: [String] = []

  static let table = Table<PersonOfVersion5>(
    "person",
    columns: [
      Column("first_name", \.firstName), Column("last_name", \.lastName), Column("full_name", \.fullName),
      Column("card_frame", \.cardFrame),
    ],
    lists: [List("property", \.otherProperties)],
    orders: [Order("name") { [$0.firstName] }, Order("family") { [$0.lastName] }], searchText: { [$0.firstName] })
}
