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
}
