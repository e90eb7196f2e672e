import Testing

/// The points of what the original's client does, each of which has a test with its number.
@Suite struct ChecklistTests {
  @Test func `each point has a test, and each number is a point`() throws {
    let points = try Repository.text(of: "Tests/ActorsTests/Checklist.md").matches(of: /\| (K\d+) \|/).map(\.1)
    let names = try Repository.swiftFiles(under: "Tests/ActorsTests").flatMap { path in
      try Repository.text(of: path).matches(of: /func `(K\d+)\s/).map { String($0.1) }
    }
    #expect(points.count == 17)
    #expect(Set(names) == Set(points.map(String.init)))
  }
}
