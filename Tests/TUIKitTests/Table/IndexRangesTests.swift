import Algorithms
import Testing

@testable import TUIKit

@Suite struct IndexRangesTests {
  /// Compares the ranges with a set, index by index.
  private func check(_ ranges: IndexRanges, _ indices: Set<Int>, limit: Int) {
    #expect(ranges.count == indices.count)
    #expect((0..<limit).allSatisfy { ranges.contains($0) == indices.contains($0) })
    for (left, right) in zip(ranges.ranges, ranges.ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
    #expect(ranges.ranges.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: 0..<8) func `they agree with a set and follow changes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ranges = IndexRanges()
    var indices: Set<Int> = []
    var limit = 60
    for _ in 0..<200 {
      let start = Int.random(in: 0..<limit, using: &random)
      let range = start..<min(limit, start + Int.random(in: 0...9, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        ranges.insert(range)
        indices.formUnion(range)
      case 1:
        ranges.remove(range)
        indices.subtract(range)
      default:
        let deletions = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<limit, using: &random)
        }
        let left = limit - Set(deletions).count
        let growth = Int.random(in: max(0, 40 - left)...8 + max(0, 40 - left), using: &random)
        let insertions = Array((0..<left + growth).shuffled(using: &random).prefix(growth))
        let map = IndexMap(deletions: deletions, insertions: insertions)
        ranges = ranges.moved(map)
        indices = Set(indices.compactMap { map.new(of: $0) })
        limit += map.growth
      }
      check(ranges, indices, limit: limit)
    }
  }

  @Test func `a million consecutive indices are one range`() {
    var ranges = IndexRanges()
    ranges.insert(0..<1_000_000)
    ranges = ranges.moved(IndexMap(deletions: [5], insertions: [500_000]))
    #expect(ranges.ranges == [0..<500_000, 500_001..<1_000_000])
    ranges.insert(500_000..<500_001)
    #expect(ranges.ranges == [0..<1_000_000])
  }
}
