import FoundationEssentials
import Persistence
import Reactive
import Testing
import Time

@testable import PeoplebookCore

/// Fields of each kind that these tests add to the catalogue, in processes of their own.
@Suite(.timeLimit(.minutes(5))) struct AddedKindsTests {
  @Test func `a field of any kind is kept by a book, and undone`() async {
    await #expect(processExitsWith: .success) { @MainActor in try await AddedKinds.checkBook() }
  }

  @Test func `a book without the fields is brought up to date`() async {
    await #expect(processExitsWith: .success) { @MainActor in try await AddedKinds.checkOlderBook() }
  }

  @Test func `a field of any kind is read as it was written in each format`() async {
    await #expect(processExitsWith: .success) { @MainActor in try AddedKinds.checkFormats() }
  }

  @Test func `tables and objects of other programs have values of the fields`() async {
    await #expect(processExitsWith: .success) { @MainActor in try AddedKinds.checkOtherPrograms() }
  }

  @Test func `a changed field keeps the rest of its card`() async {
    await #expect(processExitsWith: .success) { @MainActor in try AddedKinds.checkKeptLines() }
  }

  @Test func `a field of any kind is in the form, on the card and in the history`() async {
    await #expect(processExitsWith: .success) { @MainActor in try AddedKinds.checkPeople() }
  }
}

@MainActor
private enum AddedKinds {
  nonisolated static let fields = [
    PersonField(
      "name day", "Name day", DateKind(path: \.nameDay), since: 61, column: "name_day", key: "nameDay",
      headings: ["name day"], property: .init("X-NAME-DAY"), option: .init("name-day", "A day.")),
    PersonField(
      "channel", "Channels", LabeledKind(path: \.channels, content: LinkContent()),
      since: 61, column: "channel", key: "channels", headings: ["channels"], headingWords: ["channel"],
      property: .init("X-CHANNEL"), option: .init("channel", "A channel.")),
    PersonField(
      "skill", "Skills", TagsKind(path: \.skills), since: 62, column: "skill", key: "skills", headings: ["skills"],
      property: .init("X-SKILLS", isList: true), option: .init("skill", "A skill."), card: .chips),
    PersonField(
      "directions", "Directions", ParagraphsKind(path: \.directions), since: 62, column: "directions",
      key: "directions", headings: ["directions"], property: .init("X-DIRECTIONS"),
      option: .init("directions", "The way."), card: .text),
  ]

  /// Adds the fields to the catalogue of this process, once.
  private static let catalogue: FieldCatalogue = {
    FieldCatalogue.add(fields)
    return FieldCatalogue.current
  }()

  private static func makePerson() -> Person {
    #expect(catalogue.fields.suffix(fields.count) == fields)
    var ada = Person()
    ada.id = "ada"
    ada.firstName = "Ada"
    ada.nameDay = PartialDate(year: nil, month: 7, day: 8).map(WrittenDate.day)
    ada.channels = [
      LabeledValue(label: "work", value: "https://a.example/x;y,z"), LabeledValue(value: "@ada"),
      LabeledValue(label: "Boat house", value: "tel:1"),
    ]
    ada.skills = ["sums, tables", "engines"]
    ada.directions = "Over the bridge,\nthen left; \\ stop"
    return ada
  }

  private static func values(of person: Person?) -> [[LabeledValue]] {
    person.map { person in fields.map { $0.kind.values(of: person) } } ?? []
  }

