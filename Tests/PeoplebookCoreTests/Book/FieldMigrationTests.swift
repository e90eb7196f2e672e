import Persistence
import Reactive
import Testing

@testable import PeoplebookCore

/// Books of version 7, in which people have the lines of later fields among their other properties.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FieldMigrationTests {
  private let book = TemporaryBook()

  private static let lines = [
    "FN:Ada", "N:;Ada;;;", "EMAIL:ada@x", "X-A:1", "URL;TYPE=WORK:http://work.example", "X-B:2",
    "item1.URL;type=pref:http\\://a.example", "item1.X-ABLabel:_$!<HomePage>!$_", "UID:ada",
  ]

  private func openVersion7() throws -> Store {
    let old = StoreFormat(applicationID: Book.format.applicationID, version: 7, models: [PersonOfVersion7.self])
    return try Store.open(at: book.folder + "/people.db", old, create: true)
  }

  /// Makes a book of version 7 with a person, and returns it opened now.
  private func open(_ lines: [String], frame: String = "", isDeleted: Bool = false) async throws -> Store {
    let older = try openVersion7()
    try await older.write { transaction in
      var person = PersonOfVersion7()
      (person.id, person.firstName, person.cardFrame) = ("ada", "Ada", frame)
      person.emails = [LabeledValue(value: "ada@x")]
      person.otherProperties = lines
      try transaction.insert(person)
    }
    if isDeleted { try await older.write { try $0.delete(PersonOfVersion7.self, rows: [1]) } }
    await older.close()
    return try book.open()
  }

  private func card(_ person: Person) -> [String] { VCardWriter().lines(of: person) }

  @Test func `an older book gets the values from the lines, once`() async throws {
    let store = try await open(Array(Self.lines[3...7]))
    let ada = try #require(try store.get(Person.self, id: "ada"))
    #expect(
      ada.links == [
        LabeledValue(label: "home page", value: "http://a.example"),
        LabeledValue(label: "work", value: "http://work.example"),
      ])
    #expect(card(ada) == Self.lines)
  }

  @Test func `the lines keep their places in the card of an older book`() async throws {
    let store = try await open(["URL:http://a.example", "X-A:1", "URL:http://b.example"], frame: "**FEN*U")
    let ada = try #require(try store.get(Person.self, id: "ada"))
    #expect(
      card(ada) == [
        "URL:http://a.example", "X-A:1", "FN:Ada", "EMAIL:ada@x", "N:;Ada;;;", "URL:http://b.example", "UID:ada",
      ])
  }

  @Test func `an undone deletion of an older book gets the values`() async throws {
    let store = try await open(["URL:http://a.example", "X-A:1", "X-AIM:ada"], frame: "**FEN*U", isDeleted: true)
    try await store.undo()
    let ada = try #require(try store.get(Person.self, id: "ada"))
    #expect(ada.links == [LabeledValue(value: "http://a.example")] && ada.accounts.map(\.value) == ["ada"])
    #expect(
      card(ada) == ["URL:http://a.example", "X-A:1", "FN:Ada", "EMAIL:ada@x", "N:;Ada;;;", "X-AIM:ada", "UID:ada"])
    #expect(store.objects(Query<Person>().search("a.example")).items.count == 1)
    // What the current version deletes is as it was.
    try await store.write { try $0.delete(ada) }
    try await store.undo()
    #expect(try store.get(Person.self, id: "ada") == ada)
  }

  @Test func `a restored person gets the values`() async throws {
    let store = try await open(["URL:http://a.example", "X-A:1"], isDeleted: true)
    let links = [LabeledValue(value: "http://a.example")]
    #expect(try await store.deletedRecords(of: Person.self, limit: 9).records.map(\.record.links) == [links])
    #expect(try await store.write { try $0.restoreDeleted(Person.self, rows: [1]) } == 1)
    #expect(try store.get(Person.self, id: "ada")?.links == links)
    #expect(store.objects(Query<Person>().search("a.example")).items.count == 1)
  }

  @Test func `a reverted deletion gets the values`() async throws {
    let store = try await open(["URL:http://a.example", "X-A:1"], isDeleted: true)
    let deletion = try #require(try await store.transactionNumbers(limit: 1).first)
    #expect(try await store.write { try $0.revert(Person.self, toBefore: deletion) } == 1)
    #expect(try store.get(Person.self, id: "ada")?.links == [LabeledValue(value: "http://a.example")])
    #expect(store.objects(Query<Person>().search("a.example")).items.count == 1)
  }

  @Test func `many people deleted at once in an older book get the values`() async throws {
    let older = try openVersion7()
    let rows = Array(1...Int64(300))
    try await older.write { transaction in
      for row in rows {
        var person = PersonOfVersion7()
        (person.firstName, person.otherProperties) = ("P\(row)", ["URL:http://p\(row).example"])
        try transaction.insert(person)
      }
    }
    try await older.write { try $0.delete(PersonOfVersion7.self, rows: rows) }
    await older.close()
    let store = try book.open()
    try await store.undo()
    for row in [1, 200, 300] as [Int64] {
      #expect(try store.get(Person.self, row: row)?.links == [LabeledValue(value: "http://p\(row).example")])
    }
  }

  @Test func `a person without such lines is unchanged`() async throws {
    let store = try await open(["X-A:1"], frame: "*FENU")
    let ada = try #require(try store.get(Person.self, id: "ada"))
    #expect(ada.cardFrame == "*FENU" && ada.links.isEmpty && ada.otherProperties == ["X-A:1"])
  }
}

/// The part of a person in books of version 7 from which later fields are filled.
private struct PersonOfVersion7: Model {
  var row: Int64 = 0
  var id = ""
  var firstName = ""
  var lastName = ""
  var emails: [LabeledValue] = []
  var otherProperties: [String] = []
  var cardFrame = ""

  static let table = Table<PersonOfVersion7>(
    "person",
    columns: [
      Column("first_name", \.firstName), Column("last_name", \.lastName), Column("card_frame", \.cardFrame),
    ],
    lists: [List("email", \.emails), List("property", \.otherProperties)],
    orders: [Order("name") { [$0.firstName] }, Order("family") { [$0.lastName] }], searchText: { [$0.firstName] })
}
