import FoundationEssentials
import PeoplebookCore
import Testing

/// The screens as lines of text, from what is typed to the book.
@Suite struct PlainScreenTests {
  private let book = TestBook("family.db")

  /// The output for some lines of input, each line of which is without the prompt for it.
  private func transcript(_ lines: String...) throws -> [String] {
    let outcome = try book.run(["--plain"], input: lines.map { $0 + "\n" }.joined())
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("\r"))
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func `an empty book, a person is added by prompts, shown and found`() throws {
    let output = try transcript(
      "add", "Ada", "Lovelace", "", "", "", "work: ada@example.org; ada@home.example", "", "no day", "10 Dec 1990",
      "", "", "yes", "/lovel", "1", "quit")
    #expect(output.first == "Peoplebook, family.db. Type help for the commands.")
    #expect(output[1] == "0 people. Type add to add a person, or import and the name of a file.")
    #expect(output[2].hasPrefix("Command: An empty line keeps a value"))
    #expect(output.contains { $0.contains("“no day” is not a date") })
    #expect(output.contains { $0.hasPrefix("Birthday [no day]: 10 December 1990.") })
    #expect(output.contains { $0.contains("Save Ada Lovelace? Type yes or no: Added Ada Lovelace.") })
    #expect(output.contains("Command: 1 person found for “lovel”."))
    #expect(output.contains { $0.hasPrefix("1. Ada Lovelace, ada@example.org") })
    #expect(output.contains { $0.contains("10 December 1990") })
    #expect(ProgramFixture.names(in: book.folder).filter { $0.hasPrefix("family.db") } == ["family.db"])
    #expect(try book.run("list").output.contains("ada@example.org"))
  }

