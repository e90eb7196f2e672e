import Algorithms
import Testing

@testable import Persistence

@Suite struct RowSetTests {
  /// Numbers that have a bit, and such that are too high or too low for one.
  private static func row(using generator: inout SeededGenerator) -> Int64 {
    let small = Int64.random(in: 0..<300, using: &generator)
    let rows = [small, small, (1 << 26) - 3 + small % 6, 1 << 40 + small % 3, -small - 1]
    return rows[Int.random(in: rows.indices, using: &generator)]
  }

  private static func isSame(_ rows: RowSet, _ model: Set<Int64>) -> Bool {
    rows.count == model.count && rows.isEmpty == model.isEmpty && rows.rows.sorted() == model.sorted()
  }

  @Test(arguments: 0..<8) func `a set of rows behaves like a set of numbers`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (rows, model) = (RowSet(), Set<Int64>())
    for _ in 0..<400 {
      let row = Self.row(using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...3:
        rows.insert(row)
        model.insert(row)
      case 4, 5:
        rows.remove(row)
        model.remove(row)
      default:
        let others = (0..<5).map { _ in Self.row(using: &generator) }
        others.withUnsafeBufferPointer { rows.insert($0) }
        model.formUnion(others)
      }
      let other = Self.row(using: &generator)
      #expect(rows.contains(row) == model.contains(row) && rows.contains(other) == model.contains(other))
    }
    #expect(Self.isSame(rows, model))
  }

  @Test(arguments: 0..<8) func `unions and intersections are those of the numbers`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let models = (0..<2).map { _ in Set((0..<60).map { _ in Self.row(using: &generator) }) }
    let sets = models.map { model in
      var rows = RowSet()
      for row in model { rows.insert(row) }
      return rows
    }
    var (union, intersection) = (sets[0], sets[0])
    union.formUnion(sets[1])
    intersection.formIntersection(sets[1])
    #expect(Self.isSame(union, models[0].union(models[1])))
    #expect(Self.isSame(intersection, models[0].intersection(models[1])))
    let list = RowList(models[0].sorted())
    #expect(list.filter(sets[1]) == RowList(models[0].intersection(models[1]).sorted()))
  }
}
