import Testing

@testable import PeoplebookCore

/// Records that are cut from pieces of a file.
struct CSVRecordsTests {
  @Test func `a table is read on after the part that its delimiter is found in`() {
    let people = (0..<1_500).map { number in
      var person = Person()
      (person.id, person.firstName) = ("id-\(number)", "Ada \(number)")
      person.emails = [LabeledValue(value: "ada.\(number)@example.org")]
      return person
    }
    let text = CSVWriter().text(of: people)
    #expect(text.utf8.count > FileBeginning.limit)
    #expect(readCSV(text, chunkSize: 1_000).people == people)
  }

  @Test func `a record that is too long is reported, and the next one is read`() {
    let long = String(repeating: "x", count: CSVRecords.limit)
    let result = readCSV("Name,Email\nAda,\(long)\nBob,b@x\n", chunkSize: 1 << 20)
    #expect(result.people.map(\.name) == ["Bob"])
    #expect(result.report.problems.map(\.description) == ["Line 2: this record is too long."])
  }

  @Test(.timeLimit(.minutes(5))) func `quotes that each line opens again are read in linear time`() {
    let broken = String(repeating: "a\",\"b\n", count: 300_000)
    let result = readCSV("Name,Email\nAda,a@x\n\(broken)Bob,b@x\n", chunkSize: 1 << 16)
    #expect(result.people.map(\.name) == ["Ada", "Bob"])
    #expect(result.report.problemCount == 300_000)
    #expect(result.report.problems.last?.line == result.report.problems.count + 2)
  }

  @Test func `a quote that is never closed does not end fields of several lines`() {
    let broken = String(repeating: "a,\"b\nBob,b@x\n", count: 100)
    let result = readCSV("Name,Note\n\(broken)Ada,\"one\ntwo\"\n", chunkSize: 100)
    #expect(result.people.last?.note == "one\ntwo" && result.report.problemCount == 100)
  }
}
