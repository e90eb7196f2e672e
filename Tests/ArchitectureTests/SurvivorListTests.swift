import FoundationEssentials
import Testing

/// `Tests/Survivors.md` explains mutants that are still possible.
@Suite struct SurvivorListTests {
  private func listed() throws -> [(source: String, line: String, mutation: String)] {
    let list = try Repository.text(of: "Tests/Survivors.md")
    return Pattern(#"(?m)^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| .+ \|$"#).matches(in: list).map { row in
      let cells = (1...3).map { String(row[$0]).replacing("\\|", with: "|") }
      return (source: "Sources/\(cells[0])", line: cells[1], mutation: cells[2])
    }
  }

  @Test func `each row names a line of its file`() throws {
    let rows = try listed()
    #expect(rows.count == Pattern("(?m)^\\| `").matches(in: try Repository.text(of: "Tests/Survivors.md")).count)
    let outdated = try rows.filter { row in
      let lines = try Repository.text(of: row.source).split(separator: "\n").map { $0.drop { $0 == " " } }
      return !lines.contains { $0 == row.line }
    }
    #expect(outdated.map(\.line) == [])
  }

  @Test func `each row names what its mutation replaces`() throws {
    let wrong = try listed().filter { row in
      let replaced = row.mutation.split(separator: " → ").first?.replacing("case ", with: "") ?? ""
      return !replaced.split(separator: ", ").allSatisfy(row.line.contains)
    }
    #expect(wrong.map(\.mutation) == [])
  }

  @Test func `no mutant is explained twice`() throws {
    let places = try listed().map { "\($0.source) \($0.line) \($0.mutation)" }
    #expect(Set(places).count == places.count)
  }
}
