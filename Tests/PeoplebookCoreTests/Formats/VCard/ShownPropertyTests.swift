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

  @Test func `a photo is shown by its size, or by its address`() throws {
    let bytes = String(repeating: "QUJD", count: 4_000)
    let lines = [
      "PHOTO;ENCODING=b;TYPE=JPEG:\(bytes)", "PHOTO:data:image/png;base64,QUI=", "PHOTO;VALUE=uri:https://x/a.png",
      "PHOTO:",
    ]
    let person = try #require(readPerson("FN:Ada", lines[0], lines[1], lines[2], lines[3]))
    let shown = PersonCard(person).lines
    #expect(shown.map(\.label) == ["Photo", "Photo", "Photo"])
    #expect(shown.map(\.value) == ["photo, 12 kB", "photo, 1 kB", "https://x/a.png"])
    #expect(shown.map(\.link) == [nil, nil, "https://x/a.png"])
    #expect(VCardWriter().text(of: [person]).replacing("\r\n ", with: "").contains(lines[0]))
  }
}
