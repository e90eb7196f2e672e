import Testing

@testable import PeoplebookCore

@Suite struct YesNoKindTests {
  @Test(arguments: [
    ("yes", true), (" YES ", true), ("true", true), ("1", true), ("x", true), ("ja", true), ("Oui", true), ("sí", true),
    ("no", false), ("False", false), ("0", false), ("off", false), ("nein", false), ("", false), ("  ", false),
  ]) func `the usual words are read`(word: String, isYes: Bool) throws {
    var person = Person()
    person.isFavourite = !isYes
    try PersonField.favourite.kind.assign([word], to: &person)
    #expect(person.isFavourite == isYes)
    #expect(person[.favourite] == (isYes ? "yes" : ""))
  }

  @Test func `another word is refused, and changes nothing`() {
    var person = Person()
    person.isFavourite = true
    #expect(throws: InvalidValue(description: "“maybe” is neither “yes” nor “no”.")) {
      try PersonField.favourite.kind.assign(["maybe"], to: &person)
    }
    #expect(person.isFavourite)
  }

  @Test func `a table's cells are read, and another word is reported`() throws {
    var reader = CSVReader(MemoryByteSource("Name,Favourite\nAda,yes\nBob,no\nCleo,often\n"))
    let people = try read(&reader)
    #expect(people.map(\.isFavourite) == [true, false, false])
    #expect(people.map(\.note) == ["", "", "Favourite: often"])
    #expect(
      reader.report.problems.map(\.message) == ["“often” is neither “yes” nor “no”. It is kept in the note."])
  }

  @Test func `an object's value is read, and another word is reported`() throws {
    var reader = JSONReader(
      MemoryByteSource(
        #"{"firstName":"Ada","favourite":"true"}{"firstName":"Bob","favourite":"no"}"#
          + #"{"firstName":"Cleo","favourite":"often"}"#))
    #expect(try read(&reader).map(\.isFavourite) == [true, false, false])
    #expect(
      reader.report.problems.map(\.message) == [
        "the favourite is neither “yes” nor “no”. It is kept in the note."
      ])
  }

  @Test func `a card's line is read, and another word is reported`() throws {
    let cards = ["1", "no", "often"].map { "BEGIN:VCARD\nVERSION:4.0\nFN:A\nX-FAVOURITE:\($0)\nEND:VCARD\n" }
    var reader = VCardReader(MemoryByteSource(cards.joined()))
    let people = try read(&reader)
    #expect(people.map(\.isFavourite) == [true, false, false])
    #expect(people[2].otherProperties == ["X-FAVOURITE:often"])
    #expect(
      reader.report.problems.map(\.message) == [
        "this favourite is neither “yes” nor “no”; it is kept unchanged."
      ])
    var first = people[0]
    #expect(VCardWriter().text(of: [first]).contains("X-FAVOURITE:1"))
    first.isFavourite = false
    #expect(!VCardWriter().text(of: [first]).contains("X-FAVOURITE"))
  }

  private func read(_ reader: inout some PersonReader) throws -> [Person] {
    var people: [Person] = []
    while let person = try reader.next() { people.append(person) }
    return people
  }
}
