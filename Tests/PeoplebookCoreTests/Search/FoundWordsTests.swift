import Testing

@testable import PeoplebookCore

@Suite struct FoundWordsTests {
  private var alan: Person {
    var person = Person()
    (person.firstName, person.lastName) = ("Alan", "Turing")
    person.note = "First line\nHe likes the organisation of things"
    person.emails = [LabeledValue(label: "office", value: "alan@example.org")]
    return person
  }

  private func reason(_ text: String, similar: [String: [String]] = [:], shown: [String] = ["Alan Turing"]) -> String? {
    FoundWords(text, similar: similar).reason(alan, besides: shown).map { "\($0.name): \($0.text)" }
  }

  @Test func `a match that is not shown has a reason`() {
    #expect(reason("organis") == "note: …e likes the organisation of things")
    #expect(reason("first") == "note: First line He likes the organisation of things")
    #expect(reason("alan@example") == "e-mail: alan@example.org" && reason("office") == "e-mail: office")
  }

  @Test func `a shown match needs no reason`() {
    #expect(reason("turing alan") == nil && reason("") == nil && reason("nothing") == nil)
    #expect(reason("organis", shown: ["organisation"]) == nil)
  }

  @Test func `similar words are highlighted, and are reasons`() {
    let found = FoundWords("uring", similar: ["uring": ["turing"]])
    #expect(found.ranges(in: "Alan Turing").map { String("Alan Turing"[$0]) } == ["Turing"])
    #expect(reason("uring", similar: ["uring": ["turing"]]) == nil)
    #expect(reason("orgnis", similar: ["orgnis": ["organisation"]])?.hasPrefix("note") == true)
  }
}
