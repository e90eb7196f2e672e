import Algorithms
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReadAheadTests {
  private struct Failure: Error, Equatable {}

  @Test func `values are consumed in order, and the result is returned`() throws {
    var consumed: [Int] = []
    let sum = try readAhead(limit: 3) { send in
      for number in 1...1_000 { try send(number) }
      return "done"
    } consume: {
      consumed.append($0)
    }
    #expect(sum == "done" && consumed == Array(1...1_000))
  }

  @Test(arguments: [1, 2, 7]) func `the producer is ahead by no more than the limit`(limit: Int) throws {
    let sent = Atomic(0)
    var consumed = 0
    try readAhead(limit: limit) { send in
      for number in 0..<500 {
        try send(number)
        sent.add(1, ordering: .relaxed)
      }
    } consume: { _ in
      consumed += 1
      let produced = sent.load(ordering: .relaxed)
      #expect(produced <= consumed + limit)
    }
    #expect(consumed == 500)
  }

  @Test func `an error of the producer follows its values`() {
    var consumed: [Int] = []
    #expect(throws: Failure()) {
      try readAhead(limit: 2) { send in
        for number in 1...10 { try send(number) }
        throw Failure()
      } consume: {
        consumed.append($0)
      }
    }
    #expect(consumed == Array(1...10))
  }

  @Test func `an error of the consumer ends the producer`() {
    let hasEnded = Atomic(false)
    #expect(throws: Failure()) {
      try readAhead(limit: 2) { (send: (Int) throws(CancellationError) -> Void) in
        defer { hasEnded.store(true, ordering: .relaxed) }
        while true { try send(1) }
      } consume: { _ in
        throw Failure()
      }
    }
    let isOver = hasEnded.load(ordering: .relaxed)
    #expect(isOver)
  }

  @Test func `a producer that does not stop at once is still ended`() {
    let refused = Atomic(0)
    #expect(throws: Failure()) {
      try readAhead(limit: 1) { (send: (Int) throws(CancellationError) -> Void) in
        for number in 0..<100 {
          do { try send(number) } catch { refused.add(1, ordering: .relaxed) }
        }
      } consume: { _ in
        throw Failure()
      }
    }
    let count = refused.load(ordering: .relaxed)
    #expect(count >= 90)
  }

  @Test func `a limit of zero stops the program`() async {
    await #expect(processExitsWith: .failure) {
      try readAhead(limit: 0) { (send: (Int) throws(CancellationError) -> Void) in
      } consume: { _ in
      }
    }
  }

  @Test func `an error of the last consumed value is not lost`() {
    #expect(throws: Failure()) {
      try readAhead(limit: 2) { send in
        try send(1)
      } consume: { _ in
        throw Failure()
      }
    }
  }
}
