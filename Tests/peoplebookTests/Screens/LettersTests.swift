import TUIKit
import TUITesting
import TestSupport
import Testing

/// The section letters of the list.
@Suite struct `Under letters` {
  private let book: TestBook

  init() throws {
    book = TestBook()
  }

  private func open(_ arguments: String..., size: Size = Size(width: 100, height: 20)) throws -> ProgramPilot {
    let pilot = try ProgramPilot(
      TestBook.program, ["--book", book.path, "--no-motion"] + arguments,
      environment: Built.environment(["HOME": book.folder]),
      size: size,
      directory: book.folder)
    try pilot.waitFor("1 of ")
    return pilot
  }

  /// The first columns of the list, line by line.
  private func list(_ screen: ScreenContents) -> [String] {
    screen.lines.dropFirst(3).dropLast(2)
      .map { line in line.prefix(28).filter { $0 != "▌" && $0 != "●" }.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  /// The letters at the right edge, line by line.
  private func rail(_ screen: ScreenContents) -> String {
    String(screen.lines.dropFirst(3).dropLast(2).map { $0.count == screen.size.width - 1 ? $0.last ?? " " : " " })
  }

  @Test func `people are listed, and letters follow their people`() throws {
    try book.add("Ada Lovelace", "Åsa Öström", "Barbara Liskov", "007 Bond", "Борис Годунов")
    let pilot = try open()
    try pilot.waitUntil("all letters") {
      list($0) == [
        "#", "007 Bond", "A", "Ada Lovelace", "Åsa Öström", "B", "Barbara Liskov", "Б", "Борис Годунов",
      ]
    }
    try book.add("Quentin Blake")
    try pilot.waitUntil("a letter more") { list($0).contains("Q") && list($0).contains("Quentin Blake") }
    #expect(list(pilot.screen)[7...8] == ["Q", "Quentin Blake"])
    try book.run("remove", "Barbara Liskov")
    try pilot.waitUntil("a letter less") { !list($0).contains("B") && $0.contains("of 5") }
    try book.run("undo")
    try pilot.waitUntil("it again") { list($0)[5...6] == ["B", "Barbara Liskov"] }
  }

  @Test func `people are listed in both orders and with a tag, not in a search`() throws {
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams")
    try book.run("edit", "Cleo Adams", "--tag", "work")
    let pilot = try open()
    try pilot.press("s")
    try pilot.waitUntil("the orders") { $0.contains("ast name") }
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitUntil("the other order") {
      list($0) == ["A", "Adams, Cleo", "L", "Liskov, Barbara", "Lovelace, Ada"]
    }
    try pilot.press("/")
    try pilot.type("l")
    try pilot.waitUntil("those found") { list($0) == ["Liskov, Barbara", "Lovelace, Ada"] }
    try pilot.press(.escape)
    try pilot.waitUntil("everybody") { list($0).first == "A" && list($0).count == 5 }
    try pilot.press("t")
    try pilot.waitFor("work  1")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitUntil("one letter") { list($0) == ["A", "Adams, Cleo"] }
  }

  @Test func `the end of a search selects the person before it`() throws {
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams")
    let pilot = try open()
    try pilot.press(.end)
    try pilot.waitFor("3 of 3")
    try pilot.press("/")
    try pilot.type("a")
    try pilot.waitUntil("no letters") { list($0) == ["Ada Lovelace", "Cleo Adams"] && $0.contains("1 of 2") }
    try pilot.press(.escape)
    try pilot.waitUntil("the same person") { $0.contains("3 of 3") }
  }

  @Test func `each action applies to the visible person`() throws {
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams", "Dora Maar")
    let pilot = try open()
    for place in 2...3 {
      try pilot.press(.down)
      try pilot.waitFor("\(place) of 4")
    }
    try pilot.press("e")
    try pilot.waitUntil("the form") { $0.contains("First name") && $0.contains("Cleo") }
    // Continues with the next person, past a letter.
    try pilot.press("n", .control)
    try pilot.waitUntil("the next form") { $0.contains("First name") && $0.contains("Dora") }
    try pilot.press(.escape)
    try pilot.waitFor("4 of 4")
    try pilot.press(" ")
    try pilot.press(.home)
    try pilot.waitFor("1 of 4")
    try pilot.press(" ")
    try pilot.waitFor("2 marked")
    try pilot.press("d")
    try pilot.waitUntil("the question") { $0.contains("Delete 2 people?") && $0.contains("Delete all 2") }
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("Deleted 2 people")
    #expect(
      try PlainSQLite(book.path).run("SELECT first_name FROM person ORDER BY 1") == [["Barbara"], ["Cleo"]])
    try pilot.press("a")
    try pilot.waitFor("First name")
    try pilot.type("Zoë")
    try pilot.press("s", .control)
    try pilot.waitUntil("her who was added") { $0.contains("3 of 3") && list($0).suffix(2) == ["Z", "Zoë"] }
  }

  @Test func `a new person above the selected first one is shown at once`() throws {
    try book.add("Ada Lovelace", "Barbara Liskov")
    let pilot = try open()
    try book.add("Aaa New")
    try pilot.waitUntil("the newcomer") {
      list($0).prefix(3) == ["A", "Aaa New", "Ada Lovelace"] && $0.contains("2 of 3")
    }
    #expect(!pilot.screen.contains("new above"))
  }

  @Test func `a new person covered by a letter counts as above`() throws {
    for letter in "AB" {
      try book.run(
        "import", "--format", "csv", "-",
        input: "First name,Last name\n" + (10..<40).map { "\(letter)\($0),Somebody\n" }.joined())
    }
    let pilot = try open()
    try pilot.press(.end)
    try pilot.waitFor("60 of 60")
    try book.add("A0 New")
    try pilot.waitFor("▲ 1 new above")
    try pilot.press(.home)
    try pilot.waitUntil("the newcomer") { $0.contains("A0 New") && !$0.contains("new above") }
  }

  @Test func `a click on a letter selects its people`() throws {
    for letter in "ABCD" {
      try book.run(
        "import", "--format", "csv", "-",
        input: "First name,Last name\n" + (10..<40).map { "\(letter)\($0),Somebody\n" }.joined())
    }
    let pilot = try open()
    try pilot.waitUntil("the letters") { rail($0).filter(\.isLetter) == "ABCD" }
    let line = try #require(rail(pilot.screen).enumerated().first { $0.element == "C" }?.offset)
    try pilot.click(x: 99, y: 3 + line)
    try pilot.waitUntil("the third letter") { list($0).prefix(2) == ["C", "C10 Somebody"] && $0.contains("61 of 120") }
    for _ in 0..<20 { try pilot.press(.down) }
    try pilot.waitUntil("it above its people") { list($0).first == "C" && $0.contains("81 of 120") }
    #expect(rail(pilot.screen).filter(\.isLetter) == "ABCD")
  }

  @Test func `a large book opens with all its letters`() throws {
    let names = (0..<3_000).map { "\(["Ada", "Bea", "Cleo", "Dora", "Zoe"][$0 % 5]) \($0),Somebody\n" }
    try book.run("import", "--format", "csv", "-", input: "First name,Last name\n" + names.joined())
    let pilot = try open()
    #expect(rail(pilot.screen).filter(\.isLetter) == "ABCDZ")
    #expect(list(pilot.screen).first == "A")
    try pilot.press(.end)
    try pilot.waitUntil("the end") { list($0).first == "Z" && $0.contains("3,000 of 3,000") }
  }
}
