import Testing

@testable import PeoplebookCore

struct CSVPersonBuilderTests {
  private static let names = [
    "Zoe Adams", "Lovelace, Ada", "Dr. John Smith Jr.", "Ludwig van Beethoven", "山田太郎", "Plumber, cheap", "Ada",
    "Ada Lovelace (work)",
  ]

  @Test(arguments: names)
  func `a whole name is taken apart as in a card`(name: String) throws {
    for heading in ["Full Name", "Name", "Display Name"] {
      let read = try #require(readCSV("\(heading),Email\n\"\(name)\",a@x\n").people.first)
      var person = Person()
      person.setFullName(name)
      #expect(read.firstName == person.firstName && read.lastName == person.lastName)
      #expect(read.fullName == person.fullName && read.note.isEmpty)
      #expect(readCSV(CSVWriter().text(of: [read])).people == [read])
    }
  }

  @Test func `a name that is the organisation is not taken apart`() throws {
    let read = try #require(readCSV("Name,Company\nAcme Corp,Acme Corp\n").people.first)
    #expect(read.name == "Acme Corp" && read.lastName.isEmpty && read.organisation == "Acme Corp")
  }

  @Test func `of two columns for one text the first is used, the other is noted`() throws {
    let read = try #require(readCSV("Name,Nickname,Nickname,Email\nAda,Countess,Al,a@x\n").people.first)
    #expect(read.nickname == "Countess" && read.note == "Nickname: Al")
  }

  @Test func `a table with whole names replaces all parts of a name`() throws {
    var reader = CSVReader(MemoryByteSource("Name,Email\nDr. John Smith,a@x\n"))
    let read = try #require(try reader.next())
    var present = Person()
    (present.firstName, present.nickname) = ("John Smith", "Jo")
    let updated = reader.update(of: present, to: read)
    #expect(updated.firstName == "John" && updated.lastName == "Smith" && updated.fullName == "Dr. John Smith")
    #expect(updated.nickname == "Jo" && reader.update(of: updated, to: read) == updated)
  }

  @Test func `a table of another program keeps what was added in the book`() throws {
    var reader = CSVReader(MemoryByteSource("Name,Email,Company,Nickname,Note\nAda,a@x,,,Met.\n"))
    let read = try #require(try reader.next())
    var present = read
    (present.lastName, present.organisation, present.nickname) = ("King", "Engines", "Countess")
    present.note = "Met.\nLikes tea."
    #expect(reader.update(of: present, to: read) == present)
    present.note = "Likes tea."
    #expect(reader.update(of: present, to: read).note == "Likes tea.\nMet.")
  }

  @Test(arguments: ["", "zoe king"])
  func `a name is set and corrected`(name: String) throws {
    var reader = CSVReader(MemoryByteSource("Name,Email,Company\nZoë King,z@x,King Zoë Ltd\n"))
    let read = try #require(try reader.next())
    var present = Person()
    present.organisation = read.organisation
    present.setFullName(name)
    #expect(reader.update(of: present, to: read).name == "Zoë King")
  }

  @Test func `a label of a value without a field is noted with it`() {
    let headings = "Name,Email,Custom Field 1 - Label,Custom Field 1 - Value,Blood Type"
    let people = readCSV("\(headings)\nAda,a@x,Shoe,42,A\n").people
    #expect(people.map(\.note) == ["Custom Field (shoe): 42\nBlood Type: A"])
  }

  @Test func `a birthday whose year is not a number is noted`() {
    let people = readCSV("Name,Birth Year,Birth Month,Birth Day\nAda,c1815,12,10\nBob,,12,10\n").people
    #expect(people.map { $0.birthday?.iso } == [nil, "--12-10"])
    #expect(people.map(\.note) == ["Birthday: c1815-12-10", ""])
  }
}
