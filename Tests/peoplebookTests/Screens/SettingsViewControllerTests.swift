import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import Testing

/// The settings on the screen and in their file.
@Suite struct SettingsViewControllerTests {
  private let book = TestBook()
  private var config: URL { URL(filePath: "\(book.folder)/.config/peoplebook/config.json") }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: config.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: config, options: .atomic)
  }

  @Test func `a change applies at once, and is there at the next start`() throws {
    try book.add("Ada Lovelace")
    try book.run("edit", "Ada Lovelace", "--birthday", "1815-12-10")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("same as the terminal")
    try pilot.press(.right)
    try pilot.waitUntil("a theme") { !$0.contains("same as the terminal") && $0.contains("dark") }
    for _ in 0..<2 { try pilot.press(.down) }
    try pilot.press(.right)
    try pilot.waitUntil("the list by last name") { $0.contains("Lovelace, Ada") }
    try pilot.press(.down)
    try pilot.press(.left)
    try pilot.waitFor("1815-12-10")
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { !$0.contains("Settings") }
    let text = try String(contentsOf: config, encoding: .utf8)
    for part in ["\"theme\": \"dark\"", "\"nameOrder\": \"last\"", "\"dateForm\": \"iso\""] {
      #expect(text.contains(part))
    }
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    let again = try book.open("--no-motion")
    try again.waitFor("Lovelace, Ada")
    try again.press(.enter)
    try again.waitFor("1815-12-10")
  }

  @Test func `a changed file applies at once, and a mistake is named by line`() throws {
    try book.add("Ada Lovelace")
    try write("{\n  \"nameOrder\": \"first\"\n}")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("Ada Lovelace")
    try write("{\n  \"nameOrder\": \"last\"\n}")
    try pilot.waitFor("Lovelace, Ada")
    try write("{\n  \"nameOrder\": \"first\",\n  \"theme\": \"mauve\"\n}")
    try pilot.waitUntil("the mistake, and the rest") {
      $0.contains("config.json, line 3: theme must be terminal, ") && $0.contains("Ada Lovelace")
    }
    try write("{\n  \"nameOrder\": \"first\"\n}")
    try pilot.waitUntil("no mistake") { !$0.contains("theme must be") && $0.contains("config.json is correct now") }
    try pilot.press(",")
    try pilot.waitFor("by first name")
  }

  @Test func `the letters of another language sort the book`() throws {
    try book.add("Adam West", "Åsa Lind", "Zoe Young")
    func names(_ text: String) -> [String] {
      let places = ["Adam", "Åsa", "Zoe"].compactMap { name in text.firstRange(of: name).map { ($0.lowerBound, name) } }
      return places.sorted { $0.0 < $1.0 }.map(\.1)
    }
    let (standard, swedish) = (["Adam", "Åsa", "Zoe"], ["Adam", "Zoe", "Åsa"])
    let pilot = try book.open("--no-motion")
    try pilot.waitUntil("the standard order") { names($0.lines.joined(separator: "\n")) == standard }
    try pilot.press(",")
    try pilot.waitFor("▌ Theme")
    for _ in 0..<4 { try pilot.press(.down) }
    try pilot.waitFor("▌ Letters    in the order of the book")
    try pilot.press(.enter)
    try pilot.waitFor("Sort by the letters of")
    try pilot.type("swed")
    try pilot.waitForNo("Albanian")
    try pilot.press(.enter)
    try pilot.waitFor("▌ Letters    Swedish")
    try pilot.press(.escape)
    try pilot.waitUntil("the Swedish order") { names($0.lines.joined(separator: "\n")) == swedish }
    #expect(try names(book.run("list").output) == swedish)
    #expect(try String(contentsOf: config, encoding: .utf8).contains("\"sortLocale\": \"sv\""))
    try write("{\n  \"sortLocale\": \"standard\"\n}")
    try pilot.waitUntil("the standard order again") { names($0.lines.joined(separator: "\n")) == standard }
    try write("{\n  \"sortLocale\": \"klingon\"\n}")
    try pilot.waitFor("config.json, line 2: sortLocale must be book, standard, or a language")
  }

  @Test func `a changed file is shown in the open settings and columns`() throws {
    try book.add("Ada Lovelace")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("▌ Theme")
    try pilot.press(.end)
    try pilot.waitFor("▌ Columns")
    try write("{\"nameOrder\": \"last\", \"dateForm\": \"iso\", \"columns\": [\"phone\"]}")
    try pilot.waitUntil("the new values") { screen in
      ["by last name", "1815-12-10", "▌ Columns    Phone …"].allSatisfy(screen.contains)
    }
    try pilot.press(.enter)
    try pilot.waitFor("▌ ✓ Phone")
    try write("{\"columns\": [\"email\", \"phone:25\"]}")
    try pilot.waitUntil("the new columns, with the same one selected") { screen in
      screen.contains("✓ E-mail") && screen.lines.contains { $0.contains(/▌ ✓ Phone +25 wide/) }
    }
  }

  @Test func `the help lists the keys of the settings and columns`() throws {
    try book.add("Ada Lovelace")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("▌ Theme")
    try pilot.press("?")
    try pilot.waitUntil("the keys") { $0.contains("The settings") && $0.contains("Choose the next value") }
    try pilot.press(.escape)
    try pilot.waitForNo("The settings")
    try pilot.press(.end)
    try pilot.press(.enter)
    try pilot.waitFor("▌ ✓ E-mail")
    try pilot.press("?")
    try pilot.waitUntil("other keys") { $0.contains("The columns") && $0.contains("Make the column wider") }
  }

  @Test func `a file that is not JSON stays as it is, and a message says so`() throws {
    try book.add("Ada Lovelace")
    try write("{\n  \"theme\": \"dark\",\n  nonsense\n}")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("config.json, line 3: this is not JSON")
    try pilot.press(",")
    try pilot.waitFor("by first name")
    for _ in 0..<2 { try pilot.press(.down) }
    try pilot.press(.right)
    try pilot.waitFor("so the setting was not stored in it")
    #expect(try String(contentsOf: config, encoding: .utf8).contains("nonsense"))
  }

  @Test func `a link to a file of settings stays a link`() throws {
    try book.add("Ada Lovelace")
    try write("{ \"motion\": false }")
    let real = URL(filePath: "\(book.folder)/dotfiles.json")
    try FileManager.default.moveItem(at: config, to: real)
    try FileManager.default.createSymbolicLink(at: config, withDestinationURL: real)
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("by first name")
    for _ in 0..<2 { try pilot.press(.down) }
    try pilot.press(.right)
    try pilot.waitFor("by last name")
    #expect(try String(contentsOf: real, encoding: .utf8).contains("\"nameOrder\": \"last\""))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: config.path) == real.path)
  }

  @Test func `settings of a file end with the file, also after a restart`() throws {
    try book.add("Ada Lovelace")
    try write("{\"nameOrder\": \"last\", \"columns\": [\"phone\"]}")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("Lovelace, Ada")
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    try FileManager.default.removeItem(at: config)
    let again = try book.open("--no-motion")
    try again.waitUntil("the standard order and columns") {
      $0.contains("Ada Lovelace") && $0.contains("ada@example.org")
    }
  }

  @Test func `settings that cannot be stored are reported with what helps`() throws {
    try book.add("Ada Lovelace")
    try FileManager.default.createDirectory(atPath: "\(book.folder)/state", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(book.folder)/state/peoplebook"))
    let pilot = try book.open("--no-motion", environment: ["XDG_STATE_HOME": "\(book.folder)/state"])
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("by first name")
    for _ in 0..<2 { try pilot.press(.down) }
    try pilot.press(.right)
    try pilot.waitFor("The change was not stored: make")
    #expect(!pilot.screen.contains("Cocoa"))
  }

  @Test func `a state that cannot be read is not replaced`() throws {
    try book.add("Ada Lovelace")
    let state = "\(book.folder)/state"
    try FileManager.default.createDirectory(atPath: "\(state)/peoplebook", withIntermediateDirectories: true)
    let stored = URL(filePath: "\(state)/peoplebook/screen")
    try Data([0xFF, 0xFE]).write(to: stored)
    let pilot = try book.open("--no-motion", environment: ["XDG_STATE_HOME": state])
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("by first name")
    for _ in 0..<2 { try pilot.press(.down) }
    try pilot.press(.right)
    try pilot.waitFor("The change was not stored: make")
    #expect(try Data(contentsOf: stored) == Data([0xFF, 0xFE]))
  }

  @Test func `every mistake is counted`() throws {
    try book.add("Ada Lovelace")
    try write("{\"motion\": 1,\n\"columns\": [\"phone:900\"],\n\"dateForm\": \"iso\"}")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("config.json, line 1: motion must be true or false, and 1 more")
  }

  @Test func `a pipe does not stop the start`() throws {
    try book.add("Ada Lovelace")
    try FileManager.default.createDirectory(at: config.deletingLastPathComponent(), withIntermediateDirectories: true)
    #expect(mkfifo(config.path, 0o600) == 0)
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("config.json, line 1: the settings must be in braces")
    #expect(pilot.screen.contains("Ada Lovelace"))
  }
}
