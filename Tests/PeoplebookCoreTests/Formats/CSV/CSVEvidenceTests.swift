import Testing

@testable import PeoplebookCore

/// Which tables are address books, and which are lists of other things.
struct CSVEvidenceTests {
  private func format(_ text: String, path: String = "x.csv") throws -> PersonFormat {
    try PersonFormat.ofFile(beginningWith: FileBeginning(Array(text.utf8)), path: path)
  }

  private func readNamed(_ text: String) throws -> [Person] {
    var reader = try PersonFormat.csv.reader(MemoryByteSource(text), ReadingOptions(isNamed: true))
    var people: [Person] = []
    while let person = try reader.next() { people.append(person) }
    return people
  }

  @Test(arguments: [
    "id,name,price\n1,Lamp,9\n2,Chair,20\n", "id;nombre;precio\n1;Silla;9\n", "id,name\n1,Lamp\n",
    "company,amount\nEngines,7\n", "name,stock,price\nLamp,1,9\n", "sep=;\nid;name;price\n1;Lamp;9\n",
    "title,author,notes\nNotes,Ada,x\n",
  ])
  func `a table of other things is refused with what was found`(text: String) throws {
    let result = readCSV(text)
    #expect(result.people.isEmpty && result.report.skipped == 1 && result.report.problemCount == 1)
    let message = result.report.problems.first?.message ?? ""
    let headings = text.split(separator: "\n").first { !$0.hasPrefix("sep=") } ?? ""
    for heading in headings.split(whereSeparator: { ",;".contains($0) }) { #expect(message.contains("“\(heading)”")) }
    for word in ["first name", "last name", "e-mail", "phone", "birthday"] { #expect(message.contains(word)) }
  }

  @Test(arguments: [
    "name,price\nAda,7\n", "id,name,price\n1,Ada,9\n", "name\nAda\n", "nombre;precio\nAda;9\n", "name,title\nAda,x\n",
  ])
  func `a table with names lists people if the user says so`(text: String) throws {
    #expect(try readNamed(text).map(\.name) == ["Ada"])
    let isRefused = readCSV(text).people.isEmpty
    #expect(isRefused == readCSV(text).report.problems.contains { $0.remedy == .namedFormat })
  }

  @Test(arguments: [
    "name\nAda\n", "Name;Notes;Tags\nAda;x;y\n", "name,company\nAda,Engines\n", "Name,City,Company\nAda,Rome,Engines\n",
    "name,street,city,zip\nAda,1 Way,Rome,12\n", "Nom;E-mail ordinateur\nAda;ada@x\n", "Nom;Courriel\nAda;ada@x\n",
    "nickname,x\nAda,1\n", "Nombre;Apellidos;x\nAda;;1\n", "name,birthday,x\nAda,1815-12-10,1\n",
    "First,Last,x\nAda,,1\n", "Contacts of 2024\nName,Phone\nAda,1\n",
    "Name,Email,Twitter (@handle)\nAda,ada@x,@ada\n",
  ])
  func `a table with a heading of people is an address book`(text: String) throws {
    #expect(try format(text) == .csv)
    #expect(readCSV(text).people.map(\.displayName) == ["Ada"])
  }

  @Test(arguments: ["id,name,price\n1,Lamp,9\n", "nombre;precio\nSilla;9\n"])
  func `a table of names is a table whatever its ending`(text: String) throws {
    #expect(try format(text, path: "-") == .csv)
    #expect(throws: FormatError.self) { try format("name\nAda\n", path: "-") }
    #expect(throws: FormatError.self) { try format("name, dear Ada\nI write, today\n", path: "-") }
  }

  @Test func `a table without any heading is refused even if it is named`() throws {
    #expect(try readNamed("Colour;Size\nred;7\n").isEmpty)
  }

  // MARK: Headings inside of a table

  @Test func `headings inside of a table begin another one`() {
    let result = readCSV(
      """
      First Name,Last Name,E-mail Address
      Ada,Lovelace,ada@x
      First Name,Last Name,E-mail Address
      Bob,Lind,bob@x
      E-mail,Hobby,Last Name,First Name
      cleo@x,chess,King,Cleo
      """, chunkSize: 9)
    #expect(result.people.map(\.name) == ["Ada Lovelace", "Bob Lind", "Cleo King"])
    #expect(result.people.map { $0.emails.first?.value } == ["ada@x", "bob@x", "cleo@x"])
    #expect(result.people.map(\.note) == ["", "", "Hobby: chess"] && result.report.skipped == 0)
  }

  @Test func `another table may have another delimiter`() {
    let result = readCSV("name,email\nAda,ada@x\n\"E-Mail\";\"Vorname\";Nachname\nbob@x;Bob;Lind\nc@x;Cleo;\n")
    #expect(result.people.map(\.name) == ["Ada", "Bob Lind", "Cleo"])
    #expect(result.people.map { $0.emails.first?.value } == ["ada@x", "bob@x", "c@x"])
  }

  @Test func `exports that are joined are read as two tables`() {
    var people = ["Ada", "Bob"].map { name in
      var person = Person()
      (person.id, person.firstName) = (name, name)
      return person
    }
    people[1].phones = [LabeledValue(label: "work", value: "1")]
    let text = people.map { CSVWriter().text(of: [$0]) }.joined()
    #expect(readCSV(text).people == people && readCSV(text).report.problemCount == 0)
  }

  @Test(arguments: [
    "Nick,Job", "Mobile,Fax", "Nick,Company", "Name,", "Ada,Email", ",Mobile", "Title,Note", "Home,Work",
  ])
  func `a person with the words of headings is a person`(row: String) {
    #expect(readCSV("first name,last name,email\n\(row),\n").people.count == 1)
  }

  @Test func `half of the headings with blanks before them must be known`() {
    #expect(CSVHeadings.mayBe(["First name", " Phone", " Colour", " Size"]))
    #expect(!CSVHeadings.mayBe(["First name", " Phone", " Colour", " Size", " Shape"]))
  }

  @Test func `labels without values are not headings`() {
    let row = "Ada,Mobile,,Work Fax,,Home Fax,"
    let text = "Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Phone 3 - Label,Phone 3 - Value"
    #expect(readCSV("\(text)\n\(row)\n").people.map(\.name) == ["Ada"])
  }

  @Test(arguments: [";;;", ",,,", ", ,", "\t\t", "\"\",,", " ; ; "])
  func `an empty row is neither a person nor a problem`(row: String) {
    let result = readCSV("\(row)\nname,email,note\n\(row)\nAda,ada@x,\n\(row)\n")
    #expect(result.people.map(\.name) == ["Ada"] && result.report.problemCount == 0, "\(result)")
  }
}
