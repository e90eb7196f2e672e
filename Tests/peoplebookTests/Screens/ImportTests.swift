import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import Testing

@Suite struct `Importing on the screen` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace")
  }

  private func type(_ path: String, _ pilot: ProgramPilot) throws {
    try pilot.waitFor("of ")
    try pilot.press("i")
    try pilot.waitFor("contacts.vcf")
    try pilot.type(path)
    try pilot.press(.enter)
  }

  /// Waits for the plan, and carries it out.
  private func confirm(_ pilot: ProgramPilot) throws {
    try pilot.waitFor("would be imported")
    try pilot.press(.enter)
  }

  private func leavePrompt(_ pilot: ProgramPilot) throws {
    try pilot.press(.escape)
    try pilot.waitUntil("the list again") { !$0.contains("Import from") }
  }

  @Test func `adds people from a file, and undo removes them again`() throws {
    let path = "\(book.folder)/more.vcf"
    try Data("BEGIN:VCARD\r\nVERSION:4.0\r\nN:Hopper;Grace;;;\r\nFN:Grace Hopper\r\nEND:VCARD\r\n".utf8)
      .write(to: URL(filePath: path))
    let pilot = try book.open()
    try type(path, pilot)
    try confirm(pilot)
    try pilot.waitUntil("Grace to come in") {
      $0.contains("1 person imported") && $0.contains("of 2") && $0.contains("Grace Hopper")
    }
    try pilot.press("u")
    try pilot.waitUntil("Grace to be gone") { $0.contains("of 1") && !$0.contains("Hopper  ") }
  }

  @Test func `stops on Esc directly after Enter`() throws {
    let path = "\(book.folder)/many.csv"
    try Data(("name,email\n" + (0..<20_004).map { "Person \($0),p\($0)@x\n" }.joined()).utf8).write(
      to: URL(filePath: path))
    let pilot = try book.open()
    try pilot.waitFor("of ")
    try pilot.press("i")
    try pilot.waitFor("contacts.vcf")
    try pilot.type(path)
    try pilot.press(.enter)
    try pilot.press(.escape)
    try pilot.waitFor("Import stopped. The book is unchanged.")
    #expect(try book.run("list", "--format", "json").output.split(separator: "\n").count == 1)
  }

  @Test func `a refused path stays in the prompt, and can be corrected`() throws {
    let pilot = try book.open(size: Size(width: 120, height: 20))
    try type("\(book.folder)/nowhere.vc", pilot)
    try pilot.press(.enter)
    try pilot.waitUntil("the reason") { Self.contains("No such file or directory", $0) }
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Grace\r\nEND:VCARD\r\n"
    try card.write(toFile: "\(book.folder)/nowhere.vcf", atomically: true, encoding: .utf8)
    try pilot.type("f")
    try pilot.press(.enter)
    try confirm(pilot)
    try pilot.waitFor("1 person imported")
  }

  @Test func `refuses a pipe and a folder without blocking`() throws {
    let path = "\(book.folder)/pipe.vcf"
    #expect(mkfifo(path, 0o600) == 0)
    let pilot = try book.open(size: Size(width: 120, height: 20))
    try type(path, pilot)
    try pilot.waitFor("regular")
    try leavePrompt(pilot)
    try type("\(book.folder)/.", pilot)
    try pilot.waitUntil("the reason") { Self.contains("name a file in it.", $0) }
  }

  @Test func `takes a minus for a file, and an export refuses a pipe`() throws {
    let path = "\(book.folder)/pipe.vcf"
    #expect(mkfifo(path, 0o600) == 0)
    let pilot = try book.open(size: Size(width: 120, height: 20))
    try type("-", pilot)
    try pilot.waitFor("./-: No such file")
    try leavePrompt(pilot)
    try pilot.press("x")
    try pilot.waitFor("people.vcf")
    try pilot.type(path)
    try pilot.press(.enter)
    try pilot.waitFor("regular")
  }

  /// Whether a screen has words, wherever a text wraps: that depends on the length of the folder's path.
  private static func contains(_ words: String, _ screen: ScreenContents) -> Bool {
    screen.text.filter { !$0.isWhitespace }.contains(words.filter { !$0.isWhitespace })
  }

  @Test func `refuses an unknown table and names known columns`() throws {
    let path = "\(book.folder)/odd.csv"
    try Data("Colour;Size\nred;7\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open(size: Size(width: 120, height: 20))
    try type(path, pilot)
    try pilot.waitUntil("the sentence") { Self.contains("odd.csv, line 1:", $0) && Self.contains("last name", $0) }
  }

  @Test func `what was not understood is listed with line and reason`() throws {
    let path = "\(book.folder)/broken.jsonl"
    let lines = "{\"firstName\":\"Grace\"}\n{\"firstName\":\n{\"firstName\":\"Linus\"}\n"
    try Data(lines.utf8).write(to: URL(filePath: path))
    let pilot = try book.open()
    try type(path, pilot)
    try pilot.waitUntil("the plan") {
      $0.contains("2 people would be imported, 1 left out.") && Self.contains("broken.jsonl, line 2:", $0)
    }
    try confirm(pilot)
    try pilot.waitFor("2 people imported")
    try pilot.waitUntil("the list of problems") { Self.contains("broken.jsonl, line 2:", $0) }
    try pilot.press(.escape)
    try pilot.waitUntil("the list of people") { $0.contains("of 3") && !Self.contains("broken.jsonl, line 2:", $0) }
  }

  @Test func `the plan shows the fields of columns, which can be corrected`() throws {
    let path = "\(book.folder)/people.csv"
    try Data("Name;Mail;Amt\nAda King;ada@example.org;7\nBob;bob@example.org;8\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open()
    try type(path, pilot)
    try pilot.waitUntil("the plan") {
      $0.contains("Import people.csv") && $0.contains("2 people would be imported.") && $0.contains("Amt → note")
        && $0.contains("Ada King is like Ada Love") && $0.contains("m correct a column")
    }
    try pilot.press("m")
    try pilot.waitFor("Column=field")
    try pilot.type("Amt=fone")
    try pilot.press(.enter)
    try pilot.waitFor("Did you mean “phone”?")
    for _ in 0..<4 { try pilot.press(.backspace) }
    try pilot.type("phone")
    try pilot.press(.enter)
    try pilot.waitFor("Amt → phone")
    try pilot.press(.enter)
    try pilot.waitFor("2 people imported")
    #expect(try book.run("show", "Bob").output.contains("8"))
  }

  @Test func `a file that has changed since its plan is planned again`() throws {
    let path = "\(book.folder)/one.vcf"
    try Data("BEGIN:VCARD\nFN:Grace\nEND:VCARD\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open()
    try type(path, pilot)
    try pilot.waitFor("1 person would be imported.")
    try Data("BEGIN:VCARD\nFN:Eve\nEND:VCARD\nBEGIN:VCARD\nFN:Mallory\nEND:VCARD\n".utf8).write(
      to: URL(filePath: path))
    try pilot.press(.enter)
    try pilot.waitUntil("the new plan") {
      $0.contains("The file has changed in the meantime.") && $0.contains("2 people would be imported.")
    }
    #expect(try book.run("list", "--format", "json").output.split(separator: "\n").count == 1)
    try pilot.press(.enter)
    try pilot.waitFor("2 people imported")
  }

  @Test func `a mapping that fits two columns is refused in full`() throws {
    let path = "\(book.folder)/two.csv"
    try Data("name,phone,phone\nGrace,1,2\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open(size: Size(width: 80, height: 24))
    try type(path, pilot)
    try pilot.waitFor("phone #2 → phone")
    try pilot.press("m")
    try pilot.waitFor("Column=field")
    try pilot.type("phone=nothing\r")
    try pilot.waitUntil("the columns to choose from") {
      $0.contains("There are several columns “phone”") && $0.contains("“phone #2”.")
    }
  }

  @Test func `the help lists the keys of the plan`() throws {
    let path = "\(book.folder)/one.csv"
    try Data("name,email\nGrace,grace@example.org\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open()
    try type(path, pilot)
    try pilot.waitFor("1 person would be imported.")
    try pilot.press("?")
    try pilot.waitUntil("the keys") {
      $0.contains("Import these people") && $0.contains("Choose the field for a column")
    }
    try pilot.press(.escape)
    try pilot.waitForNo("Import these people")
    try pilot.press(.enter)
    try pilot.waitFor("1 person imported")
  }

  @Test func `Esc leaves the plan, and the book as it was`() throws {
    let path = "\(book.folder)/one.vcf"
    try Data("BEGIN:VCARD\nFN:Grace\nEND:VCARD\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open()
    try type(path, pilot)
    try pilot.waitFor("1 person would be imported.")
    try pilot.press(.escape)
    try pilot.waitForNo("would be imported")
    #expect(try book.run("list", "--format", "json").output.split(separator: "\n").count == 1)
  }

  @Test func `a correction is asked above the plan`() throws {
    let path = "\(book.folder)/people.csv"
    try Data("Name;Mail;Amt\nBob;bob@example.org;8\n".utf8).write(to: URL(filePath: path))
    let pilot = try book.open("--no-motion")
    try type(path, pilot)
    try pilot.waitFor("Amt → note")
    try pilot.press("m")
    try pilot.waitFor("Column=field")
    try pilot.press(.escape)
    try pilot.waitUntil("the plan") { !$0.contains("Column=field") && $0.contains("Amt → note") }
    try pilot.press("m")
    try pilot.waitFor("Column=field")
    try pilot.type("Amt=phone\r")
    try pilot.waitUntil("the new plan") { $0.contains("Amt → phone") && !$0.contains("Amt → note") }
    try pilot.press(.escape)
    try pilot.waitForNo("would be imported")
  }

  @Test func `an export that keeps a file asks again`() throws {
    let path = "\(book.folder)/old.json"
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    let pilot = try book.open("--no-motion", size: Size(width: 120, height: 20))
    try pilot.waitFor("1 of 1")
    try pilot.press("x")
    try pilot.waitFor("people.vcf")
    try pilot.type(path)
    try pilot.press(.enter)
    try pilot.waitFor("Keep the file")
    try pilot.press(.escape)
    try pilot.waitUntil("the path") { !$0.contains("Keep the file") && $0.contains("old.json") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try pilot.press(.enter)
    try pilot.waitFor("Keep the file")
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("1 person written")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Lovelace"))
  }
}
