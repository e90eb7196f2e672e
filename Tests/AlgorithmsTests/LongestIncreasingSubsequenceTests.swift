import Algorithms
import Testing

@Suite struct LongestIncreasingSubsequenceTests {
  @Test func `examples`() {
    #expect([Int]().longestIncreasingSubsequence() == [])
    #expect([3, 1, 2, 5, 4].longestIncreasingSubsequence() == [1, 2, 4])
    #expect([5, 4, 3].longestIncreasingSubsequence() == [2])
    #expect([1, 2, 3].longestIncreasingSubsequence() == [0, 1, 2])
    #expect([2, 2, 2].longestIncreasingSubsequence().count == 1)
    #expect(["b", "a", "c"].longestIncreasingSubsequence() == [1, 2])
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `it is increasing, and no other one is longer`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<10).map { _ in Int.random(in: 0..<8, using: &random) }
    let indices = numbers.longestIncreasingSubsequence()
    let isIncreasing = zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] }
    #expect(isIncreasing)
    // All subsets of the ten positions.
    let longest = (0..<1 << numbers.count).filter { subset in
      let chosen = numbers.indices.filter { subset >> $0 & 1 == 1 }.map { numbers[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 }
    }
    .map(\.nonzeroBitCount).max()
    #expect(indices.count == longest)
  }
}
