import TUIKit
import TUITesting
import Testing

/// The keys that the last line of each screen shows.
@Suite struct HintTests {
  private let book = TestBook()
  private let pilot: ProgramPilot

  init() throws {
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.org")
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.com")
    try book.run("add", "--first", "Cleo")
    try book.run("remove", "Cleo")
    pilot = try book.open("--no-motion", size: Size(width: 200, height: 30))
    try pilot.waitFor("1 of 2")
  }

  private func waitFor(_ hints: String, in other: ProgramPilot? = nil) throws {
    try (other ?? pilot).waitUntil("“\(hints)”") { screen in
      screen.lines.last?.split(separator: " ").joined(separator: " ") == hints
    }
  }

  @Test func `the last line shows the keys of each screen`() throws {
    let common = "a add e edit d delete u undo / search t tags s sort ctrl-p commands"
    let list = "\(common) space mark . actions ? keys q quit"
    let screens: [(keys: String, hints: String)] = [
      ("\r", "\(common) y copy o mail n next p previous esc list ? keys q quit"),
      ("e", "ctrl-s save tab next ctrl-e more ctrl-n save and next esc cancel f1 keys"),
      ("D", "u restore / search d erase E empty esc back ? keys"), ("H", "enter details u undo t day esc back ? keys"),
      ("M", "enter merge n different esc back ? keys"), ("F", "esc back ? keys"), ("B", "esc back ? keys"),
      ("?", "esc close"), ("T", "enter ok esc cancel"), ("/", "enter keep esc all"),
    ]
    try waitFor(list)
    for (keys, hints) in screens {
      try pilot.type(keys)
      try waitFor(hints)
      try pilot.press(.escape)
      try waitFor(list)
    }
    try pilot.type("M")
    try pilot.waitFor("same name")
    try pilot.press(.enter)
    try waitFor("ctrl-s merge ← left → right b both esc back ? keys")
  }

  @Test func `empty pages show only keys that work there`() throws {
    let empty = try TestBook().open("--no-motion", size: Size(width: 200, height: 30))
    let list = "a add i import v demo ctrl-p commands ? keys q quit"
    try waitFor(list, in: empty)
    for key in ["H", "B", "M"] {
      try empty.type(key)
      try waitFor("esc back ? keys", in: empty)
      try empty.press(.escape)
      try waitFor(list, in: empty)
    }
  }
}
