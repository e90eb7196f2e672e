import FoundationEssentials
import Persistence
import Reactive
import Testing
import Time

@testable import PeoplebookCore

/// What holds for every field of the catalogue, and so for a field that is added to it.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FieldCatalogueTests {
  nonisolated static let fields = FieldCatalogue.current.fields

  @Test func `versions and slots have no gaps`() {
    let versions = Set(PersonField.standard.map(\.version)).union([FieldCatalogue.versionOfTables])
    let first = PersonField.fullName.version
    #expect(versions.filter { $0 > first } == Set(first + 1...FieldCatalogue(PersonField.standard).version))
    let slots = PersonField.standard.compactMap { ($0.kind as? any KeyedTextKind)?.key.slot }
    #expect(slots.sorted() == Array(0..<slots.count))
  }

  @Test func `a name of several words has its usual forms`() {
    let field = PersonField(
      "maiden name", text: TextKey(slot: 63), since: 60, property: "X-MAIDEN-NAME", help: "The name at birth.")
    #expect(field.id == "maidenName" && field.column == "maiden_name")
    #expect(field.label == "Maiden name" && field.option?.name == "maiden-name")
  }

  /// A person with a value in one field.
  private static func person(with field: PersonField) throws -> Person {
    var person = Person()
    person.id = "ada"
    person.firstName = "Ada"
    try field.kind.assign([sample(of: field.kind)], to: &person)
    return person
  }

  private static func sample(of kind: any FieldKind) -> String {
    switch kind {
    case is DateKind: "10 December 1815"
    case is CardLinesKind: "X-ONE:1"
    case let kind as LabeledKind where kind.content is DateContent: "10 December 1815"
    case let kind as LabeledKind where kind.content is PhoneContent: "+44 20 7946"
    case is LabeledKind: "ada@example.org"
    case is YesNoKind: "yes"
    default: "A sample"
    }
  }

  @Test(arguments: fields) func `a field is kept by a book`(field: PersonField) async throws {
    let book = TemporaryBook()
    let store = try book.open()
    var ada = try Self.person(with: field)
    #expect(!field.kind.isBlank(in: ada))
    ada.row = try await store.write { [ada] in try $0.insert(ada).row }
    await store.close()
    let reopened = try book.open()
    #expect(try reopened.get(Person.self, id: "ada") == ada)
    let word = try #require(Self.sample(of: field.kind).split(separator: " ").last)
    let found = reopened.objects(Person.self).search(word == "1815" ? "1815-12-10" : String(word)).items.count
    #expect(found == (field.isSearched ? 1 : 0))
    try await reopened.write { [ada] in try $0.update(Self.emptied(ada, field)) }
    #expect(try reopened.get(Person.self, id: "ada").map { field.kind.values(of: $0) } == [])
  }

  nonisolated private static func emptied(_ person: Person, _ field: PersonField) throws -> Person {
    var person = person
    try field.kind.assign(field.kind is any ListFieldKind || field.kind is CardLinesKind ? [] : [""], to: &person)
    return person
  }

  @Test(arguments: fields) func `a field is read as it was written, or is left out`(field: PersonField) throws {
    let ada = try Self.person(with: field)
    for format in PersonFormat.writable where format.isReadable {
      var (writer, text) = (try format.writer(), "")
      writer.begin(into: &text)
      guard writer.write(ada, into: &text) == .everything else {
        #expect(![.vcard, .jcard, .json, .ldif].contains(format) && (format != .csv || field == .cardLines))
        continue
      }
      var reader = try format.reader(MemoryByteSource(Array(text.utf8)))
      let read = try #require(try reader.next())
      #expect(field.kind.values(of: read) == field.kind.values(of: ada), "\(format.name): \(text)")
      #expect(read.otherProperties == ada.otherProperties, "\(format.name)")
    }
  }

  @Test(arguments: fields) func `a field is part of a merged person`(field: PersonField) throws {
    var nameless = Person()
    nameless.id = "other"
    let merged = nameless.merged(with: try Self.person(with: field))
    #expect(field.kind.values(of: merged) == field.kind.values(of: try Self.person(with: field)))
    #expect(merged.merged(with: merged) == merged)
  }

  @Test(arguments: fields) func `a change of a field is in the history`(field: PersonField) throws {
    let ada = try Self.person(with: field)
    let changes = try Self.emptied(ada, field).changes(to: ada)
    #expect(changes.contains { $0.field == field.name } == field.isInHistory)
    #expect(changes.first?.after == (field.isInHistory ? field.kind.values(of: ada).first?.value : nil))
  }

  @Test(arguments: fields) func `a field is on the card and in the form`(field: PersonField) throws {
    let ada = try Self.person(with: field)
    let card = PersonCard(ada, today: nil)
    let texts = card.lines.map(\.value) + card.groups.flatMap(\.values) + [card.position]
    #expect(texts.contains(field.kind.values(of: ada)[0].value) == (field.cardPlace != nil))
    let store = try TemporaryBook().open()
    let form = PersonFormViewModel(
      store: store, actions: ActionQueue(scheduler: MainScheduler.shared), person: ada)
    #expect((form[field] != nil) == (field.formPlace != nil))
    #expect(form.draft == ada)
  }

  @Test(arguments: fields) func `an encoded field is decoded`(field: PersonField) throws {
    let ada = try Self.person(with: field)
    #expect(try JSONDecoder().decode(Person.self, from: JSONEncoder().encode(ada)) == ada)
  }

  @Test func `a person that an older version has encoded is decoded`() throws {
    let record = """
      {"row":3,"id":"ada","firstName":"Ada","lastName":"","fullName":"Ada L.","nickname":"A","organisation":"",
      "title":"",
      "emails":[{"label":"work","value":"a@b.c"}],"phones":[],"birthday":"1815-12-10","tags":["x"],"note":"n",
      "otherProperties":["X-A:1"],"cardFrame":"FN"}
      """
    let ada = try JSONDecoder().decode(Person.self, from: Data(record.utf8))
    #expect(ada.row == 3 && ada.id == "ada" && ada.fullName == "Ada L." && ada.nickname == "A" && ada.note == "n")
    #expect(ada.emails == [LabeledValue(label: "work", value: "a@b.c")] && ada.birthday?.year == 1815)
    #expect(ada.tags == ["x"] && ada.otherProperties == ["X-A:1"] && ada.cardFrame == "FN")
    #expect(try JSONDecoder().decode(Person.self, from: Data("{}".utf8)) == Person())
  }

  @Test func `people with the same texts are equal whatever was set before`() {
    var person = Person()
    person.title = "Countess"
    person.title = ""
    #expect(person == Person())
    #expect(person.hashValue == Person().hashValue)
  }
}
