import Glibc
import TUIKit
import TUITesting
import Testing

/// The terminal is restored however the program ends.
@Suite struct `The terminal is given back` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Grace Hopper")
  }

  private var hygiene: TerminalHygiene {
    TerminalHygiene { [book] in
      let pilot = try book.open()
      try pilot.waitFor("1 of 2")
      return pilot
    }
  }

  @Test func `after q`() throws {
    #expect(try hygiene.findings(after: .key(KeyEvent(.character("q")))) == [])
  }

  @Test func `after Ctrl-C`() throws {
    #expect(try hygiene.findings(after: .key(KeyEvent(.character("c"), .control))) == [])
  }

  @Test(arguments: TerminalHygiene.signals)
  func `after a signal, which its parent sees`(_ signal: Int32) throws {
    #expect(try hygiene.findings(after: .signal(signal)) == [])
  }

  @Test(arguments: [TerminalHygiene.Trigger.key(KeyEvent(.character("z"), .control)), .signal(SIGTSTP)])
  func `while it is stopped, and taken again when it goes on`(_ trigger: TerminalHygiene.Trigger) throws {
    let findings = try hygiene.findings(
      aroundStopBy: trigger, resizingTo: Size(width: 80, height: 20),
      isBack: { $0.size.width == 80 && $0.contains("1 of 2") },
      answers: { pilot in
        try pilot.press(.down)
        try pilot.waitFor("2 of 2")
      })
    #expect(findings == [])
  }

  @Test func `after an error at the start, on the earlier screen`() throws {
    mkdir(book.folder + "/folder.db", 0o755)
    let pilot = try book.open("--book", book.folder + "/folder.db")
    #expect(try pilot.waitForEnd() == .exited(5))
    #expect(pilot.leftovers == [])
    #expect(pilot.screen.contains("folder.db"))
  }

  @Test func `with a title in ASCII where the locale is ASCII`() throws {
    let book = TestBook("Bücher.db")
    try book.add("Åsa Öström")
    let pilot = try book.open(environment: ["LC_ALL": "C"])
    try pilot.waitFor("1 of 1")
    let title = try #require(pilot.screen.title)
    #expect(title.hasPrefix("Bucher.db") && title.utf8.allSatisfy { $0 < 0x80 }, "\(title)")
    try pilot.press("?")
    try pilot.waitUntil("the arrow keys in words") { $0.contains("shift-up ") && $0.contains("down  j ") }
  }

  @Test func `after the line was cut, when the program ends`() throws {
    let pilot = try book.open()
    try pilot.waitFor("1 of 2")
    pilot.hangUp()
    try pilot.waitForEnd()
    #expect(try book.run("list").status == 0)
  }
}
