import PeoplebookCore
import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PersonModelTests {
  private let book = TemporaryBook()

  @Test func `a person is read with every field as written`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    ada.lastName = "Lovelace"
    ada.fullName = "Ada, Countess of Lovelace"
    ada.cardFrame = "FN"
    ada.nickname = "Enchantress"
    ada.organisation = "Analytical Engines"
    ada.title = "Countess"
    ada.emails = [LabeledValue(label: "work", value: "ada@example.org"), LabeledValue(value: "a@b.c")]
    ada.phones = [LabeledValue(label: "home", value: "+44 20 7946 0018")]
    ada.birthday = PartialDate(year: 1815, month: 12, day: 10)
    ada.tags = ["math", "friend"]
    ada.note = "First\nprogrammer"
    ada.otherProperties = ["X-ONE:1", "item1.X-TWO:a\\nb"]
    let saved = try await store.write { [ada] in try $0.insert(ada) }
    ada.row = saved.row
    ada.id = saved.id
    #expect(try store.get(Person.self, id: saved.id) == ada)
    #expect(store.objects(Person.self).search("794600").items.map(\.firstName) == ["Ada"])
  }

  @Test(arguments: [
    ("10 December 1815", "1815-12-10"), ("29 February", "--02-29"), ("3.4.0033", "0033-04-03"), ("circa 1800", nil),
    ("1990", nil), ("May 1990", nil),
  ])
  func `a birthday is kept as text`(typed: String, iso: String?) {
    let date = WrittenDate(typed: typed)
    #expect(date.text == iso ?? typed && date.displayText == (iso == "0033-04-03" ? "3 April 33" : typed))
    #expect(WrittenDate(stored: date.stored) == date)
  }

  @Test func `people are found by their name without a space`() async throws {
    let store = try book.open()
    try await store.write { transaction in
      for (first, last, full) in [("太郎", "山田", ""), ("William", "Gates", "Bill Gates III")] {
        var person = Person()
        person.firstName = first
        person.lastName = last
        person.fullName = full
        try transaction.insert(person)
      }
    }
    #expect(store.objects(Person.self).search("山田太郎").items.map(\.lastName) == ["山田"])
    #expect(store.objects(Person.self).search("bill gates").items.map(\.lastName) == ["Gates"])
  }

  @Test func `a book of version 4 gets full names from the cards' lines`() async throws {
    let old = StoreFormat(
      applicationID: Book.format.applicationID, version: 4, models: [PersonOfVersion4.self])
    let older = try Store.open(at: book.folder + "/people.db", old, create: true)
    try await older.write { transaction in
      for (first, last, line) in [
        ("John Q.", "Public", #"FN:Mr. John Q. Public\, Esq."#), ("Ada", "Lovelace", "FN:Ada Lovelace"),
        ("Alan", "Turing", "X-A:FN:1"),
      ] {
        var person = PersonOfVersion4()
        person.firstName = first
        person.lastName = last
        person.otherProperties = ["X-B:1", line, "FN:second"]
        try transaction.insert(person)
      }
    }
    await older.close()
    let store = try book.open()
    #expect(
      Set(try store.fetch(Query<Person>()).map(\.name)) == ["Mr. John Q. Public, Esq.", "Ada Lovelace", "second"])
  }

  @Test func `people are sorted by first or last name, or their stand-in`() async throws {
    let store = try book.open()
    try await store.write { transaction in
      for (first, last, organisation) in [
        ("Alan", "Turing", ""), ("Ada", "Lovelace", ""), ("", "", "Acme"), ("Åsa", "Öström", ""),
      ] {
        var person = Person()
        person.firstName = first
        person.lastName = last
        person.organisation = organisation
        try transaction.insert(person)
      }
    }
    #expect(store.objects(Person.self).items.map(\.name) == ["Acme", "Ada Lovelace", "Alan Turing", "Åsa Öström"])
    #expect(
      store.objects(Person.self).sorted(by: .family).items.map(\.name)
        == ["Acme", "Ada Lovelace", "Åsa Öström", "Alan Turing"])
  }
}

/// The part of a version 4 person from which the full name is derived.
private struct PersonOfVersion4: Model {
  var row: Int64 = 0
  var id = ""
  var firstName = ""
  var lastName = ""
  var otherProperties: [String] = []

  static let table = Table<PersonOfVersion4>(
    "person", columns: [Column("first_name", \.firstName), Column("last_name", \.lastName)],
    lists: [List("property", \.otherProperties)],
    orders: [Order("name") { [$0.firstName] }, Order("family") { [$0.lastName] }], searchText: { [$0.firstName] })

  @Test func `a merge keeps both versions only of texts in the form`() {
    let texts = Set(Person.table.columns.filter(\.isText).map(\.name))
    let fields = FieldCatalogue.current.fields.filter { $0.formPlace != nil }
    let columns = Set(fields.flatMap { $0.kind.columns(named: $0.column) }.map(\.name))
    #expect(texts.subtracting(columns) == [])
    #expect(texts.contains("first_name"))
  }
}
