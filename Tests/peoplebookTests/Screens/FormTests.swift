import FoundationEssentials
import Glibc
import PeoplebookCore
import TUIKit
import TUITesting
import Testing

/// The form of one person, including changes by another process.
@Suite struct `The form on the screen` {
  private let book: TestBook
  private let pilot: ProgramPilot

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace")
    pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.type("xx")
    try pilot.waitFor("Adaxx")
  }

  private var name: [[String]] {
    get throws { try PlainSQLite(book.path).run("SELECT first_name, last_name FROM person") }
  }

  @Test func `shows another program's change, and asks about conflicts`() throws {
    try book.run("edit", "Ada Lovelace", "--first", "Augusta", "--last", "Byron")
    try pilot.waitUntil("both values") { $0.contains("Adaxx") && $0.contains("“Augusta”") && $0.contains("Byron") }
    #expect(pilot.screen.contains("Changed to “Augusta” by you in another program:"))
    try pilot.press("s", .control)
    try pilot.press("o", .control)
    try pilot.waitUntil("no question") { !$0.contains("Augusta") }
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Adaxx", "Byron"]])
  }

  @Test func `takes the other value on Ctrl-T`() throws {
    try book.run("edit", "Ada Lovelace", "--first", "Augusta")
    try pilot.waitFor("“Augusta”")
    try pilot.press("t", .control)
    try pilot.waitUntil("their name") { $0.contains("Augusta") && !$0.contains("Adaxx") && !$0.contains("“") }
    try pilot.press(.escape)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Augusta", "Lovelace"]])
  }

  @Test func `takes the other value from any other field`() throws {
    try book.run("edit", "Ada Lovelace", "--first", "Augusta")
    try pilot.waitFor("“Augusta”")
    try pilot.press(.tab)
    try pilot.press(.tab)
    try pilot.press("t", .control)
    try pilot.waitUntil("their name") { $0.contains("Augusta") && !$0.contains("Adaxx") && !$0.contains("“") }
    try pilot.type("yy")
    try pilot.waitFor("Augustayy")
  }

  @Test func `saves on Ctrl-N, confirms it, and opens the next person`() throws {
    try book.add("Barbara Liskov")
    try pilot.press("n", .control)
    try pilot.waitUntil("Barbara's form") {
      $0.contains("Edit person") && $0.contains("barbara@example.org") && $0.contains("Saved Adaxx Lovelace")
    }
    #expect(try name.contains(["Adaxx", "Lovelace"]))
    try pilot.press("n", .control)
    try pilot.waitFor("That was the last person")
  }

  @Test func `shows and hides the rarer fields on Ctrl-E`() throws {
    let rare = FieldCatalogue.current.fields.count { $0.formPlace == .more }
    try pilot.waitUntil("the summary") { $0.contains("… \(rare) more fields (ctrl-e): prefix, middle") }
    try pilot.press("e", .control)
    try pilot.waitUntil("all fields") { $0.contains("Pronouns") && !$0.contains("more fields (ctrl-e)") }
    try pilot.type("Countess")
    try pilot.press(.enter)
    try pilot.type("King")
    try pilot.press("e", .control)
    try pilot.waitUntil("the filled fields") {
      $0.contains("King") && !$0.contains("Pronouns") && $0.contains("… \(rare - 2) more fields (ctrl-e): suffix")
    }
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(
      try PlainSQLite(book.path).run("SELECT prefix, middle_name, suffix FROM person") == [["Countess", "King", ""]])
  }

  @Test func `adds one person after another with Ctrl-N`() throws {
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    try pilot.press("a")
    try pilot.waitFor("Add person")
    try pilot.type("Barbara")
    try pilot.press("n", .control)
    try pilot.waitUntil("an empty form") { $0.contains("Saved Barbara") && !$0.contains("First name  Barbara") }
    try pilot.type("Grace")
    try pilot.press("s", .control)
    try pilot.waitFor("of 3")
    #expect(try name.map { $0[0] } == ["Adaxx", "Barbara", "Grace"])
  }

  @Test func `reports that the person was deleted, and can restore them`() throws {
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("Deleted by")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Adaxx", "Lovelace"]])
  }

  @Test func `asks on Ctrl-C before changes are discarded`() throws {
    let key = KeyEvent(.character("c"), .control)
    try pilot.send(.key(key))
    try pilot.waitFor("Discard your changes?")
    try pilot.press(.enter)
    try pilot.waitUntil("the form") { !$0.contains("Discard") && $0.contains("Adaxx") }
    try pilot.send(.key(key))
    try pilot.waitFor("Discard your changes?")
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("1 of 1")
    try pilot.send(.key(key))
    #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    #expect(pilot.leftovers == [])
    #expect(try name == [["Ada", "Lovelace"]])
  }

  @Test func `names its changes, and the question, in a window that is too small`() throws {
    try pilot.resize(to: Size(width: 20, height: 5))
    try pilot.waitFor("Unsaved input")
    try pilot.send(.key(KeyEvent(.character("c"), .control)))
    try pilot.waitFor("Discard your")
    try pilot.resize(to: Size(width: 100, height: 30))
    try pilot.waitFor("Keep editing")
    #expect(pilot.ending == nil)
  }

  @Test func `ends at once on a signal from outside`() throws {
    pilot.signal(SIGINT)
    #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    #expect(pilot.leftovers == [])
  }

  @Test func `adds one person when Ctrl-S is pressed three times`() throws {
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    try pilot.press("a")
    try pilot.waitFor("Add person")
    try pilot.type("Grace")
    try pilot.send([0x13, 0x13, 0x13])
    try pilot.waitFor("of 2")
    #expect(try name.count == 2)
  }

  @Test func `moves on Tab to the next field, on Enter to another value`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.type("1")
    try pilot.waitFor("ada@example.org1")
    try pilot.press(.tab)
    try pilot.type("+44")
    try pilot.waitUntil("the phone") { screen in
      screen.lines.contains { $0.contains("Phone") && $0.contains("+44") } && screen.contains("+ another e-mail")
    }
    try pilot.press(.tab, .shift)
    try pilot.press(.enter)
    try pilot.type("ada@home.example")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    let values = try PlainSQLite(book.path).run("SELECT value FROM person_email ORDER BY 1")
    #expect(values == [["ada@example.org1"], ["ada@home.example"]])
  }

  @Test func `turns each pasted address into a value`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.press(.enter)
    try pilot.send(.paste("bob@example.org\ncarol@example.org"))
    try pilot.waitUntil("two rows") { screen in
      ["bob@example.org", "carol@example.org"].allSatisfy { address in
        screen.lines.contains { $0.trimmingPrefix { $0 == " " }.hasPrefix("E-mail") && $0.contains(address) }
      }
    }
  }

  @Test func `says why a paste is refused`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.press(.enter)
    try pilot.send(.paste((0..<3_000).map { "u\($0)@example.org" }.joined(separator: "\n")))
    try pilot.waitFor("paste at most 1,000 at a time.")
    try pilot.type("x@example.org")
    try pilot.waitUntil("the address alone") { $0.contains("x@example.org") && !$0.contains("at a time") }
  }

  @Test func `refuses a paste that is too long for one line, and says so`() throws {
    try pilot.send(.paste(String(repeating: "q", count: 10_000)))
    try pilot.waitFor("A value has at most 10,000 characters.")
    try pilot.type("y")
    try pilot.waitUntil("the name alone") { $0.contains("Adaxxy") && !$0.contains("at most") }
    try pilot.send(.paste(String(repeating: "q", count: 9_994)))
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try name[0][0] == "Adaxxy" + String(repeating: "q", count: 9_994))
  }

  @Test func `shows another program's change instead of a refusal`() throws {
    try pilot.send(.paste(String(repeating: "q", count: 10_000)))
    try pilot.waitFor("A value has at most 10,000 characters.")
    try book.run("edit", "Ada Lovelace", "--first", "Augusta")
    try pilot.waitUntil("the choice") { $0.contains("Changed to “Augusta”") && !$0.contains("at most") }
    try pilot.press("t", .control)
    try pilot.waitUntil("their name") { $0.contains("Augusta") && !$0.contains("“") && !$0.contains("at most") }
  }

  @Test func `forgets a refusal when typing is undone, or the field is left`() throws {
    for key in [KeyEvent(.character("z"), .control), KeyEvent(.tab)] {
      try pilot.type("y")
      try pilot.send(.paste(String(repeating: "q", count: 10_000)))
      try pilot.waitFor("A value has at most 10,000 characters.")
      try pilot.send(.key(key))
      try pilot.waitUntil("no refusal") { !$0.contains("at most") }
    }
  }

  @Test func `undoes typing on Ctrl-Z, and elsewhere suspends the program`() throws {
    try pilot.press("z", .control)
    try pilot.waitUntil("the name as before") { !$0.contains("Adaxx") }
    #expect(pilot.ending == nil)
    try pilot.press(.escape)
    try pilot.waitFor("1 of 1")
    try pilot.press("z", .control)
    #expect(try pilot.waitForStop() == SIGTSTP)
    pilot.resume()
    try pilot.waitFor("1 of 1")
  }

  @Test func `shows the keys on F1, and finds a command on Ctrl-P`() throws {
    try pilot.press(.function(1))
    try pilot.waitFor("Save and go back")
    try pilot.press(.escape)
    try pilot.waitUntil("the form") { !$0.contains("Save and go back") }
    try pilot.press("p", .control)
    try pilot.type("save")
    try pilot.waitFor("Save and go back")
    try pilot.press(.enter)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Adaxx", "Lovelace"]])
  }

  @Test func `asks about all unusual values at once, and names the key`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.type("@@")
    try pilot.press(.tab)
    try pilot.press(.tab)
    try pilot.type("1 May 1700")
    try pilot.press("n", .control)
    try pilot.waitUntil("both doubts") {
      $0.contains("2 unusual values · ctrl-n again saves them") && $0.contains("is not an e-mail address")
        && $0.contains("1 May 1700 is before 1850")
    }
    try pilot.press("n", .control)
    try pilot.waitFor("That was the last person")
  }

  @Test func `a label is chosen among the usual ones or typed`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.press("l", .control)
    try pilot.waitFor("mobile")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitFor("E-mail · work")
    try pilot.press("l", .control)
    try pilot.waitFor("other")
    try pilot.type("school")
    try pilot.press(.enter)
    try pilot.waitFor("E-mail · school")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try PlainSQLite(book.path).run("SELECT label FROM person_email") == [["school"]])
  }

  @Test func `a photo is chosen, saved, and removed`() throws {
    let image = "\(book.folder)/ada.png"
    let bytes = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Array(repeating: 7, count: 3_000) + Array("IEND".utf8)
    try Data(bytes).write(to: URL(filePath: image))
    try Data("text".utf8).write(to: URL(filePath: "\(book.folder)/ada.txt"))
    try pilot.press("p", .alt)
    try pilot.waitUntil("an example") {
      $0.contains("The photo, or - to remove it") && $0.contains("for example ada.jpg")
    }
    try pilot.press(.enter)
    try pilot.waitFor("Type the path of an image")
    try pilot.type("\(book.folder)/ada.txt")
    try pilot.press(.enter)
    try pilot.waitFor("WebP")
    for _ in 0..<3 { try pilot.press(.backspace) }
    try pilot.type("png")
    try pilot.press(.enter)
    try pilot.waitFor("The photo is kept when you save")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try book.run("export").output.contains("PHOTO;ENCODING=b;TYPE=PNG:iVBO"))
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.press("p", .alt)
    try pilot.waitFor("The photo, or - to remove it")
    try pilot.type("-\r")
    try pilot.waitFor("The photo is removed when you save")
    try pilot.press("s", .control)
    try pilot.waitFor("Saved Ada")
    #expect(try !book.run("export").output.contains("PHOTO"))
  }

  @Test func `links, addresses and dates are typed on one line each`() throws {
    try pilot.press("e", .control)
    try pilot.waitFor("Pronouns")
    for _ in 0..<8 { try pilot.press(.tab) }
    try pilot.type("https://ada.example")
    try pilot.press("l", .control)
    try pilot.type("blog")
    try pilot.press(.enter)
    try pilot.waitFor("Link · blog")
    try pilot.press(.tab)
    try pilot.press(.tab)
    try pilot.waitFor("street; city; region")
    try pilot.type("1 Way; Rome")
    try pilot.waitFor("+ another address")
    try pilot.press(.tab)
    try pilot.type("8.7.1835")
    try pilot.waitFor("8 July 1835")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    let values = try PlainSQLite(book.path).run(
      "SELECT label, value FROM person_link UNION ALL SELECT label, value FROM person_address "
        + "UNION ALL SELECT label, value FROM person_date")
    #expect(values == [["blog", "https://ada.example"], ["", "1 Way; Rome"], ["", "1835-07-08"]])
  }

  @Test func `a value moves up and down on Alt with the cursor keys`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.press(.enter)
    try pilot.type("ada@home.example")
    try pilot.press(.up, .alt)
    try pilot.press(.up, .alt)
    try pilot.press("l", .control)
    try pilot.type("home")
    try pilot.press(.enter)
    try pilot.waitUntil("the home address first") { screen in
      let rows = screen.lines.filter { $0.contains("E-mail") }
      return rows.count == 2 && rows[0].contains("E-mail · home") && rows[0].contains("ada@home.example")
    }
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    let values = try PlainSQLite(book.path).run("SELECT label, value FROM person_email ORDER BY position")
    #expect(values == [["home", "ada@home.example"], ["", "ada@example.org"]])
  }

  @Test func `the palette lists one way out, and no movement`() throws {
    try pilot.press("p", .control)
    try pilot.waitFor("What would you like to do?")
    let lines = pilot.screen.lines.map { String($0) }
    #expect(lines.contains { $0.contains("Cancel ") })
    #expect(!lines.contains { $0.contains("Go back  ") || $0.contains("Next ") || $0.contains("Previous ") })
  }

  @Test func `at 80 columns the choice and the help key are in the hints`() throws {
    try pilot.resize(to: Size(width: 80, height: 24))
    try book.run("edit", "Ada Lovelace", "--first", "Augusta")
    try pilot.waitUntil("the hints") { screen in
      let hints = screen.lines.last ?? ""
      return ["ctrl-s save", "ctrl-o keep mine", "ctrl-t take theirs", "f1 keys"].allSatisfy(hints.contains)
    }
  }

  @Test func `asks about an invalid address, and saves it the second time`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.press(.end)
    for _ in 0..<12 { try pilot.press(.backspace) }
    try pilot.press(.tab)
    try pilot.waitFor("is not an e-mail address")
    try pilot.press("s", .control)
    try pilot.waitFor("ctrl-s again saves it")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try PlainSQLite(book.path).run("SELECT value FROM person_email") == [["ada"]])
  }
}
