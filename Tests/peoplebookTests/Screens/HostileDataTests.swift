import TUITesting
import Testing

/// Names cannot control the terminal.
@Suite struct `Hostile names` {
  private static let name = "\u{1B}[2J\u{1B}]0;pwned\u{7}\u{9B}31337m\u{202E}Eve"

  @Test func `are shown as visible stand-ins on the screen`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    #expect(try book.run("add", "--first", Self.name, "--last", "Mallory").status == 0)
    let pilot = try book.open()
    try pilot.waitFor("of 2")
    #expect(pilot.screen.contains("[2J"))
    #expect(pilot.screen.contains("pwned"))
    #expect(pilot.screen.contains("Ada Lovelace"))
    #expect(pilot.screen.title?.contains("pwned") != true)
    #expect(pilot.terminal.state.secondControls == 0)
    #expect(!String(decoding: pilot.output, as: UTF8.self).unicodeScalars.contains("\u{202E}"))
  }

  @Test(arguments: ["list", "show"])
  func `never reach the terminal from a command`(_ verb: String) throws {
    let book = TestBook()
    let added = try book.run("add", "--first", Self.name, "--last", "Mallory")
    let id = added.output.split(separator: "\n").last.map(String.init) ?? ""
    let shown = try verb == "list" ? book.run("list") : book.run("show", id)
    #expect(shown.status == 0)
    #expect(shown.output.contains("Mallory"))
    let steering = shown.output.unicodeScalars.filter { scalar in
      (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{202E}"
    }
    #expect(steering.isEmpty)
  }
}
