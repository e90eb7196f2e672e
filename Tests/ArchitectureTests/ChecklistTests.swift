import Testing

/// The points of what the original's client does, each of which has a test with its number.
@Suite struct ChecklistTests {
  @Test func `each point has a test, and each number is a point`() throws {
    let points = Pattern(#"\| (K\d+) \|"#).matches(in: try Repository.text(of: "Tests/ActorsTests/Checklist.md")).map {
      $0[1]
    }
    let names = try Repository.swiftFiles(under: "Tests/ActorsTests").flatMap { path in
      Pattern(#"func `(K\d+)\s"#).matches(in: try Repository.text(of: path)).map { String($0[1]) }
    }
    #expect(points.count == 17)
    #expect(Set(names) == Set(points.map(String.init)))
  }
}
