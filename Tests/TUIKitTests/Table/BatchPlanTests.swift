import Testing

@testable import TUIKit

@Suite struct BatchPlanTests {
  @Test(arguments: 0..<400) func `a plan agrees with recomputation`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var nextName = 0
    let old = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      nextName += 100
      let first = nextName
      return RandomBatch.Section(
        name: first, rows: Array(first + 1..<first + 1 + Int.random(in: 0...12, using: &random)))
    }
    nextName += 100
    let batch = RandomBatch(from: old, nextName: &nextName, intensity: 4, using: &random)
    let plan = try BatchPlan(batch.update, from: old.map(\.rows.count), to: batch.new.map(\.rows.count))

    func places(_ state: [RandomBatch.Section]) -> [Int: RowIndex] {
      var result: [Int: RowIndex] = [:]
      for (section, content) in state.enumerated() {
        for (row, name) in content.rows.enumerated() { result[name] = RowIndex(section: section, row: row) }
      }
      return result
    }
    let before = places(old)
    let after = places(batch.new)
    for (name, index) in before { #expect(plan.new(of: index) == after[name]) }
    for (name, index) in after { #expect(plan.old(of: index) == before[name]) }
    for (index, section) in old.enumerated() {
      #expect(plan.new(ofSection: index) == batch.new.firstIndex { $0.name == section.name })
    }
    for (index, section) in batch.new.enumerated() {
      #expect(plan.old(ofSection: index) == old.firstIndex { $0.name == section.name })
    }
    // `arrivals(before:)` counts the inserted rows above.
    for (_, index) in after {
      let expected = after.count { name, other in other < index && before[name] == nil }
      #expect(plan.arrivals(before: index) == expected)
    }
    // A deleted row is followed by an existing one, and by the next remaining row of its section if it has one.
    for (name, index) in before where after[name] == nil {
      let successor = plan.successor(of: index)
      #expect((successor == nil) == after.isEmpty)
      if let successor { #expect(successor.row < batch.new[successor.section].rows.count) }
      let moved = Set(batch.update.moves.map(\.old))
      let next = old[index.section].rows[(index.row + 1)...].enumerated().first { offset, name in
        after[name] != nil && !moved.contains(RowIndex(section: index.section, row: index.row + 1 + offset))
      }
      if plan.new(ofSection: index.section) != nil, let next { #expect(successor == after[next.element]) }
    }
  }

  @Test func `an inconsistent batch is refused with the numbers`() {
    func plan(_ update: BatchUpdate, _ old: [Int], _ new: [Int]) throws(TableInconsistency) {
      _ = try BatchPlan(update, from: old, to: new)
    }
    var update = BatchUpdate()
    update.insertions = [RowIndex(section: 0, row: 1)]
    #expect(throws: TableInconsistency.rowCount(section: 0, before: 3, after: 3, expected: 4)) {
      try plan(update, [3], [3])
    }
    #expect(throws: TableInconsistency.noSuchRow(section: 0, row: 1)) { try plan(update, [3], [1]) }
    #expect(throws: TableInconsistency.noSuchSection(0)) { try plan(update, [], []) }
    update = BatchUpdate()
    update.sectionDeletions = [1]
    #expect(throws: TableInconsistency.noSuchSection(1)) { try plan(update, [3], [3]) }
    #expect(throws: TableInconsistency.sectionCount(before: 2, after: 2, expected: 1)) {
      try plan(update, [3, 1], [3, 1])
    }
    update = BatchUpdate()
    update.moves = [.init(old: RowIndex(section: 0, row: 0), new: RowIndex(section: 0, row: 1))]
    update.deletions = [RowIndex(section: 0, row: 0)]
    #expect(throws: TableInconsistency.conflict(section: 0, row: 0)) { try plan(update, [3], [2]) }
    update.deletions = [RowIndex(section: 0, row: -1)]
    #expect(throws: TableInconsistency.noSuchRow(section: 0, row: -1)) { try plan(update, [3], [2]) }
    #expect(
      TableInconsistency.rowCount(section: 0, before: 3, after: 3, expected: 4).description
        == "The 3 rows of section 0 became 3; the batch makes them 4.")
  }

  @Test func `when all rows are replaced, the row at the same place follows`() throws {
    var update = BatchUpdate()
    update.deletions = (0..<4).map { RowIndex(section: 0, row: $0) }
    update.insertions = (0..<3).map { RowIndex(section: 0, row: $0) }
    let plan = try BatchPlan(update, from: [4], to: [3])
    #expect((0..<4).map { plan.successor(of: RowIndex(section: 0, row: $0))?.row } == [0, 1, 2, 2])
  }

  @Test(arguments: 0..<200) func `random batches are refused without a trap`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number() -> Int { Int.random(in: -2...5, using: &random) }
    func index() -> RowIndex { RowIndex(section: number(), row: number()) }
    func some<T>(_ make: () -> T) -> [T] { (0..<max(0, number() - 1)).map { _ in make() } }
    var update = BatchUpdate()
    update.deletions = some(index)
    update.insertions = some(index)
    update.reloads = some(index)
    update.moves = some { .init(old: index(), new: index()) }
    update.sectionDeletions = some(number)
    update.sectionInsertions = some(number)
    update.sectionReloads = some(number)
    update.sectionMoves = some { .init(old: number(), new: number()) }
    let old = some { max(0, number()) }
    let new = some { max(0, number()) }
    guard let plan = try? BatchPlan(update, from: old, to: new) else { return }
    // An accepted batch maps existing rows to existing rows.
    for (section, count) in old.enumerated() {
      for row in 0..<count {
        if let place = plan.new(of: RowIndex(section: section, row: row)) { #expect(place.row < new[place.section]) }
      }
    }
  }
}
