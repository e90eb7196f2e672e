import Algorithms
import Testing

@Suite struct PartitioningIndexTests {
  @Test func `it finds every border of collections of every length`() {
    for length in 0..<40 {
      for border in 0...length {
        #expect(Array(0..<length).partitioningIndex { $0 >= border } == border)
        #expect((0..<length).partitioningIndex { $0 >= border } == border)
      }
    }
  }

  @Test func `it uses the indices of a slice`() {
    let slice = [9, 1, 3, 5, 0][1..<4]
    #expect(slice.partitioningIndex { $0 >= 3 } == 2)
    #expect(slice.partitioningIndex { $0 >= 9 } == 4)
  }

  @Test func `it works on a collection without random access`() {
    let text = "aabbb"
    #expect(text[text.partitioningIndex { $0 == "b" }...] == "bbb")
  }

  @Test func `it calls the predicate a logarithmic number of times`() {
    var calls = 0
    let index = (0..<1_000_000).partitioningIndex {
      calls += 1
      return $0 >= 765_432
    }
    #expect(index == 765_432)
    #expect(calls <= 20)
  }

  @Test func `galloping finds every border, in ascending order`() {
    for length in 0..<40 {
      for border in 0...length {
        var passed: [Int] = []
        let index = (0..<length).gallopingPartitioningIndex { number in
          if number < border { passed.append(number) }
          return number >= border
        }
        #expect(index == border)
        #expect(passed == passed.sorted() && (passed.last ?? -1) == border - 1)
      }
    }
    #expect((0..<9).reversed().gallopingPartitioningIndex { $0 < 5 }.base == 5)
  }

  @Test func `galloping depends on the distance, not on the length`() {
    var calls = 0
    let index = (0..<1_000_000_000).gallopingPartitioningIndex {
      calls += 1
      return $0 >= 12
    }
    #expect(index == 12)
    #expect(calls <= 8)
    calls = 0
    let first = (0..<9).gallopingPartitioningIndex { _ in
      calls += 1
      return true
    }
    #expect(first == 0 && calls == 1)
  }

  @Test func `it throws what the predicate throws`() {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try [1, 2].partitioningIndex { (_) throws(Refusal) in throw Refusal() }
    }
  }

  @Test func `insertion index and membership agree with a linear search`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let numbers = (0..<Int.random(in: 0..<12, using: &random)).map { _ in Int.random(in: 0..<10, using: &random) }
        .sorted()
      for value in -1...10 {
        #expect(numbers.insertionIndex(for: value) == numbers.firstIndex { $0 >= value } ?? numbers.count)
        #expect(numbers.sortedContains(value) == numbers.contains(value))
      }
    }
  }
}
