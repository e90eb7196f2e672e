import PeoplebookCore
import Testing

struct ShownPropertyTests {
  @Test func `addresses and links of a card are shown`() throws {
    let person = try #require(
      readPerson(
        "FN:Ada", "ADR;TYPE=HOME:;;12 Main St\\, back;London;;W1;UK", "item1.ADR:;;Beach 1;;;;",
        "item1.X-ABLabel:Boat house",
        "ADR:;;;;;;", #"URL;TYPE=WORK:http\://ada.example.org"#, "X-A:1"))
    #expect(
      ShownProperty.all[0].values(of: person) == [
        LabeledValue(label: "home", value: "12 Main St, back, London, W1, UK"),
        LabeledValue(label: "Boat house", value: "Beach 1"),
      ])
    #expect(person.hiddenLineCount == 1)
    let lines = PersonCard(person).lines
    #expect(lines.map(\.label) == ["Link · work", "Address · home", "Address · Boat house"])
  }
}
