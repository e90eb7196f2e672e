import Testing

@testable import Persistence

@Suite struct InitialsTests {
  @Test(arguments: ["", "sv", "cs"]) func `initials survive being written as text`(locale: String) throws {
    let collator = try #require(Collator(locale: locale))
    let made = Initials(collator)
    let kept = try #require(Initials(text: made.text))
    #expect(kept.labels == made.labels)
    #expect(kept.text == made.text)
    for name in ["Ada", "åsa", "Ch", "Šárka", "Zoë", "ß", "Ωmega", "Борис", "山田", "007", "", "🙂"] {
      let key = StoredValue.blob(collator.key(for: [name]))
      #expect(kept.index(ofKey: key) == made.index(ofKey: key))
    }
  }

  @Test(arguments: ["", "A", "A 2a\nB", "B 2b\nA 2a", "A ", "A 2a 2b"])
  func `malformed text is not read as initials`(
    text: String
  ) {
    #expect(Initials(text: text) == nil)
  }

  @Test func `a new book has the initials of its locale`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try friends.make(in: database, locale: "sv")
    let collator = try #require(Collator(locale: "sv"))
    #expect(try Initials.kept(in: database)?.text == Initials(collator).text)
  }
}
