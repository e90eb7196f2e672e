import Testing

@testable import TUIKit

@Suite struct ListPlanTests {
  /// Divides a list into sections with their own titles, in alphabetical order.
  private func cut(_ rows: [Int], using random: inout SeededGenerator) -> [(title: String, rows: [Int])] {
    var sections: [(title: String, rows: [Int])] = []
    for letter in "ABCDEFGH" where Int.random(in: 0..<3, using: &random) > 0 { sections.append(("\(letter)", [])) }
    if sections.isEmpty, !rows.isEmpty { sections.append(("A", [])) }
    guard !sections.isEmpty else { return [] }
    let ends = sections.indices.map { _ in Int.random(in: 0...rows.count, using: &random) }.sorted().dropLast()
    for (index, bounds) in zip([0] + ends, ends + [rows.count]).enumerated() {
      sections[index].rows = Array(rows[bounds.0..<bounds.1])
    }
    return sections
  }

  private func places(_ sections: [(title: String, rows: [Int])]) -> [Int: RowIndex] {
    var result: [Int: RowIndex] = [:]
    for (section, content) in sections.enumerated() {
      for (row, name) in content.rows.enumerated() { result[name] = RowIndex(section: section, row: row) }
    }
    return result
  }

  @Test(arguments: 0..<400) func `a plan agrees with recomputation for any sections`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var nextName = 0
    let rows = Array(100..<100 + Int.random(in: 0...30, using: &random))
    nextName = 200
    let batch = RandomBatch(
      from: [RandomBatch.Section(name: 1, rows: rows)], nextName: &nextName, intensity: seed % 5, movesSections: false,
      using: &random)
    let old = cut(rows, using: &random)
    let new = cut(batch.new[0].rows, using: &random)
    var geometry = TableGeometry(sections: old.map { TableGeometry.Section(rowCount: $0.rows.count) })
    let before = places(old)
    let after = places(new)
    var marks = RowMarks()
    for (name, index) in before {
      if name % 3 == 0 { marks.set(true, index.row..<index.row + 1, inSection: index.section) }
      if name % 4 == 0 { _ = geometry.setHeight(3, of: index) }
    }
    let plan = try ListPlan(
      batch.update, from: geometry, to: new.map(\.rows.count), titles: (old.map(\.title), new.map(\.title)))
    for (name, index) in before { #expect(plan.new(of: index) == after[name]) }
    for (name, index) in after {
      #expect(plan.old(of: index) == before[name])
      #expect(plan.arrivals(before: index) == after.count { $1 < index && before[$0] == nil })
      let isHigh = name % 4 == 0 && before[name] != nil
      #expect(plan.heights(ofSection: index.section, in: geometry).extra(of: index.row) == (isHigh ? 2 : 0))
    }
    for (name, index) in before where after[name] == nil {
      let successor = plan.successor(of: index)
      #expect((successor == nil) == after.isEmpty)
      if let successor { #expect(new[successor.section].rows.indices.contains(successor.row)) }
    }
    for move in batch.update.moves {
      let origin = try #require(before[rows[move.old.row]])
      #expect(plan.isMoved(origin))
      #expect(after[rows[move.old.row]].flatMap { plan.origin(ofMoved: $0) } == origin)
    }
    for (index, section) in old.enumerated() {
      #expect(plan.new(ofSection: index) == new.firstIndex { $0.title == section.title })
    }
    for (index, section) in new.enumerated() {
      #expect(plan.old(ofSection: index) == old.firstIndex { $0.title == section.title })
    }
    #expect(plan.changesSections == (old.map(\.title) != new.map(\.title)))
    let marked = plan.moved(marks).rows.map { new[$0.section].rows[$0.row] }
    #expect(Set(marked) == Set(rows.filter { $0 % 3 == 0 && after[$0] != nil }))
  }

  @Test func `an inconsistent change is refused with the numbers`() {
    var update = BatchUpdate()
    update.insertions = [RowIndex(section: 0, row: 1)]
    let geometry = TableGeometry(sections: [.init(rowCount: 2), .init(rowCount: 1)])
    #expect(throws: TableInconsistency.rowCount(section: 0, before: 3, after: 3, expected: 4)) {
      _ = try ListPlan(update, from: geometry, to: [1, 2], titles: (["A", "B"], ["A", "B"]))
    }
  }
}
