import TUIKit
import TUITesting
import Testing

/// What a search finds beside the beginnings of words, and how the list explains it.
@Suite struct SimilarSearchTests {
  private func open(width: Int = 100) throws -> ProgramPilot {
    let book = TestBook()
    try book.run("add", "Alan Turing", "--email", "alan@example.org", "--note", "Likes the organisation of things")
    try book.add("Ada Lovelace", "Adam Smith", "Grace Hopper")
    let pilot = try book.open("--no-motion", size: Size(width: width, height: 24))
    try pilot.waitFor("of 4")
    try pilot.press("/")
    return pilot
  }

  @Test func `a word is found inside another`() throws {
    let pilot = try open()
    try pilot.type("uring")
    try pilot.waitUntil("Alan alone") { $0.contains("Alan Turing") && $0.contains("1 of 1") }
  }

  @Test func `a word is found despite a typo`() throws {
    let pilot = try open()
    try pilot.type("lovelcae")
    try pilot.waitUntil("Ada alone") { $0.contains("Ada Lovelace") && $0.contains("1 of 1") }
  }

  @Test func `the whole word is before its beginnings`() throws {
    let pilot = try open()
    try pilot.type("ada")
    try pilot.waitUntil("two") { $0.contains("1 of 2") && ($0.row(of: "Ada L") ?? 9) < ($0.row(of: "Adam") ?? 0) }
  }

  @Test(arguments: [100, 60]) func `a match that no column shows is explained`(width: Int) throws {
    let pilot = try open(width: width)
    try pilot.type("organis")
    try pilot.waitFor("Alan Turing  note: Likes the organisation")
    #expect(!pilot.screen.contains("alan@example.org"))
    try pilot.press(.escape)
    try pilot.waitFor("alan@example.org")
  }
}
