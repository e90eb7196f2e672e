import Algorithms
import Testing

@testable import Persistence

@Suite struct RowListTests {
  @Test(arguments: 0..<8) func `a list of rows behaves like an array`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var array = Array(Int64(0)..<Int64.random(in: 0..<40_000, using: &generator))
    var list = RowList(array)
    let before = (array, list)
    for number in 0..<2_000 {
      if !array.isEmpty, Bool.random(using: &generator) {
        let index = Int.random(in: 0..<array.count, using: &generator)
        #expect(list.remove(at: index) == array.remove(at: index))
      } else {
        let index = Int.random(in: 0...array.count, using: &generator)
        array.insert(Int64(100_000 + number), at: index)
        list.insert(Int64(100_000 + number), at: index)
      }
    }
    #expect(list.count == array.count)
    #expect(list[0..<list.count] == array)
    for index in stride(from: 0, to: array.count, by: 97) { #expect(list[index] == array[index]) }
    #expect(before.1[0..<before.1.count] == before.0)
    if let last = array.last { #expect(list.index(ofRow: last) == array.count - 1) }
  }

  @Test func `a search finds the first row that does not precede`() throws {
    let list = RowList((0..<50_000).map { $0 * 2 })
    for target in [Int64(-1), 0, 1, 2, 1023, 1024, 1025, 65_537, 99_998, 99_999, 200_000] {
      let found = try list.partition { row, _ throws(StoreError) in row < target }
      #expect(found == min(50_000, max(0, Int((target + 1) / 2))))
    }
  }

  @Test func `lists with other rows are not equal`() {
    #expect(RowList([1, 2, 3]) == RowList([1, 2, 3]))
    #expect(RowList([1, 2, 3]) != RowList([1, 3, 2]))
    #expect(RowList([1, 2, 3]) != RowList([1, 2]))
  }
}
