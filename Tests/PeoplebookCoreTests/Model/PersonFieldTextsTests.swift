import Testing

@testable import PeoplebookCore

struct PersonFieldTextsTests {
  private static let lines = [
    "N:Doe;John;Paul;Dr.;Jr.", "ORG:IBM;Sales", "X-PHONETIC-FIRST-NAME:jon", "X-PHONETIC-LAST-NAME:doh",
    "ROLE:Manager", "PRONOUNS:he/him",
  ]

  /// The rare texts of a person that a book of a version has deleted.
  private func texts(deletedIn version: Int32) -> [String] {
    var person = Person()
    person.otherProperties = Self.lines
    Person.complete(&person, from: version)
    return PersonField.texts.compactMap { ($0.kind as? TextKind)?.text(of: person) }
  }

  @Test func `books before version 7 have the rare texts in lines only`() {
    #expect(texts(deletedIn: 6) == ["Dr.", "Paul", "Jr.", "jon", "doh", "Sales", "Manager", "he/him"])
    #expect(texts(deletedIn: 7) == Array(repeating: "", count: 8))
  }
}
