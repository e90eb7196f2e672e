import FoundationEssentials
import PeoplebookCore
import Testing

/// A kept mutation holds a person as an older version has encoded it.
struct FieldDecoderTests {
  private func decoded(_ json: String) throws -> Person {
    try JSONDecoder().decode(Person.self, from: Data(json.utf8))
  }

  @Test func `a person of an older version is decoded`() throws {
    let person = try decoded(
      """
      {"row":0,"id":"ada-1","firstName":"Ada","lastName":"Lovelace","nickname":"","organisation":"","title":"Countess",
      "emails":[{"label":"work","value":"ada@example.org"}],"phones":[],"birthday":"1815-12-10","tags":["math"],
      "note":"One.\\nTwo.","otherProperties":["X-A:b"]}
      """)
    #expect(person.id == "ada-1" && person.name == "Ada Lovelace" && person.title == "Countess")
    #expect(person.emails == [LabeledValue(label: "work", value: "ada@example.org")])
    #expect(person.birthday?.iso == "1815-12-10" && person.tags == ["math"] && person.note == "One.\nTwo.")
    #expect(person.fullName.isEmpty && person.cardFrame.isEmpty)
    #expect(try decoded("{}") == Person())
  }

  @Test func `a missing or unknown field does no harm, and a wrong type is an error`() throws {
    #expect(try decoded(#"{"firstName":"Ada","shoeSize":38}"#).name == "Ada")
    #expect(throws: DecodingError.self) { try decoded(#"{"firstName":7}"#) }
  }

  @Test func `every field that is encoded is decoded`() throws {
    var generator = RandomPeople(seed: 3)
    for _ in 0..<200 {
      let person = generator.next()
      #expect(try JSONDecoder().decode(Person.self, from: JSONEncoder().encode(person)) == person)
    }
    // Also one that was added without a thought of decoding: each text gets a value of its own.
    let blank = String(decoding: try JSONEncoder().encode(Person()), as: UTF8.self)
    for name in blank.split(separator: "\"").map(String.init) where blank.contains("\"\(name)\":\"\"") {
      let json = "{\"\(name)\":\"kept\"}"
      let again = String(decoding: try JSONEncoder().encode(try decoded(json)), as: UTF8.self)
      #expect(again.contains("\"\(name)\":\"kept\""), "\(name)")
    }
  }
}