  @Test(arguments: [["--open", "add"], ["--record", "searches"]])
  func `an option that it would ignore is refused`(words: [String]) throws {
    let outcome = try book.run(["--plain"] + words, input: "")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("leave out --open and --record"))
  }

  @Test(arguments: [("add", false), ("add more", true), ("edit 1", false), ("edit 1 more", true)])
  func `the common fields are prompted for, or all of the form`(command: String, isWhole: Bool) throws {
    try book.add("Ada Lovelace")
    let fields = FieldCatalogue.current.fields
    let output = try book.run(["--plain"], input: command + String(repeating: "\n", count: fields.count + 5)).output
    for field in fields {
      let isPrompted = output.contains(try Regex("(?m)(^|: |\\.)\(field.label)( \\[[^\\]]*\\])?: "))
      #expect(isPrompted == (field.formPlace == .common || isWhole && field.formPlace != nil), "\(field.label)")
    }
  }

  @Test func `a person without a name is not saved`() throws {
    let fields = FieldCatalogue.current.fields.count { $0.formPlace == .common }
    let output = try book.run(["--plain"], input: "add" + String(repeating: "\n", count: fields + 1)).output
    let needed = "one of name, nickname, organisation, e-mail, phone, title or note"
    #expect(output.contains("A person needs \(needed): nothing was changed.\n"), "\(output)")
    #expect(!output.contains("Save "))
  }

  @Test func `a notice keeps a name's dots and names no key`() throws {
    try book.run("add", "--first", "Ada · Bea")
    let output = try transcript("delete 1", "yes", "undo", "redo")
    #expect(output.contains { $0.hasSuffix("Deleted Ada · Bea.") })
    #expect(output.contains { $0.hasSuffix("Undid “Deleted Ada · Bea”.") })
    #expect(output.contains { $0.hasSuffix("Redid “Deleted Ada · Bea”.") })
  }

  @Test func `a refused merge names no key`() throws {
    try book.add("Ada Lovelace")
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.org")
    let output = try transcript("duplicates", "different 1", "merge 1 2", "yes")
    let reason = "Problem: Ada Lovelace and Ada Lovelace are marked as different people: nothing was merged"
    #expect(output.contains { $0.contains(reason) } && !output.contains { $0.contains("H lists") }, "\(output)")
  }

  @Test func `a card shows relations from both sides`() throws {
    try book.add("Ada Lovelace", "Byron Noel")
    try book.run("edit", "Byron Noel", "--related", "child:Ada Lovelace")
    let output = try transcript("1")
    #expect(output.contains("Related (child of)   Byron Noel"))
  }

  @Test func `a value is kept, changed and removed, then undone and redone`() throws {
    try book.run("add", "--first", "Ada", "--last", "Byron", "--email", "ada@example.org")
    let output = try transcript(
      "edit 1", "", "Lovelace", "", "", "", "-", "", "", "", "", "yes", "undo", "redo", "history 1", "history")
    #expect(output.contains { $0.hasSuffix("First name: Last name [Byron]: ") || $0.contains("Last name [Byron]: ") })
    #expect(output.contains { $0.contains("Saved Ada Lovelace.") })
    #expect(output.contains { $0.contains("Undid “Changed Ada Lovelace”.") })
    #expect(output.contains { $0.contains("Redid “Changed Ada Lovelace”.") })
    #expect(output.contains { $0.contains("last name: Byron → Lovelace") })
    #expect(!(try book.run("show", "Ada").output.contains("ada@example.org")))
  }

  @Test func `a person is deleted after a question, and restored from the trash`() throws {
    try book.add("Ada Lovelace", "Bea Yota")
    let output = try transcript(
      "delete 2", "no", "delete 2", "yes", "list", "delete 9", "trash", "1", "trash", "fly", "quit")
    #expect(output.contains { $0.contains("Delete Bea Yota? Type yes or no: Nothing was changed.") })
    #expect(output.contains { $0.contains("Deleted Bea Yota.") })
    #expect(output.contains("Command: 1 person."))
    #expect(output.contains("Command: Type a number of the list, from 1 to 1."))
    #expect(output.contains { $0.contains("1. Bea Yota, deleted Today") })
    #expect(output.contains { $0.hasSuffix("Restored Bea Yota.") })
    #expect(output.contains("Command: There are no deleted people."))
    #expect(output.contains("Command: There is no command “fly”. Type help for the commands."))
    #expect(try book.run("list").output.contains("Bea Yota"))
  }

  @Test func `a long list is read page by page`() throws {
    for number in 1...23 { try book.run("add", "--first", "P\(number + 100)") }
    let output = try transcript("", "birthdays", "duplicates")
    #expect(output.contains("20. P120") && output.contains("3 more. An empty line lists the next ones."))
    #expect(output.contains { $0.hasSuffix("21. P121") } && output.contains("23. P123"))
    #expect(output.contains("Command: There are no birthdays in the next 60 days."))
    #expect(output.contains("Command: No duplicates found."))
  }

  @Test func `the change of another program is asked about before it is undone`() throws {
    try book.add("Ada Lovelace")
    let output = try transcript("undo", "yes", "list")
    #expect(output.contains { $0.contains("Undo “Added Ada Lovelace”? Made by you in another program") })
    #expect(output.contains { $0.hasPrefix("Command: 0 people. ") })
  }

  @Test func `a long trash is read to its end, and a person is erased`() throws {
    let names = (1...23).map { "P\($0 + 100)" }
    try book.add(names[0], names[1], names[2])
    for name in names.dropFirst(3) { try book.add(name) }
    for name in names { try book.run("remove", name) }
    let output = try transcript("trash", "", "23", "trash", "erase 1", "no", "trash", "erase 1", "yes")
    #expect(output.contains("3 more. An empty line lists the next ones."))
    #expect(output.contains { $0.hasSuffix("Restored P101.") })
    #expect(output.contains { $0.contains("Erase P123 for good?") && $0.hasSuffix("Nothing was erased.") })
    #expect(output.contains { $0.hasSuffix("Erased P123.") })
    #expect(try book.run("list").output.contains("P101"))
  }

  @Test func `people are imported after their plan, and exported`() throws {
    let (cards, copy) = ("\(book.folder)/cards.vcf", "\(book.folder)/copy.csv")
    try Data("BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nN:Lovelace;Ada\nEND:VCARD\n".utf8).write(
      to: URL(filePath: cards))
    let output = try transcript(
      "import", "import \(cards)", "no", "list", "import \(cards)", "yes", "list", "export \(copy)",
      "export \(copy)", "no", "export \(book.folder)")
    #expect(output.contains("Command: Type the path of a file after import."))
    #expect(output.contains { $0.hasSuffix("Nothing was imported.") })
    #expect(output.contains { $0.hasPrefix("Command: 0 people. ") } && output.contains("Command: 1 person."))
    #expect(output.contains("Command: 1 person written to \(copy)."))
    #expect(output.contains { $0.hasSuffix("Nothing was written.") })
    #expect(output.contains { $0.hasPrefix("Command: Problem: \(book.folder) is a folder") })
    #expect(try String(contentsOfFile: copy, encoding: .utf8).contains("Lovelace"))
  }

  @Test func `a file stays when a person cannot be read for an export`() throws {
    try book.add("Ada Lovelace")
    let note = String(repeating: "x", count: 30_000)
    #expect(try book.run("import", "-", "-f", "csv", input: "name,note\nBea Yota,\(note)\n").status == 0)
    var bytes = try book.bytes
    // The pages that continue the note begin with the number of the next page.
    for page in stride(from: 0, to: bytes.count, by: 4_096)
    where bytes[page + 4..<page + 4_000].allSatisfy({ $0 == UInt8(ascii: "x") }) {
      bytes.replaceSubrange(page..<page + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    try bytes.write(to: URL(filePath: book.path))
    let copy = "\(book.folder)/copy.csv"
    try "before".write(toFile: copy, atomically: true, encoding: .utf8)
    let output = try book.run(["--plain"], input: "export \(copy)\nyes\n").output
    #expect(output.contains("damaged") && !output.contains("written"), "\(output)")
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "before")
  }

  @Test func `two people are merged field by field, or marked as different`() throws {
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.org", "--role", "Poet")
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.org", "--role", "Engineer")
    let output = try transcript(
      "duplicates", "different 1", "duplicates", "undo", "duplicates", "1", "2", "yes", "list")
    #expect(output.contains { $0.contains("Ada Lovelace and Ada Lovelace are different people.") })
    #expect(output.contains("Command: No duplicates found."))
    #expect(output.contains { $0.contains("1 for Poet, 2 for Engineer") && $0.contains("[1]") })
    #expect(output.contains { $0.contains("Merged Ada Lovelace into Ada Lovelace.") })
    #expect(output.contains("Command: 1 person."))
  }

  @Test func `an earlier state is walked to and restored`() throws {
    try book.add("Ada Lovelace")
    try book.run("edit", "Ada", "--role", "Poet")
    let output = try transcript("timeline", "later", "earlier", "restore", "show", "1")
    #expect(output.contains { $0.hasSuffix("There is no later state.") })
    #expect(output.contains { $0.hasSuffix("1 change ago.") })
    #expect(output.contains { $0.contains("Restored the state 1 change ago") })
    #expect(!(try book.run("show", "Ada").output.contains("Poet")))
  }

  @Test func `the letters of another language sort the list`() throws {
    try book.add("Åsa Lind", "Zoe Young")
    let output = try transcript("set sortLocale klingon", "set sortLocale sv", "list")
    #expect(output.contains { $0.hasPrefix("Command: sortLocale must be book, standard, or a language") })
    #expect(output.contains { $0.hasPrefix("1. Åsa Lind") } && output.contains("Sorted by letters: Swedish."))
    #expect(output.contains { $0.hasPrefix("1. Zoe Young") } && output.contains { $0.hasPrefix("2. Åsa Lind") })
  }

  @Test func `the first list has the letters that the settings name`() throws {
    try book.add("Åsa Lind", "Zoe Young")
    let folder = "\(book.folder)/.config/peoplebook"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{ \"sortLocale\": \"sv\" }".write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
    let output = try transcript("list")
    #expect(output.contains { $0.hasPrefix("1. Zoe Young") } && !output.contains { $0.hasPrefix("1. Åsa Lind") })
  }

  @Test func `the list is sorted, narrowed to tags, and changed by numbers`() throws {
    try book.add("Ada Moss", "Bea Lee", "Cleo Adams")
    let output = try transcript(
      "sort family", "tag 1 3 friend, work", "tags friend", "tags friend, work", "tag all -work", "tags work",
      "sort size", "tag friend", "list", "delete 1 9", "delete 1 2", "no", "delete all", "yes", "list")
    #expect(output.contains { $0.hasPrefix("1. Cleo Adams") } && output.contains { $0.hasPrefix("3. Ada Moss") })
    #expect(output.contains("Command: Changed the tags of 2 people."))
    #expect(output.contains("Command: 2 people found for friend."))
    #expect(output.contains("Command: 2 people found for friend, work."))
    #expect(output.contains("Command: 0 people found for work."))
    #expect(output.contains("Command: Type an order after sort: name, family, organisation, changed, birthday."))
    #expect(output.contains("Command: Type numbers of the list, from 1 to 0, or all."))
    #expect(output.contains("Command: Type a number of the list, from 1 to 3."))
    #expect(output.contains("Command: Delete 2 people? Type yes or no: Nothing was changed."))
    #expect(output.contains("Command: Delete 3 people? Type yes or no: Deleted 3 people."))
    #expect(output.contains { $0.hasPrefix("Command: 0 people.") })
    #expect(try book.run("list").status == 0)
  }

  @Test func `a search is saved, listed, replaced after a question, forgotten`() throws {
    try book.add("Ada Moss", "Bea Lee")
    let output = try transcript(
      "saved", "save x", "/moss", "save mine", "list", "saved", "saved 1", "/lee", "save mine", "no", "save mine",
      "yes",
      "saved", "saved 2", "forget 1", "saved")
    #expect(output.contains("Command: There are no saved searches: search, then type save and a name."))
    #expect(output.contains("Command: Search or choose tags, then type save and a name."))
    #expect(output.contains("Command: Saved “moss” as mine."))
    #expect(output.contains("Command: 1. mine: “moss”"))
    #expect(output.count { $0 == "Command: 1 person found for “moss”." } == 2)
    #expect(output.contains("Command: Replace mine, which is “moss”? Type yes or no: Nothing was changed."))
    #expect(output.contains("Command: 1. mine: “lee”"))
    #expect(output.contains("Command: Type a number of the saved searches. Type saved to list them."))
    #expect(output.contains("Command: Deleted the search mine."))
  }

  @Test func `tags, figures and settings are lists of lines`() throws {
    try book.run("add", "--first", "Ada", "--tag", "friend")
    let output = try transcript(
      "tags", "figures", "settings", "set dateForm year", "set dateForm iso", "settings", "set x y")
    #expect(output.contains("Command: friend: 1 person"))
    #expect(output.contains("Tag friend: 1 person") && output.contains { $0.hasSuffix(": 1 change") })
    #expect(output.contains { $0.contains("dateForm: ") && $0.contains("(day-month-year, ") })
    #expect(output.contains { $0.hasPrefix("Command: dateForm must be ") })
    #expect(output.contains("Command: There is no setting “x”. Type settings for all of them."))
  }

  @Test func `a list of columns is set in the form that is shown`() throws {
    let output = try transcript(
      "set columns [\"email\", \"phone:20\"]", "set columns", "set motion", "set columns email",
      "set columns [\"hat\"]",
      "set columns", "set theme \"dark\"")
    #expect(output[2] == "Command: columns: [\"email\", \"phone:20\"].")
    #expect(output[3].hasPrefix("Command: columns: [\"email\", \"phone:20\"] (a list of columns such as "))
    #expect(output[4] == "Command: motion: true (true or false)")
    #expect(output[5] == "Command: columns: [\"email\"].")
    #expect(output[6].hasPrefix("Command: columns must be a list of columns"))
    #expect(output[7].hasPrefix("Command: columns: [\"email\"] ("))
    #expect(output[8] == "Command: theme: \"dark\".")
  }

  @Test func `the order of names is not set while the list has another order`() throws {
    let state = book.folder + "/.local/state/peoplebook"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data("order changed\n".utf8).write(to: URL(filePath: "\(state)/screen"))
    let output = try transcript("set nameOrder", "set nameOrder last")
    #expect(output.contains("Command: nameOrder: the list has another order (first or last)"))
    #expect(output.contains("Command: Nothing was changed: the list has another order."))
  }

  @Test func `wrong settings are reported with their lines`() throws {
    let folder = book.folder + "/.config/peoplebook"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{\n\"motion\": 3,\n\"theem\": \"dark\"}".write(
      toFile: folder + "/config.json", atomically: true, encoding: .utf8)
    let output = try transcript("quit")
    #expect(output.contains("config.json, line 2: motion must be true or false."))
    #expect(output.contains("config.json, line 3: there is no setting “theem”."))
  }
}
