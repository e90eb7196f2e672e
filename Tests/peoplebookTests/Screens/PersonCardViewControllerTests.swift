import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import Testing

/// Enter in the list shows the card of the selected person.
@Suite struct PersonCardViewControllerTests {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams")
    try book.run("edit", "Ada Lovelace", "--phone", "work:+44 20 7946 0018", "--tag", "math")
  }

  private func open(width: Int = 100, environment: [String: String] = [:]) throws -> ProgramPilot {
    let pilot = try book.open("--no-motion", size: Size(width: width, height: 30), environment: environment)
    try pilot.waitFor("1 of 3")
    return pilot
  }

  private func openCard(environment: [String: String] = [:]) throws -> ProgramPilot {
    let pilot = try open(environment: environment)
    try pilot.press(.enter)
    try pilot.waitUntil("Ada's card") {
      $0.contains("Phone · work") && $0.contains("1 of 3") && $0.contains("last changed") && $0.contains("y copy")
    }
    return pilot
  }

  /// Goes from Ada's card to that of Cleo, who is her friend.
  private func openCardOfFriend() throws -> ProgramPilot {
    let pilot = try openCard()
    try pilot.waitFor("Related · friend")
    try pilot.press(.down)
    try pilot.press(.down)
    try pilot.waitFor("o go to")
    try pilot.press("o")
    try pilot.waitUntil("Cleo's card") { $0.contains("cleo@example.org") && $0.contains("Related · friend of") }
    return pilot
  }

  @Test func `the place in the list follows the book`() throws {
    let pilot = try openCard()
    try pilot.type("nn")
    try pilot.waitUntil("Cleo") { $0.contains("cleo@example.org") && $0.contains("3 of 3") }
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("2 of 2")
    try book.run("add", "Dora Zuse")
    try pilot.waitFor("2 of 3")
    #expect(pilot.screen.contains("cleo@example.org"))
  }

  @Test func `Esc returns from the card to the list`() throws {
    let pilot = try openCard()
    #expect(!pilot.screen.contains("Barbara"))
    try pilot.press(.escape)
    try pilot.waitFor("Barbara Liskov")
  }

  @Test func `the next and the previous person follow without the list`() throws {
    let pilot = try openCard()
    try pilot.type("n")
    try pilot.waitUntil("Barbara") { $0.contains("barbara@example.org") && $0.contains("2 of 3") }
    try pilot.type("n")
    try pilot.waitUntil("Cleo") { $0.contains("cleo@example.org") && $0.contains("3 of 3") }
    try pilot.type("p")
    try pilot.waitUntil("Barbara again") { $0.contains("barbara@example.org") && $0.contains("2 of 3") }
    try pilot.type("nn")
    try pilot.waitUntil("the end") { $0.contains("cleo@example.org") && $0.contains("This is the last person") }
    try pilot.press(.escape)
    try pilot.waitUntil("Cleo to be selected") { $0.contains("3 of 3") && $0.contains("Ada") }
  }

  @Test func `n and p lead on from a person who has left the list`() throws {
    let pilot = try openCard()
    try pilot.type("n")
    try pilot.waitFor("2 of 3")
    try book.run("remove", "Barbara Liskov")
    try pilot.waitFor("This person was deleted")
    try pilot.type("n")
    try pilot.waitUntil("Cleo") { $0.contains("cleo@example.org") && $0.contains("2 of 2") }
    try book.run("remove", "Cleo Adams")
    try pilot.waitFor("This person was deleted")
    try pilot.type("n")
    try pilot.waitFor("This is the last person")
    try pilot.type("p")
    try pilot.waitUntil("Ada") { $0.contains("+44 20 7946 0018") || $0.contains("ada@example.org") }
  }

  @Test func `a card stays on its deleted person`() throws {
    let pilot = try openCard()
    try pilot.press("h")
    try pilot.waitFor("Changes to Ada Lovelace")
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("Deleted Ada Lovelace")
    try pilot.press(.escape)
    try pilot.waitUntil("Ada's card") {
      $0.contains("This person was deleted") && $0.contains("+44 20 7946 0018") && !$0.contains("barbara@")
    }
    try pilot.press("n")
    try pilot.waitUntil("Barbara's card") { $0.contains("barbara@example.org") && $0.contains("1 of 2") }
  }

  @Test func `an undone deletion ends the refusal`() throws {
    let pilot = try openCard()
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("This person was deleted")
    try book.run("undo")
    try pilot.waitUntil("Ada's card") {
      !$0.contains("This person was deleted") && $0.contains("+44 20 7946 0018") && $0.contains("1 of 3")
    }
    try pilot.press("e")
    try pilot.waitFor("Edit person")
  }

  @Test func `save and next moves the card along`() throws {
    try book.run("add", "Zoe Byron", "--phone", "+44 20 7946 0018")
    try book.run("add", "Zoe Turing", "--phone", "+44 1632 960012")
    let pilot = try book.open("--no-motion", size: Size(width: 100, height: 30))
    try pilot.waitFor("1 of 5")
    try pilot.type("/zoe\n")
    try pilot.waitUntil("the search") { $0.contains("“zoe” ✕") && $0.contains("1 of 2") }
    try pilot.press(.enter)
    try pilot.waitFor("y copy")
    try pilot.press("e")
    try pilot.waitUntil("the form") { $0.contains("Edit person") && $0.contains("Byron") }
    // The search does not find this name.
    try pilot.press("u", .control)
    try pilot.type("Max")
    try pilot.waitFor("Max Byron")
    try pilot.press("n", .control)
    try pilot.waitUntil("the next form") { $0.contains("Edit person") && $0.contains("Turing") }
    try pilot.press(.escape)
    try pilot.waitUntil("the next card") { $0.contains("+44 1632 960012") && $0.contains("y copy") }
  }

  @Test func `o on a related person shows that person's card`() throws {
    try book.run("edit", "Ada Lovelace", "--related", "friend:Cleo Adams", "--related", "Nobody Known")
    let pilot = try openCardOfFriend()
    try pilot.press(.down)
    try pilot.press("o")
    try pilot.waitFor("Nobody Known")
    for _ in 0..<3 { try pilot.press(.down) }
    try pilot.press("o")
    try pilot.waitFor("“Nobody Known” is not in the book")
  }

  @Test func `a form opened after a step returns to its last person`() throws {
    try book.run("edit", "Ada Lovelace", "--related", "friend:Cleo Adams")
    let pilot = try openCardOfFriend()
    try pilot.press("n")
    try pilot.waitFor("barbara@example.org")
    try pilot.press("e")
    try pilot.waitUntil("Barbara's form") { $0.contains("Edit person") && $0.contains("Barbara Liskov") }
    try pilot.press("n", .control)
    try pilot.waitUntil("Cleo's form") { $0.contains("Edit person") && $0.contains("Cleo Adams") }
    try pilot.press(.escape)
    try pilot.waitUntil("the card of the person in the form") {
      $0.contains("cleo@example.org") && $0.contains("y copy")
    }
  }

  @Test func `e edits the person, and saving leads back to the card`() throws {
    let pilot = try openCard()
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.type("x")
    try pilot.waitFor("Adax")
    try pilot.press("s", .control)
    try pilot.waitUntil("the card") {
      $0.contains("Saved Adax Lovelace · u undoes") && $0.contains("y copy") && !$0.contains("Barbara")
    }
    try pilot.press("u")
    try pilot.waitUntil("the undone change") { $0.contains("Undid “Changed") && !$0.contains("Adax Lovelace  ") }
  }

  @Test func `u on the card asks before it undoes another program's change`() throws {
    let pilot = try openCard()
    try pilot.press("u")
    try pilot.waitFor("Keep the change")
    try pilot.press(.escape)
    try pilot.waitUntil("the card") { !$0.contains("Keep the change") && $0.contains("y copy") }
  }

  @Test func `a second Enter opens no other program`() throws {
    let (links, environment) = try makeOpener()
    defer { close(links) }
    let pilot = try open(environment: environment)
    try pilot.send([0x0D, 0x0D])
    try pilot.waitFor("y copy")
    try pilot.press(.down)
    try pilot.waitFor("o call")
    try pilot.press("o")
    try pilot.waitFor("Opening “tel:+442079460018”")
    #expect(readLines(1, from: links) == ["tel:+442079460018"])
  }

  @Test func `the forms after the first lead back to the last person's card`() throws {
    let pilot = try openCard()
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    for name in ["Barbara Liskov", "Cleo Adams"] {
      try pilot.press("n", .control)
      try pilot.waitUntil("the next form") { $0.contains("Edit person") && $0.contains(name) }
    }
    try pilot.press("n", .control)
    try pilot.waitUntil("the last card") {
      $0.contains("That was the last person") && $0.contains("cleo@example.org") && $0.contains("3 of 3")
    }
  }

  @Test func `a value is copied from the card that the key before has shown`() throws {
    let pilot = try openCard()
    try pilot.send(Array("ny".utf8))
    try pilot.waitFor("Copied “")
    #expect(pilot.screen.contains("Copied “barbara@example.org”"))
  }

  @Test func `a value is copied to the terminal's clipboard`() throws {
    let pilot = try openCard()
    try pilot.press(.down)
    try pilot.press("y")
    try pilot.waitFor("Copied “+44 20 7946 0018”")
    let encoded = Data("+44 20 7946 0018".utf8).base64EncodedString()
    #expect(pilot.terminal.state.clipboard.last == "c;\(encoded)")
  }

  @Test func `a value is opened in the program for its kind`() throws {
    let (links, environment) = try makeOpener()
    defer { close(links) }
    let pilot = try openCard(environment: environment)
    try pilot.waitFor("o mail")
    try pilot.press("o")
    try pilot.waitFor("Opening “mailto:ada@example.org”")
    try pilot.press(.down)
    try pilot.waitFor("o call")
    try pilot.press("o")
    try pilot.waitFor("Opening “tel:+442079460018”")
    #expect(Set(readLines(2, from: links)) == ["mailto:ada@example.org", "tel:+442079460018"])
  }

  /// Makes a program that opens links: it writes each of them to a pipe.
  private func makeOpener() throws -> (links: Int32, environment: [String: String]) {
    let opened = "\(book.folder)/opened"
    try #require(mkfifo(opened, 0o600) == 0)
    try Data("#!/bin/sh\necho \"$1\" >> '\(opened)'\n".utf8).write(to: URL(filePath: "\(book.folder)/xdg-open"))
    chmod("\(book.folder)/xdg-open", 0o755)
    // A reader that also writes never sees the end of the file.
    return (Glibc.open(opened, O_RDWR | O_CLOEXEC), ["PATH": "\(book.folder):/usr/bin:/bin"])
  }

  /// Reads lines from a pipe until there are `count`, or nothing arrives for 20 seconds.
  private func readLines(_ count: Int, from pipe: Int32) -> [Substring] {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 1_000)
    var input = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while text.filter(\.isNewline).count < count, poll(&input, 1, 20_000) > 0 {
      let size = read(pipe, &bytes, bytes.count)
      text += String(decoding: bytes.prefix(max(0, size)), as: UTF8.self)
    }
    return text.split(separator: "\n")
  }

  @Test func `a change by another process is shown, and so is a deletion`() throws {
    let pilot = try openCard()
    try book.run("edit", "Ada Lovelace", "--phone", "+44 1632 960012")
    try pilot.waitUntil("the new phone") { $0.contains("+44 1632 960012") && $0.contains("by you") }
    try book.run("remove", "Ada Lovelace")
    try pilot.waitUntil("the deletion") { $0.contains("This person was deleted") && $0.contains("+44 1632 960012") }
    for key in ["e", "h", "d"] {
      try pilot.type(key)
      try pilot.waitFor("Nothing was done: this person was deleted")
      try pilot.press(.up)
      try pilot.waitUntil("no message") { !$0.contains("Nothing was done") }
    }
  }

  @Test func `d deletes the person on the card, not the marked ones`() throws {
    let pilot = try open()
    try pilot.press(.down)
    try pilot.press(" ")
    try pilot.waitFor("1 marked")
    try pilot.press(.home)
    try pilot.press(.enter)
    try pilot.waitFor("Phone · work")
    try pilot.press("d")
    try pilot.waitUntil("the list without Ada") { $0.contains("Deleted Ada Lovelace") && $0.contains("Barbara") }
    // The mark is visible again when the message ends.
    try pilot.waitFor("1 marked")
    #expect(try PlainSQLite(book.path).run("SELECT count(*) FROM person") == [["2"]])
  }

  @Test func `in a wide window, Enter goes to the card beside the list`() throws {
    let pilot = try open(width: 150)
    try pilot.press(.enter)
    try pilot.waitUntil("the card's keys") { $0.contains("y copy") && $0.contains("Barbara Liskov") }
    try pilot.press("y")
    try pilot.waitFor("Copied “ada@example.org”")
    try pilot.press("n")
    try pilot.waitUntil("Barbara's card") { $0.contains("2 of 3") && $0.contains("y copy") }
    try pilot.press(.escape)
    try pilot.waitUntil("the list's keys") { !$0.contains("y copy") && $0.contains("a add") }
    try pilot.press(.enter)
    try pilot.waitFor("y copy")
    try pilot.resize(to: Size(width: 100, height: 30))
    try pilot.waitUntil("the list") { !$0.contains("y copy") && $0.contains("a add") }
  }

  @Test func `the palette copies from no other card`() throws {
    let pilot = try open(width: 150)
    try pilot.press(.enter)
    try pilot.waitFor("y copy")
    try pilot.press("p", .control)
    try pilot.type("copy")
    try pilot.waitFor("Copy the value")
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("of 2")
    try pilot.press(.enter)
    try pilot.waitFor("This person is no longer in the list: nothing was done")
    #expect(pilot.terminal.state.clipboard.isEmpty)
  }
}
