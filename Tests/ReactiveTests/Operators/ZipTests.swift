import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct ZipTests {
  typealias Source = AnyPublisher<String, MarbleError>

  static let joins: [@Sendable (Source, Source, Source) -> AnyPublisher<String, MarbleError>] = [
    { a, b, c in a.zip(b, c) { $0 + $1 + $2 }.eraseToAnyPublisher() },
    { a, b, c in
      a.zip(b, c, Just("").append("").setFailureType(to: MarbleError.self)) { $0 + $1 + $2 + $3 }
        .eraseToAnyPublisher()
    },
    { a, b, c in zip(a, b, c).map { $0.0 + $0.1 + $0.2 }.eraseToAnyPublisher() },
  ]

  @Test(arguments: joins.indices) func `a failure ends it even when another side has ended`(index: Int) {
    #expect(marbles(["a-#", "x|", "---1"]) { all, _ in Self.joins[index](all[0], all[1], all[2]) } == "--#")
  }

  @Test(arguments: joins.indices) func `it finishes once a side has no more values`(index: Int) {
    #expect(marbles(["ab-|", "x|", "---1"]) { all, _ in Self.joins[index](all[0], all[1], all[2]) } == "---('ax1'|)")
  }

  @Test func `the transform of three and of four gets the n-th values`() {
    #expect(marbles(["ab", "xy", "12"]) { all, _ in all[0].zip(all[1], all[2]) { $0 + $1 + $2 } } == "'ax1''by2'")
  }

  @Test func `a failure of any input ends combineLatest of any number`() {
    #expect(
      marbles(["a-#", "x|", "---1"]) { all, _ in combineLatest(all[0], all[1], all[2]).map { $0.0 } } == "--#")
  }
}
