import Testing

@testable import PeoplebookCore

struct CSVHeadingsTests {
  @Test func `below other lines, a single known word is not a heading`() {
    #expect(CSVHeadings.find(in: ["Email,x"])?.line == 0)
    #expect(CSVHeadings.find(in: ["Notes of today", "Email,x"])?.line == nil)
    #expect(CSVHeadings.find(in: ["Notes of today", "Email,First name"])?.line == 1)
  }

  @Test func `a single heading beside one with a blank before it is prose`() {
    #expect(!CSVHeadings.mayBe(["First name", " Colour"]))
    #expect(CSVHeadings.mayBe(["First name", "Colour"]))
  }

  @Test func `most headings of another table are known`() {
    let table = CSVTable(headings: ["Name", "Phone", "Hobby", "Colour"], line: 1)
    #expect(CSVHeadings.areRepeated(["First Name", "Email", "Hobby"], in: table))
    #expect(!CSVHeadings.areRepeated(["First Name", "Email", "Hobby", "Colour"], in: table))
  }

  @Test func `repeated headings may begin with the parts of a name`() {
    let headings = "First,Middle,Last,Email\n"
    let result = readCSV("\(headings)Ada,,King,a@x\n\(headings)Bob,,Lind,b@x\n")
    #expect(result.people.map(\.name) == ["Ada King", "Bob Lind"])
  }

  @Test func `repeated headings may end with numbers`() {
    let table = CSVTable(headings: ["Name", "Phone 1", "Email 2"], line: 1)
    #expect(CSVHeadings.areRepeated(["Name", "Phone 1", "Email 2"], in: table))
    for value in ["+49 30 x", "1 Main St"] {
      #expect(!CSVHeadings.areRepeated(["Name", value, "Email"], in: table), "\(value)")
    }
  }

  @Test func `repeated headings are not longer than 60 bytes`() {
    for (count, isHeading) in [(60, true), (61, false)] {
      let cells = ["Email " + String(repeating: "x", count: count - 6), "Colour"]
      #expect(CSVHeadings.areRepeated(cells, in: CSVTable(headings: cells, line: 1)) == isHeading, "\(count)")
    }
  }

  @Test func `a line with an e-mail address has no headings`() {
    let cells = ["Ada", "ada@mail.ru"]
    #expect(!CSVHeadings.mayBe(cells) && !CSVHeadings.mayBe(cells, isNamed: true))
    #expect(!CSVHeadings.areHeadings(["Email", "ada@mail.ru"], needed: 1))
    #expect(!CSVHeadings.areOfNames(["Name,ada@mail.ru", "Bob,bob@mail.ru"]))
    let result = readCSV("Ada,ada@mail.ru\nBob,bob@mail.ru\n")
    #expect(result.people.isEmpty && result.report.skipped == 1)
  }
}
