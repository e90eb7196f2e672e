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

  @Test func `a mutated batch is refused or correct`() {
    var (accepted, refused) = (0, 0)
    for seed in 0..<450 {
      var random = SeededGenerator(seed: UInt64(seed))
      var nextName = 1_000
      let old = (0..<Int.random(in: 1...4, using: &random)).map { section in
        let first = section * 100 + 1
        return RandomBatch.Section(
          name: section * 100, rows: Array(first...first + Int.random(in: 0...11, using: &random)))
      }
      let batch = RandomBatch(from: old, nextName: &nextName, intensity: 4, using: &random)
      let (before, after) = (old.map(\.rows.count), batch.new.map(\.rows.count))
      var update = batch.update
      /// An existing row, or one beside the first or the last.
      func index(in counts: [Int]) -> RowIndex {
        let section = Int.random(in: 0..<counts.count, using: &random)
        return RowIndex(section: section, row: Int.random(in: -1...counts[section], using: &random))
      }
      func number() -> Int { Int.random(in: -1...4, using: &random) }
      func change<T>(_ list: inout [T], to element: T) {
        if let place = list.indices.randomElement(using: &random), Bool.random(using: &random) {
          list[place] = element
        } else {
          list.append(element)
        }
      }
      switch seed % 9 {
      case 0: update.reloads.append(RowIndex(section: old.count - 1, row: 0))
      case 1: change(&update.deletions, to: index(in: before))
      case 2: change(&update.insertions, to: index(in: after))
      case 3: change(&update.reloads, to: index(in: before))
      case 4: change(&update.moves, to: BatchUpdate.Move(old: index(in: before), new: index(in: after)))
      case 5: change(&update.sectionDeletions, to: number())
      case 6: change(&update.sectionInsertions, to: number())
      case 7: change(&update.sectionReloads, to: number())
      default: change(&update.sectionMoves, to: BatchUpdate.Move(old: number(), new: number()))
      }
      guard let plan = try? BatchPlan(update, from: before, to: after) else {
        // A further reload of an existing row is no contradiction.
        #expect(seed % 9 != 0, "\(seed)")
        refused += 1
        continue
      }
      accepted += 1
      expectExistingRows(of: plan, from: before, to: after, seed: seed)
    }
    #expect(accepted >= 100 && refused >= 200, "\(accepted) accepted, \(refused) refused")
  }

  /// Expects that the plan leads each row to a row that exists, and from there back.
  private func expectExistingRows(of plan: BatchPlan, from before: [Int], to after: [Int], seed: Int) {
    func exists(_ index: RowIndex) -> Bool {
      after.indices.contains(index.section) && 0..<after[index.section] ~= index.row
    }
    let isEmpty = after.allSatisfy { $0 == 0 }
    for (section, count) in before.enumerated() {
      for row in 0..<count {
        let index = RowIndex(section: section, row: row)
        if let new = plan.new(of: index) { #expect(exists(new) && plan.old(of: new) == index, "\(seed)") }
        let successor = plan.successor(of: index)
        #expect(successor.map(exists) ?? isEmpty, "\(seed)")
      }
    }
  }
}
