import Persistence
import Reactive
import Testing

@testable import PeoplebookCore

/// Books of version 7, whose people had the lines of later fields among their other properties.
@MainActor
@Suite struct ListMigrationTests {
  private let book = TemporaryBook()

  private static let lines = [
    "FN:Ada", "N:;Ada;;;", "EMAIL:ada@x", "X-A:1", "URL;TYPE=WORK:http://work.example", "X-B:2",
    "item1.URL;type=pref:http\\://a.example", "item1.X-ABLabel:_$!<HomePage>!$_", "UID:ada",
  ]

  /// Makes a book of version 7 with a person, and returns it opened now.
  private func open(_ lines: [String], frame: String = "") async throws -> Store {
    let old = StoreFormat(applicationID: Book.format.applicationID, version: 7, models: [PersonOfVersion7.self])
    let older = try Store.open(at: book.folder + "/people.db", old, create: true)
    try await older.write { transaction in
      var person = PersonOfVersion7()
      (person.id, person.firstName, person.cardFrame) = ("ada", "Ada", frame)
      person.emails = [LabeledValue(value: "ada@x")]
      person.otherProperties = lines
      try transaction.insert(person)
    }
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
