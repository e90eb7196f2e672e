import Testing

@testable import PeoplebookCore

struct JSONObjectsTests {
  @Test(arguments: [1, 1_000])
  func `a carriage return before a brace counts as a blank`(size: Int) {
    let text = "{\"firstName\":\"A\"}\n\r{\"firstName\":\"B\"\n\r{\"firstName\":\"C\"}\n"
    let result = readJSON(text, chunkSize: size)
    #expect(result.people.map(\.firstName) == ["A", "C"])
    #expect(result.report.problems.map(\.line) == [2] && result.report.skipped == 1)
  }
}
