import Algorithms
import Testing

/// The module page's example, compiled and run.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  @Test func `the landing page`() {
    let numbers = [1, 3, 3, 6, 8]
    let index = numbers.partitioningIndex { $0 > 3 }  // 3
    let map = IndexMap(deletions: [0], insertions: [2])
    let places = [map.new(of: 1), map.new(of: 0)]  // 0, nil
    #expect(index == 3)
    #expect(places == [0, nil])
  }
}
