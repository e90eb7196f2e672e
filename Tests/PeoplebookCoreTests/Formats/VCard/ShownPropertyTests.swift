import PeoplebookCore
import Testing

struct ShownPropertyTests {
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
