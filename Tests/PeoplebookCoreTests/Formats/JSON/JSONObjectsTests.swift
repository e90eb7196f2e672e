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

  @Test(.timeLimit(.minutes(1))) func `many broken elements are read in linear time`() {
    let broken = String(repeating: "\n{\"firstName\":\"A\nB\"},", count: 50_000)
    // The rest of the file must not be copied for each of them.
    let rest = String(repeating: " ", count: 24 << 20)
    let result = readJSON("[\(broken)\n{\"firstName\":\"Zoe\"}\n]\(rest)")
    #expect(result.people.map(\.firstName) == ["Zoe"] && result.report.skipped == 50_000)
  }
}
