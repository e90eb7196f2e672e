import TUIKit
import TUITesting
import Testing

@Suite struct `The plan of an import` {
  private let fixture: ProgramFixture

  init() throws {
    fixture = try ProgramFixture(adding: ["Ada Lovelace", "--email", "ada@example.org"])
  }

  private var file: String { "\(fixture.folder)/people.csv" }
  private let table = """
    Vorname,Nachname,Mail privat,Amt,Kunde
    Ada,King,ada@example.org,1,7
    Bob,Moss,bob@example.org,2,8
    ,,,,

    """

  @Test func `a dry run shows the field of each column and likely duplicates`() throws {
    try fixture.write(table, to: "people.csv")
    let outcome = try fixture.run("import", "--dry-run", file)
    #expect(outcome.status == 0, "\(outcome)")
    for line in [
      "people.csv:\n", "  Vorname → first name\n", "  Mail privat → e-mail:home\n", "  Amt → note, below its heading\n",
      "1 person may be in the book already:\n", "  Ada King is like Ada Lovelace (",
      "): same e-mail ada@example.org\n", "2 people would be imported.",
    ] { #expect(outcome.messages.contains(line), "\(line) in \(outcome.messages)") }
    #expect(try fixture.run("list", "--format", "json").lines.count == 1)
  }

  @Test func `a mapping corrects the field of a column`() throws {
    try fixture.write(table, to: "people.csv")
    let words = ["--map", "Amt=phone:work", "--map", "Kunde=nothing", "--map", "mail privat = e-mail:school"]
    let plan = try fixture.run(["import", file, "--dry-run", "--book", fixture.book] + words)
    #expect(plan.messages.contains("  Amt → phone:work\n") && plan.messages.contains("  Kunde → nothing\n"))
    #expect(try fixture.run(["import", file, "--book", fixture.book] + words).status != 1)
    let bob = try fixture.run("show", "Bob Moss", "--format", "json").output
    #expect(bob.contains("{\"label\":\"work\",\"value\":\"2\"}") && bob.contains("\"label\":\"school\""), "\(bob)")
    #expect(!bob.contains("Kunde"))
  }

  @Test func `a table with any headings is read by a mapping`() throws {
    try fixture.write("A;B;C\nZoë;12;Ulm\n", to: "people.csv")
    #expect(try fixture.run("import", file).status == 1)
    let outcome = try fixture.run("import", file, "--map", "A=name", "--map", "B=phone", "--map", "C=city:home")
    #expect(outcome.status == 0, "\(outcome)")
    let shown = try fixture.run("show", "Zoë").output
    #expect(shown.contains("12") && shown.contains("Ulm"))
  }

  @Test func `an unknown field or column is wrong usage, with the one that is meant`() throws {
    try fixture.write(table, to: "people.csv")
    for (map, sentence) in [
      ("Amt=fone", "There is no field “fone”. Did you mean “phone”?"),
      ("Amt=zzzzzzzz", "There is no field “zzzzzzzz”. The fields are name, first name, "),
      ("Amt", "Write “Amt” as Column=field, such as “Tel. 2=phone”."),
      ("Amt=first name:work", "The field “first name” has no label."),
      ("Foo=phone", "There is no column “Foo”. There are “Vorname”, “Nachname”, "),
    ] {
      let outcome = try fixture.run("import", file, "--map", map)
      #expect(outcome.status == 2 && outcome.messages.contains(sentence), "\(outcome.messages)")
    }
    let card = try fixture.run("import", "-", "--format", "vcard", "--map", "A=phone")
    #expect(card.status == 2 && card.messages.contains("vCard has no columns: --map is for CSV."))
    #expect(try fixture.run("import", "--help").output.contains("--map corrects a field"))
  }

  @Test func `a mapping of a file without columns names its format`() throws {
    try fixture.write("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n", to: "people.vcf")
    let card = try fixture.run("import", "\(fixture.folder)/people.vcf", "--map", "x=phone")
    #expect(card.status == 2)
    #expect(card.messages == "peoplebook: There is no column “x”: vCard has no columns.\n")
  }

  @Test func `of two columns with one heading, each is chosen by its number`() throws {
    try fixture.write("Name,Phone,Phone\nBob Moss,1,2\n", to: "people.csv")
    let plan = try fixture.run("import", "--dry-run", file)
    #expect(plan.messages.contains("  Phone #1 → phone\n  Phone #2 → phone\n"), "\(plan)")
    let refusal = try fixture.run("import", file, "--map", "Phone=phone:work")
    #expect(refusal.status == 2)
    #expect(
      refusal.messages == "peoplebook: There are several columns “Phone”: choose “Phone #1” or “Phone #2”.\n")
    #expect(try fixture.run("import", file, "--map", "phone #2=phone:work").status == 0)
    let bob = try fixture.run("show", "Bob Moss", "--format", "json").output
    #expect(bob.contains("{\"label\":\"\",\"value\":\"1\"},{\"label\":\"work\",\"value\":\"2\"}"), "\(bob)")
  }

  @Test func `a heading that differs in case alone is chosen by its spelling`() throws {
    try fixture.write("Name,Phone,phone\nBob Moss,1,2\n", to: "people.csv")
    let refusal = try fixture.run("import", file, "--map", "PHONE=phone:work")
    #expect(
      refusal.messages == "peoplebook: There are several columns “PHONE”: choose “Phone” or “phone”.\n")
    #expect(try fixture.run("import", file, "--map", "phone=phone:work").status == 0)
    let bob = try fixture.run("show", "Bob Moss", "--format", "json").output
    #expect(bob.contains("{\"label\":\"\",\"value\":\"1\"},{\"label\":\"work\",\"value\":\"2\"}"), "\(bob)")
  }

  @Test func `on a terminal the plan precedes a question`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let path = "\(book.folder)/people.csv"
    try fixture.write(table, to: "people.csv")
    #expect(try book.shell("cp '\(file)' people.csv").status == 0)
    for (answer, count) in [("n\r", 1), ("y\r", 3)] {
      let pilot = try book.open("import", path)
      try pilot.waitFor("Import? [y/N]")
      #expect(pilot.screen.contains("Vorname → first name") && pilot.screen.contains("2 people would be imported."))
      try pilot.type(answer)
      #expect(try pilot.waitForEnd() == .exited(count == 1 ? 1 : 0))
      #expect(try book.run("list", "--format", "json").output.split(separator: "\n").count == count)
    }
    let pilot = try book.open("import", "--yes", path)
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.screen.contains("2 people unchanged"))
  }

  @Test func `the letter of an option may precede the verb`() throws {
    try fixture.write(table, to: "people.csv")
    let outcome = try fixture.run(["-n", "import", file, "--book", fixture.book])
    #expect(outcome.status == 0 && outcome.messages.contains("2 people would be imported."), "\(outcome)")
    #expect(try fixture.run("list", "--format", "json").lines.count == 1)
  }

  @Test func `a dry run changes nothing under POSIX rules`() throws {
    try fixture.write(table, to: "people.csv")
    let outcome = try fixture.run(
      ["--book", fixture.book, "import", file, "--dry-run"], environment: ["POSIXLY_CORRECT=1"])
    #expect(outcome.status == 0 && outcome.messages.contains("2 people would be imported."), "\(outcome)")
    #expect(try fixture.run("list", "--format", "json").lines.count == 1)
  }
}
