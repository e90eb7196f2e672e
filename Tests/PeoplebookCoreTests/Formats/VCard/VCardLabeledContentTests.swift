import Testing

@testable import PeoplebookCore

/// The lines of the fields of several values.
struct VCardLabeledContentTests {
  private func lines(_ person: Person, _ version: VCardVersion = .v3) -> [String] {
    VCardWriter(version: version).lines(of: person)
  }

  @Test func `links have labels, and commas of their own`() throws {
    var ada = try #require(
      readPerson(
        "FN:Ada", "URL;TYPE=WORK:https://x/a;b,c", #"item1.URL;type=pref:http\://ada.example"#,
        "item1.X-ABLabel:_$!<HomePage>!$_", "URL:"))
    #expect(
      ada.links == [
        LabeledValue(label: "home page", value: "http://ada.example"),
        LabeledValue(label: "work", value: "https://x/a;b,c"),
      ])
    #expect(ada.otherProperties.contains("URL:"), "a line without a value stays")
    ada.links.removeFirst()
    ada.links.append(LabeledValue(label: "blog", value: #"https://y/\,z"#))
    let written = lines(ada)
    #expect(written.contains("URL;TYPE=WORK:https://x/a;b,c") && written.contains("URL:"))
    #expect(written.contains(#"item2.URL:https://y/\\,z"#) && !written.contains { $0.contains("ada.example") })
    let text = VCardWriter().text(of: [ada])
    #expect(readCards(text).people.first?.links == ada.links)
  }
}
