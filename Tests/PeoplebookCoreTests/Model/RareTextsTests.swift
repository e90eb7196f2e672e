import Persistence
import Reactive
import Testing
import Time

@testable import PeoplebookCore

/// The texts that few people have: parts of N and ORG, and properties of their own.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RareTextsTests {
  private static let lines = [
    "N:Doe;John;Paul;Dr.;Jr.", "ORG:IBM;Sales", "X-PHONETIC-FIRST-NAME:jon", "X-PHONETIC-LAST-NAME:doh",
    "ROLE:Manager", "X-VCARD4-PRONOUNS:he/him",
  ]
  private let book = TemporaryBook()

  private func lines(_ person: Person) -> [String] {
    VCardWriter().text(of: [person]).split(separator: "\r\n").map(String.init)
  }

  private static let fields: [PersonField] = [
    .prefix, .middle, .suffix, .phoneticFirst, .phoneticLast, .department, .role, .pronouns,
  ]

  private func texts(_ person: Person?) -> [String] {
    person.map { person in Self.fields.map { ($0.kind as? TextKind)?.text(of: person) ?? "" } } ?? []
  }

  @Test func `a card has each text in its property`() throws {
    var john = try #require(readPerson("FN:John Doe", Self.lines[0], Self.lines[1], Self.lines[2], Self.lines[3]))
    #expect(texts(john) == ["Dr.", "Paul", "Jr.", "jon", "doh", "Sales", "", ""])
    #expect(john.organisation == "IBM" && john.otherProperties.isEmpty)
    (john[.role], john[.pronouns]) = ("Manager", "he/him")
    for line in Self.lines { #expect(lines(john).contains(line)) }
  }

  @Test func `a changed part keeps the parts that no field holds`() throws {
    var john = try #require(
      readPerson("FN:John Doe", "N;LANGUAGE=en:Doe;John;Richter,James;Mr.;Sr.;x", "ORG:IBM;Sales;Unit 3;Desk"))
    #expect(john[.middleName] == "Richter James")
    #expect(lines(john).contains("N;LANGUAGE=en:Doe;John;Richter,James;Mr.;Sr.;x"))
    john[.suffix] = "Jr."
    john[.department] = ""
    #expect(lines(john).contains("N;LANGUAGE=en:Doe;John;Richter,James;Mr.;Jr.;x"))
    #expect(lines(john).contains("ORG:IBM;;Unit 3;Desk"))
  }

  @Test(arguments: [#"ORG:;Sales"#, #"ORG:A\;B;C\,D"#, "ORG:A;B;C", "ORG:;;C", "N:Doe;;;Dr.;", #"N:a\;b;c;d\;e;;"#])
  func `a line with parts is written as it was read`(line: String) throws {
    let person = try #require(readPerson("FN:John Doe", line))
    #expect(lines(person).contains(line), "\(lines(person))")
    #expect(readCards(VCardWriter().text(of: [person])).people == [person])
  }

  @Test func `an older object has its texts in the lines of its card`() throws {
    let text =
      #"{"id":"j","firstName":"John","lastName":"Doe","otherProperties":["N:Doe;John;Paul;Dr.;","ROLE:Chief"]}"#
    let john = try #require(readJSON(text).people.first)
    #expect(texts(john) == ["Dr.", "Paul", "", "", "", "", "Chief", ""])
    #expect(lines(john).contains("N:Doe;John;Paul;Dr.;"))
    let named = text.replacing(#""lastName":"#, with: #""role":"","lastName":"#)
    #expect(readJSON(named).people.first?[.role] == "")
  }

  @Test(arguments: [
    "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Last Name,Name Prefix,Name Suffix,"
      + "Organization Name,Organization Department",
    "Given Name,Additional Name,Family Name,Given Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,"
      + "Organization 1 - Name,Organization 1 - Department",
    "First Name,Middle Name,Last Name,Given Yomi,Surname Yomi,Title,Suffix,Company,Department,Job Title",
    "First name,Middle name,Last name,Phonetic first,Phonetic last,Prefix,Suffix,Company,Department",
    "Vorname,Weitere Vornamen,Nachname,Phonetic First,Phonetic Last,Anrede,Suffix,Firma,Abteilung",
  ])
  func `tables of other programs have columns for the texts`(headings: String) throws {
    let result = readCSV("\(headings)\nJohn,Paul,Doe,jon,doh,Dr.,Jr.,IBM,Sales\n")
    let john = try #require(result.people.first)
    #expect(texts(john) == ["Dr.", "Paul", "Jr.", "jon", "doh", "Sales", "", ""])
    #expect(john.organisation == "IBM" && john.note.isEmpty && john.name == "John Paul Doe")
  }

  @Test func `a book without the texts gets them from the parts of lines`() async throws {
    let old = StoreFormat(applicationID: Book.format.applicationID, version: 6, models: [PersonOfVersion6.self])
    let older = try Store.open(at: book.folder + "/people.db", old, create: true)
    let kept = [#"N:Doe;John;Richter,James;\\Dr\;;Jr\, x;y"#, #"item1.ORG;X-A=1:IBM;R\,D\nand;Unit"#, "ROLE:Chief"]
    try await older.write { transaction in
      for lines in [kept, ["N:Doe;John", "ORG:IBM"], []] {
        var person = PersonOfVersion6()
        (person.firstName, person.lastName, person.organisation) = ("John", "Doe", "IBM")
        person.otherProperties = lines
        try transaction.insert(person)
      }
    }
    await older.close()
    let store = try book.open()
    let people = try store.fetch(Query<Person>())
    #expect(texts(people[0]) == [#"\Dr;"#, "Richter James", "Jr, x", "", "", "R,D\nand", "Chief", ""])
    for line in kept { #expect(lines(people[0]).contains(line), "\(lines(people[0]))") }
    for person in people.dropFirst() { #expect(texts(person) == Self.fields.map { _ in "" }) }
  }

  @Test func `a card of an older book keeps its revision time`() throws {
    let lines = ["FN:John Doe", "N:Doe;John;Paul;;", "REV:20200101T000000Z"]
    var john = try #require(readPerson(lines[0], lines[1], lines[2]))
    john[.middleName] = ""
    john.otherProperties = [lines[1]]
    var frame = VCardFrame(text: john.cardFrame)
    frame.checksum = VCardFrame.checksum(of: john)
    john.cardFrame = frame.text
    john[.middleName] = "Paul"
    #expect(self.lines(john).contains(lines[2]))
    john[.middleName] = "Peter"
    #expect(!self.lines(john).contains(lines[2]))
  }

  private static let others = FieldCatalogue.current.fields.filter { $0.formPlace == .more && $0 != .prefix }

  @Test func `a form shows the texts that a person has, and all on request`() throws {
    var ada = Person()
    (ada.id, ada.firstName) = ("ada", "Ada")
    ada[.prefix] = "Countess"
    let form = PersonFormViewModel(
      store: try book.open(), actions: ActionQueue(scheduler: MainScheduler.shared), person: ada)
    var hidden: [PersonField] = []
    let token = form.hiddenFields.sink { hidden = $0 }
    #expect(hidden == Self.others)
    (form[.prefix] as? TextFormField)?.text.value = ""
    #expect(!hidden.contains(.prefix), "an emptied field stays")
    form.showsMore.value = true
    #expect(hidden.isEmpty)
    form.showsMore.value = false
    (form[.role] as? TextFormField)?.text.value = "Analyst"
    #expect(hidden == Self.others.filter { $0 != .role })
    token.cancel()
  }
}

/// The part of a person in books of version 6 that the texts are filled from.
private struct PersonOfVersion6: Model {
  var row: Int64 = 0
  var id = ""
  var firstName = ""
  var lastName = ""
  var fullName = ""
  var organisation = ""
  var cardFrame = ""
  var otherProperties: [String] = []

  static let table = Table<PersonOfVersion6>(
    "person",
    columns: [
      Column("first_name", \.firstName), Column("last_name", \.lastName), Column("full_name", \.fullName),
      Column("organisation", \.organisation), Column("card_frame", \.cardFrame),
    ],
    lists: [List("property", \.otherProperties)],
    orders: [Order("name") { [$0.firstName] }, Order("family") { [$0.lastName] }],
    searchText: { [$0.firstName, $0.lastName, $0.organisation] })
}
