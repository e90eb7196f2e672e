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

  @Test(arguments: [(0, [1, 4]), (1, [1, 2, 4]), (1_000, [1, 2, 3, 4])])
  func `bytes are read again up to a limit`(limit: Int, lines: [Int]) throws {
    let text = "{\"a\":\n{\"b\":1,\n{\"c\":2}\n{\"d\":3}\n"
    var objects = JSONObjects(MemoryByteSource(text), rereadLimit: limit)
    var found: [Int] = []
    while let object = try objects.next() { found.append(object.line) }
    #expect(found == lines)
  }

  @Test func `an object after a broken one has its line`() throws {
    var objects = JSONObjects(MemoryByteSource("[{\"a\":\"b\nc\"},{\"d\":1}]"))
    var found: [Int] = []
    while let object = try objects.next() { found.append(object.line) }
    #expect(found == [1, 2])
  }
}
