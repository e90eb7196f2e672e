import Testing

@testable import PeoplebookCore
@testable import peoplebook

struct BirthdaysCommandTests {
  /// The program may see the next day.
  private func birthday(inDays days: Int) throws -> String {
    let today = try #require(PartialDate.today)
    let year = try #require(today.year)
    let leap = PartialDate(year: year, month: 2, day: 29) == nil ? 28 : 29
    let lengths = [31, leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (month, day) = (today.month, today.day + days)
    while day > lengths[month - 1] {
      day -= lengths[month - 1]
      month = month % 12 + 1
    }
    return try #require(PartialDate(year: nil, month: month, day: day)).iso.replacing("--", with: "1980-")
  }

  @Test func `the next birthdays come first, and others are left out`() throws {
    let fixture = try ProgramFixture(
      adding: ["Later", "--birthday", birthday(inDays: 20)], ["Soon", "--birthday", birthday(inDays: 5)],
      ["Far", "--birthday", birthday(inDays: 60)], ["None"])
    let outcome = try fixture.run("birthdays")
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].contains("  Soon   turns "))
    #expect(outcome.lines[1].contains("  Later  turns "))
    #expect(try fixture.run("birthdays", "--days", "100").lines.count == 3)
    let json = try fixture.run("birthdays", "-n", "6", "-f", "json").output
    #expect(json.hasPrefix("{\"date\":\"") && json.contains("\"name\":\"Soon\"}\n") && !json.contains("Later"))
  }

  @Test func `long names are cut on a terminal only`() throws {
    let name = String(repeating: "Ada ", count: 11) + "Lovelace"
    let fixture = try ProgramFixture(
      adding: [name, "--birthday", birthday(inDays: 5)], ["Bo", "--birthday", birthday(inDays: 6)])
    let lines = try fixture.run("birthdays").lines
    #expect(
      lines[0].contains("  \(name)  turns ") && lines[1].contains("  Bo\(String(repeating: " ", count: 38))  turns "))
    let today = try #require(PartialDate.today)
    var person = Person()
    (person.firstName, person.birthday) = (name, today)
    let birthday = UpcomingBirthday(person: person, date: today, days: 0, age: nil)
    #expect(BirthdaysCommand.text([birthday], today, isCut: true).contains("  \(name.prefix(39))…  "))
  }

  @Test func `without a birthday, the status is that of no match`() throws {
    let fixture = try ProgramFixture(adding: ["Ada", "--birthday", birthday(inDays: 40)])
    let outcome = try fixture.run("birthdays")
    #expect(outcome.status == 3 && outcome.messages == "peoplebook: There are no birthdays in the next 30 days.\n")
    #expect(try fixture.run("birthdays", "--days", "0").messages.contains("no birthdays today"))
    #expect(try fixture.run("birthdays", "--days", "400").status == 2)
    #expect(try fixture.run("birthdays", "Ada").status == 2)
    #expect(try fixture.run("birthdays", "--help").output.contains("29 February"))
    #expect(try fixture.run(["birthdays", "--book", fixture.folder + "/none.db"]).status == 5)
  }
}
