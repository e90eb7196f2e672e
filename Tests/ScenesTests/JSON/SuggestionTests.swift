import Testing

@testable import Scenes

@Suite struct SuggestionTests {
  @Test func `the most similar name is found`() {
    #expect(Suggestion.best(for: "nmae", among: ["name", "age"]) == "name")
    #expect(Suggestion.best(for: "Colour", among: ["color", "count"]) == "color")
    #expect(Suggestion.best(for: "x", among: ["name", "age"]) == nil)
    #expect(Suggestion.text(for: "nam", among: ["name"]) == "; did you mean “name”?")
  }
}
