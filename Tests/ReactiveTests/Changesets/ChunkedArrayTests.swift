import Algorithms
import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct ChunkedArrayTests {
  @Test(arguments: [0, 1, 255, 257, 5000, 40_000])
  func `behaves like an array over a random history`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var plain = Array(0..<count)
    var chunked = ChunkedArray(plain)
    for step in 0..<3000 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        let index = Int.random(in: 0...plain.count, using: &generator)
        plain.insert(step, at: index)
        chunked.insert(step, at: index)
      case 2 where !plain.isEmpty:
        let index = Int.random(in: 0..<plain.count, using: &generator)
        #expect(plain.remove(at: index) == chunked.remove(at: index))
      case 3 where !plain.isEmpty:
        let index = Int.random(in: 0..<plain.count, using: &generator)
        plain[index] = -step
        chunked[index] = -step
      default: break
      }
    }
    #expect(Array(chunked) == plain)
    #expect(plain.indices.allSatisfy { chunked[$0] == plain[$0] })
  }

  @Test func `shrinks to empty and grows again`() {
    var chunked = ChunkedArray(0..<3000)
    while !chunked.isEmpty { chunked.remove(at: chunked.count / 2) }
    #expect(Array(chunked) == [])
    chunked.append(contentsOf: 0..<1000)
    #expect(Array(chunked) == Array(0..<1000))
  }

  @Test(arguments: [1, 5000]) func `is equal to one with equal elements, however it was made`(count: Int) {
    var other = ChunkedArray(1..<count)
    other.insert(0, at: 0)
    #expect(ChunkedArray(0..<count) == other)
    other[count - 1] = -1
    #expect(ChunkedArray(0..<count) != other)
  }

  @Test func `a copy does not change with the original`() {
    var original = ChunkedArray(0..<2000)
    let copy = original
    original[1000] = -1
    original.remove(at: 0)
    original.insert(7, at: 500)
    #expect(Array(copy) == Array(0..<2000))
    #expect(copy != original)
  }

  @Test(arguments: [0, 1, 71, 72, 73, 96, 97, 647, 648, 649, 1153])
  func `has every element at its index, at the ends of its parts too`(count: Int) {
    let plain = Array(0..<count)
    #expect(ChunkedArray(plain).indices.map { ChunkedArray(plain)[$0] } == plain)
    var (front, back, middle) = (ChunkedArray<Int>(), ChunkedArray<Int>(), ChunkedArray(plain))
    for number in plain {
      front.insert(count - 1 - number, at: 0)
      back.append(number)
      middle.insert(-number, at: middle.count / 2)
    }
    #expect(front == back && Array(back) == plain && back.map { $0 } == plain)
    #expect(middle.count == 2 * count && middle.reduce(0, +) == 0)
    for number in plain {
      #expect(front.remove(at: 0) == number)
      #expect(back.remove(at: back.count - 1) == count - 1 - number)
    }
    #expect(front.isEmpty && back.isEmpty && front.first == nil)
  }

  @Test(arguments: [0, 7, 100, 3000])
  func `replaces any range like an array`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var plain = Array(0..<count)
    var chunked = ChunkedArray(plain)
    for step in 0..<120 {
      let start = Int.random(in: 0...plain.count, using: &generator)
      let end = Int.random(in: start...min(plain.count, start + (step.isMultiple(of: 8) ? 400 : 12)), using: &generator)
      let new = Array(
        repeating: -step, count: Int.random(in: 0..<(step.isMultiple(of: 6) ? 300 : 12), using: &generator))
      plain.replaceSubrange(start..<end, with: new)
      chunked.replaceSubrange(start..<end, with: new)
      #expect(Array(chunked) == plain)
    }
  }

  @Test func `is printed, hashed and made from a literal like an array`() {
    let chunked: ChunkedArray = [1, 2, 3]
    #expect("\(chunked)" == "[1, 2, 3]" && ChunkedArray<Int>().description == "[]")
    #expect(Set([chunked, ChunkedArray(1...3), [3, 2, 1]]).count == 2)
    #expect(ChunkedArray(chunked) == chunked && Array(chunked[1...]) == [2, 3] && chunked.last == 3)
    #expect(Array(chunked.reversed()) == [3, 2, 1] && chunked.firstIndex(of: 2) == 1)
  }

  @Test(arguments: [15, 16, 17, 18, 60])
  func `has the same elements after few and after many changes`(count: Int) {
    let old = Array(0..<340)
    var new = old
    for number in 0..<count { new[number * 5] = -number }
    var chunked = ChunkedArray(old)
    let pairs = (0..<count).map { Changeset.Pair(old: $0 * 5, new: $0 * 5) }
    var asked: [Int] = []
    chunked.apply(Changeset(modifications: pairs)) {
      asked.append($0)
      return new[$0]
    }
    #expect(Array(chunked) == new && asked == pairs.map(\.new))
    chunked.apply(Changeset(deletions: Array(0..<count), insertions: Array(340 - count..<340))) { $0 + 1000 }
    #expect(Array(chunked) == new.dropFirst(count) + (340 - count..<340).map { $0 + 1000 })
  }
}