  static func checkBook() async throws {
    var ada = makePerson()
    let book = TemporaryBook()
    let store = try book.open()
    ada.row = try await store.write { [ada] in try $0.insert(ada).row }
    await store.close()
    let reopened = try book.open()
    #expect(try reopened.get(Person.self, id: "ada") == ada)
    for word in ["bridge", "engines", "@ada"] { #expect(reopened.objects(Person.self).search(word).items.count == 1) }
    var changed = ada
    changed.skills = ["poetry"]
    changed.nameDay = nil
    try await reopened.write { [changed] in try $0.update(changed) }
    #expect(try reopened.get(Person.self, id: "ada") == changed)
    try await reopened.undo()
    #expect(try reopened.get(Person.self, id: "ada") == ada)
  }

  static func checkOlderBook() async throws {
    let ada = makePerson()
    let book = TemporaryBook()
    let old = StoreFormat(applicationID: Book.format.applicationID, version: 5, models: [NamedPerson.self])
    let older = try Store.open(at: book.folder + "/people.db", old, create: true)
    let lines = [
      "X-OTHER:1", "X-NAME-DAY;X-A=1:1835-07-08", "item1.X-CHANNEL;TYPE=WORK:https://a.example", "X-CHANNEL:@ada",
      #"X-SKILLS:sums\, tables,engines"#, #"X-DIRECTIONS:Over the bridge,\nthen left"#,
    ]
    try await older.write { transaction in
      for (name, lines) in [("Ada", lines), ("Bob", ["X-FAVOURITE:0"]), ("Cleo", ["X-FAVOURITE:True"])] {
        var person = NamedPerson(firstName: name)
        person.otherProperties = lines
        try transaction.insert(person)
      }
    }
    await older.close()
    let store = try book.open()
    let people = try store.fetch(Query<Person>()).sorted { $0.firstName < $1.firstName }
    #expect(people.map(\.firstName) == ["Ada", "Bob", "Cleo"])
    #expect(people.map(\.isFavourite) == [false, false, true])
    for person in people.dropFirst() { #expect(values(of: person) == [[], [], [], []]) }
    #expect(people[0].nameDay?.text == "1835-07-08")
    #expect(people[0].channels.map(\.label) == ["work", ""])
    #expect(people[0].skills == ["sums, tables", "engines"] && people[0].directions == "Over the bridge,\nthen left")
    let card = VCardWriter().text(of: people)
    for line in lines { #expect(card.contains(line), "\(line)") }
    try await store.write { try $0.insert(ada) }
    #expect(values(of: try store.get(Person.self, id: "ada")) == values(of: ada))
  }

  static func checkFormats() throws {
    let ada = makePerson()
    var texts: [String] = []
    for format: PersonFormat in [.vcard, .jcard, .json, .csv, .ldif] {
      let versions = format.writerOptions.flatMap { option in option.choices.map { [option.name: $0] } }
      for options in versions.isEmpty ? [[:]] : versions {
        var (writer, text) = (try format.writer(options), "")
        writer.begin(into: &text)
        #expect(writer.write(ada, into: &text) == .everything)
        texts.append(text)
        var reader = try format.reader(MemoryByteSource(Array(text.utf8)))
        let read = try #require(try reader.next())
        #expect(values(of: read) == values(of: ada), "\(text)")
        #expect(read.otherProperties.isEmpty && read.note.isEmpty, "\(read)")
        var emptied = ada
        for field in fields { try field.kind.assign(field.kind is any ListFieldKind ? [] : [""], to: &emptied) }
        #expect(values(of: reader.update(of: emptied, to: read)) == values(of: ada), "\(format.name)")
      }
    }
    let all = texts.joined(separator: "\n")
    for line in ["X-NAME-DAY:--0708", "X-CHANNEL;TYPE=WORK:https", #"X-SKILLS:sums\, tables,engines"#] {
      #expect(all.contains(line), "\(line)")
    }
    #expect(try JSONDecoder().decode(Person.self, from: JSONEncoder().encode(ada)) == ada)
  }

  static func checkOtherPrograms() throws {
    _ = makePerson()
    var table = CSVReader(
      MemoryByteSource("Name,Work Channel,Name Day,Skills\nAda,@a,8 July 1835,sums;engines\nBob,,soon,\n"))
    let ada = try #require(try table.next())
    #expect(ada.channels == [LabeledValue(label: "work", value: "@a")] && ada.skills == ["sums", "engines"])
    #expect(ada.nameDay?.text == "1835-07-08" && ada.note.isEmpty)
    #expect(try table.next()?.note == "Name Day: soon")
    var objects = JSONReader(MemoryByteSource(#"{"name":"Ada","workChannel":1,"skills":["sums"]}{"name":"x","y":1}"#))
    #expect(try objects.next()?.skills == ["sums"])
    #expect(try objects.next() == nil && objects.report.skipped == 1)
    var cards = VCardReader(MemoryByteSource(card("FN:Ada", "X-NAME-DAY:soon")))
    let read = try cards.next()
    #expect(read?.otherProperties == ["X-NAME-DAY:soon"] && read?.nameDay == .words("soon"))
    #expect(cards.report.problems.map(\.message).first?.hasPrefix("this name day is not a valid date") == true)
  }

  static func checkKeptLines() throws {
    _ = makePerson()
    let lines = ["X-SKILLS;X-A=1:sums", "X-CHANNEL;X-B=2:@a", "X-CHANNEL:@b", "X-DIRECTIONS;LANGUAGE=en:left"]
    var cards = VCardReader(MemoryByteSource(card("FN:Ada", lines[0], lines[1], lines[2], lines[3])))
    var ada = try #require(try cards.next())
    #expect(ada.channels.map(\.value) == ["@a", "@b"] && ada.directions == "left")
    let text = VCardWriter().text(of: [ada])
    for line in lines { #expect(text.contains(line)) }
    ada.skills = ["poetry"]
    ada.channels.removeLast()
    let changed = VCardWriter().text(of: [ada])
    #expect(changed.contains("X-SKILLS:poetry") && changed.contains(lines[1]) && changed.contains(lines[3]))
    #expect(!changed.contains("@b") && !changed.contains("X-A=1"))
  }

  static func checkPeople() throws {
    let ada = makePerson()
    var other = Person()
    other.firstName = "Ada"
    #expect(values(of: other.merged(with: ada)) == values(of: ada))
    #expect(Set(other.changes(to: ada).map(\.field)) == Set(fields.map(\.name) + ["id"]))
    var noted = ada
    (noted.tags, noted.note) = (["friend"], "First programmer.")
    let shown = PersonCard(noted)
    #expect(shown.lines.contains { $0.label == "Name day" && $0.value == "8 July" })
    #expect(shown.lines.contains { $0.label == "Channels · work" })
    #expect(shown.groups.map(\.label) == ["Tags", "Skills", "Note", "Directions"])
    #expect(shown.groups.map(\.values) == [["friend"], ada.skills, ["First programmer."], [ada.directions]])
    let form = PersonFormViewModel(
      store: try TemporaryBook().open(), actions: ActionQueue(scheduler: MainScheduler.shared), person: ada)
    for field in fields { #expect(form[field] != nil, "\(field.name)") }
    #expect(form.draft == ada)
  }
}

/// Values of the added fields, stored as texts.
extension Person {
  fileprivate var nameDay: WrittenDate? {
    get { WrittenDate(stored: .text(self[TextKey(slot: 60)])) }
    set { self[TextKey(slot: 60)] = newValue?.text ?? "" }
  }

  fileprivate var channels: [LabeledValue] {
    get {
      Self.parts(of: self[TextKey(slot: 61)], at: "\u{1E}").map { item in
        let parts = Self.parts(of: item, at: "\u{1F}")
        return LabeledValue(label: parts[0], value: parts[1])
      }
    }
    set { self[TextKey(slot: 61)] = newValue.map { "\($0.label)\u{1F}\($0.value)" }.joined(separator: "\u{1E}") }
  }

  fileprivate var skills: [String] {
    get { Self.parts(of: self[TextKey(slot: 62)], at: "\u{1E}") }
    set { self[TextKey(slot: 62)] = newValue.joined(separator: "\u{1E}") }
  }

  fileprivate var directions: String {
    get { self[TextKey(slot: 63)] }
    set { self[TextKey(slot: 63)] = newValue }
  }

  private static func parts(of text: String, at separator: Character) -> [String] {
    text.isEmpty ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

/// The part of a person in books of version 5 that has a name only.
private struct NamedPerson: Model {
  var row: Int64 = 0
  var id = ""
  var firstName = ""
  var lastName = ""
  var fullName = ""
  var cardFrame = ""
  var otherProperties: [String] = []

  init(firstName: String = "") {
    self.firstName = firstName
  }

  init() {
    self.init(firstName: "")
  }

  static let table = Table<NamedPerson>(
    "person",
    columns: [
      Column("first_name", \.firstName), Column("last_name", \.lastName), Column("full_name", \.fullName),
      Column("card_frame", \.cardFrame),
    ],
    lists: [List("property", \.otherProperties)],
    orders: [Order("name") { [$0.firstName] }, Order("family") { [$0.lastName] }], searchText: { [$0.firstName] })
}
