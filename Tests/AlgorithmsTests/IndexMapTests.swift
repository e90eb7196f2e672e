import Algorithms
import Testing

@Suite struct IndexMapTests {
  @Test func `indices may be given in any order and repeatedly`() {
    #expect(IndexMap(deletions: [3, 1, 3], insertions: [2, 0]) == IndexMap(deletions: [1, 3], insertions: [0, 2]))
    #expect(IndexMap(deletions: [1], insertions: [0, 2]).growth == 1)
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func `every translation agrees with the lists themselves`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = (0..<12).map { "old \($0)" }
    let deletions = Set(old.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    let staying = old.indices.filter { !deletions.contains($0) }.map { old[$0] }
    var new = staying
    for number in 0..<Int.random(in: 0..<6, using: &random) {
      new.insert("new \(number)", at: Int.random(in: 0...new.count, using: &random))
    }
    let insertions = new.indices.filter { new[$0].hasPrefix("new") }
    let map = IndexMap(deletions: Array(deletions), insertions: insertions)
    for index in old.indices {
      #expect(map.new(of: index) == new.firstIndex(of: old[index]))
      let next = old[index...].first { new.contains($0) }
      if let next { #expect(map.slot(of: index) == new.firstIndex(of: next)) }
      #expect(map.rank(ofOld: index) == old[..<index].count { new.contains($0) })
    }
    for index in new.indices {
      #expect(map.old(of: index) == old.firstIndex(of: new[index]))
      #expect(map.rank(ofNew: index) == new[..<index].count { old.contains($0) })
    }
    for (rank, element) in staying.enumerated() {
      #expect(map.old(ofRank: rank) == old.firstIndex(of: element))
      #expect(map.new(ofRank: rank) == new.firstIndex(of: element))
    }
    #expect(map.growth == new.count - old.count)
  }
}
