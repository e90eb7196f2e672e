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
}
