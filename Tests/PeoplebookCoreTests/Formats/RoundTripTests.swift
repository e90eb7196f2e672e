import PeoplebookCore
import Testing

struct RoundTripTests {
  @Test(arguments: [VCardVersion.v3, .v4])
  func `anybody written as a vCard is read as the same person`(version: VCardVersion) {
    var people = RandomPeople(seed: 7)
    for _ in 0..<1_500 {
      let person = people.next()
      let text = VCardWriter(version: version).text(of: [person])
      let result = readCards(text)
      #expect(result.people == [person], "\(text)")
      if result.people != [person] { return }
      #expect(result.report.problemCount == 0)
    }
  }

  @Test func `anybody written as JSON is read as the same person`() {
    var people = RandomPeople(seed: 8)
    let all = (0..<500).map { _ in people.next() }
    let text = JSONWriter().text(of: all)
    #expect(readJSON(text).people == all)
    #expect(text.split(separator: "\n").count == all.count)
  }

  @Test func `invented people make the round, and are the same for the same seed`() {
    var (one, other, third) = (InventedPeople(seed: 3), InventedPeople(seed: 3), InventedPeople(seed: 4))
    let people = (0..<300).map { _ in one.next() }
    #expect(people == (0..<300).map { _ in other.next() })
    #expect(people != (0..<300).map { _ in third.next() })
    #expect(readCards(VCardWriter().text(of: people)).people == people)
    #expect(Set(people.map(\.id)).count == 300)
    for person in people {
      #expect(!person.firstName.isEmpty && !person.lastName.isEmpty)
      #expect(person.emails.allSatisfy { $0.value.utf8.allSatisfy { $0 < 0x80 } && $0.value.hasSuffix("example.org") })
    }
  }

  @Test func `a change of an invented person changes something, in the end`() {
    var invented = InventedPeople(seed: 1)
    let original = invented.next()
    var person = original
    for _ in 0..<10 { invented.change(&person) }
    #expect(person != original)
    #expect(person.id == original.id)
  }
}
