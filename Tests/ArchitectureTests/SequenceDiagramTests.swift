import Testing

/// The calls in the diagrams of `TwoPaths` are functions of the types in their columns.
@Suite struct SequenceDiagramTests {
  @Test func `each call is a function of a type in its column`() throws {
    let page = try Repository.text(of: "Sources/PeoplebookCore/PeoplebookCore.docc/TwoPaths.md")
    let methods = try Repository.swiftFiles(under: "Sources").reduce(into: [String: Set<String>]()) { methods, path in
      methods.merge(try Repository.source(of: path).methods) { $0.union($1) }
    }
    let diagrams = Pattern(#"```\n((?s).*?)\n```"#).matches(in: page).map { SequenceDiagram(String($0[1])) }
    #expect(diagrams.count == 2)
    for diagram in diagrams {
      #expect(diagram.calls.count > 8)
      let unknown = diagram.calls.filter { call in !call.types.contains { methods[$0]?.contains(call.name) == true } }
      #expect(unknown.map { "\($0.name): \($0.types)" } == [])
      #expect(diagram.types.filter { methods[$0] == nil } == [])
    }
  }

  @Test func `an arrow calls the column at its head`() {
    let diagram = SequenceDiagram(
      """
      another process   One, Two         Three
         │                 │                │
         ├─ file event ───▶│ check()        │
         │                 ├─ three() ─────▶│ draw()
         │◀─ back() ───────┼────────────────┤
         │                 │◀─ two() ───────┤
      """)
    #expect(diagram.types == ["One", "Two", "Three"])
    #expect(diagram.calls.map(\.name) == ["check", "three", "draw", "back", "two"])
    #expect(diagram.calls.map(\.types) == [["One", "Two"], ["Three"], ["Three"], [], ["One", "Two"]])
  }
}

/// A diagram with a column for each participant, in which calls end in `()`.
private struct SequenceDiagram {
  /// The types of all columns.
  let types: [String]
  /// The calls, each with the types of its column.
  private(set) var calls: [(name: String, types: [String])] = []

  init(_ text: String) {
    let lines = text.split(separator: "\n").map { Array($0) }
    let lifelines = lines[1].indices.filter { lines[1][$0] == "│" }
    var columns: [[String]] = []
    for (index, lifeline) in lifelines.enumerated() {
      // A title begins to the left of its lifeline.
      let indent = lifelines[0]
      let end = index + 1 < lifelines.count ? lifelines[index + 1] - indent : lines[0].count
      let title = String(lines[0][(lifeline - indent)..<min(end, lines[0].count)])
      columns.append(Pattern(#"\b[A-Z]\w+"#).matches(in: title).map { String($0[0]) })
    }
    types = columns.flatMap { $0 }
    for line in lines.dropFirst(2) {
      for match in Pattern(#"(\w+)\(\)"#).matches(in: String(line)) {
        let position = String(line).distance(from: String(line).startIndex, to: match.range.lowerBound)
        let own = lifelines.lastIndex { $0 < position } ?? 0
        let isRightward = line[lifelines[own]] == "├"
        let head = line[position...].firstIndex { $0 == "▶" }.flatMap { head in lifelines.firstIndex { $0 > head } }
        calls.append((String(match[1]), columns[isRightward ? head ?? own : own]))
      }
    }
  }
}
