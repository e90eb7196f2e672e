import FoundationEssentials
import TUIKit
import TUITesting
import Testing

/// The book's file is replaced while its list is on the screen.
@Suite struct ReplacedBookTests {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Barbara Liskov")
    _ = try book.shell("cp people.db other.db")
    try book.run("add", "--first", "Cleo", "--last", "Adams")
  }

  @Test(arguments: ["mv other.db people.db", "cp other.db people.db", "rm people.db"])
  func `is reported until the program ends`(command: String) throws {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    // Once a change arrives, the whole order is loaded, and the file observed.
    try book.run("edit", "Ada Lovelace", "--phone", "12345")
    try pilot.waitFor("12345")
    _ = try book.shell(command)
    try pilot.waitUntil("the sentence") { hasSentence($0) && $0.contains("▲ cannot be read") }
    try pilot.press("j")
    try pilot.waitUntil("the next row") { $0.contains("2 of 3") && hasSentence($0) }
    for key in ["a", "e", "d", "u", "i"] {
      try pilot.type(key)
      try pilot.waitUntil("a refusal") { $0.contains("so it cannot be changed") && hasSentence($0) }
      try pilot.press("j")
      try pilot.waitUntil("the list") { !$0.contains("so it cannot be changed") && hasSentence($0) }
    }
    #expect(pilot.screen.contains("Ada Lovelace"))
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  /// Whether the screen shows the sentence, which is wrapped where the book's path is long.
  private func hasSentence(_ screen: ScreenContents) -> Bool {
    screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("replaced while it was open")
  }
}
