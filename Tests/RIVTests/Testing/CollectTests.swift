import RIV
import RIVTesting
import Testing

@Suite @MainActor struct CollectTests {
  let counter = CounterInteractor()

  @Test func `states are collected in order, many times on one interactor`() async throws {
    let states = try await counter.collect(3, performing: [.action(.add(1)), .action(.add(1)), .action(.add(-1))])
    #expect(states.map(\.count) == [1, 2, 1])
    #expect(try await counter.collect(1, performing: [.action(.add(3))]).map(\.count) == [4])
  }

  @Test func `the present state is the first where that is wanted, whatever went before`() async throws {
    counter.interact(with: .add(1))
    #expect(try await counter.collect(2, performing: [.action(.add(1))], includeFirst: true).map(\.count) == [1, 2])
    #expect(try await counter.collect(1, performing: [.action(.add(1))]).map(\.count) == [3])
  }

  @Test func `every step is performed, however soon the states have come`() async throws {
    let steps: [TestStep<CounterInteractor.Action>] = [.action(.add(1)), .wait(.seconds(3600)), .action(.add(1))]
    #expect(try await counter.collect(1, performing: steps, clock: TestClock()).map(\.count) == [1])
    #expect(counter.domain.count == 2)
  }

  @Test func `two collect at a time, and each gets everything`() async throws {
    async let one = counter.collect(2, performing: [.action(.count(to: 2))])
    async let two = counter.collect(2, performing: [])
    #expect(try await one.map(\.count) == [1, 2])
    #expect(try await two.map(\.count) == [1, 2])
  }

  @Test func `too few states are told at once, with those that were seen`() async {
    await #expect(
      throws: CollectError.unfulfilled(seen: ["Counter(count: 1, failure: nil)"], expected: 2)
    ) { try await counter.collect(2, performing: [.action(.add(1))]) }
    #expect(
      "\(CollectError.unfulfilled(seen: ["1"], expected: 2))"
        == "2 values were expected, and nothing more can come. Seen: 1.")
  }

  @Test func `an effect that does not end is named, and the interactor is none the worse for it`() async throws {
    await #expect(
      throws: CollectError.timedOut(after: .milliseconds(5), seen: [], expected: 1, effects: ["slow"])
    ) { try await counter.collect(1, performing: [.action(.addSlowly(1))], timeout: .milliseconds(5)) }
    counter.interact(with: .stop())
    #expect(try await counter.collect(1, performing: [.action(.add(3))]).map(\.count) == [3])
    for door in counter.doors { door.open() }
  }

  @Test func `what cannot be meant is refused`() async {
    await #expect(throws: CollectError.invalidCount(0)) { try await counter.collect(0, performing: []) }
    await #expect(throws: CollectError.invalidTimeout(.zero)) {
      try await counter.collect(1, performing: [], timeout: .zero)
    }
    await #expect(throws: CollectError.noClock) { try await counter.collect(1, performing: [.wait(.seconds(1))]) }
  }

  @Test func `view states are collected too`() async throws {
    struct Words: Reducer {
      func reduce(_ domain: CounterInteractor.Counter) -> String { "\(domain.count) people" }
    }
    #expect(Words().viewStates(of: .init(count: 1), .init(count: 2)) == ["1 people", "2 people"])
    let feature = Feature(counter, Words())
    #expect(try await feature.collect(2, performing: [.action(.count(to: 2))]) == ["1 people", "2 people"])
    await #expect(throws: CollectError.unfulfilled(seen: ["3 people"], expected: 2)) {
      try await feature.collect(2, performing: [.action(.add(1))])
    }
  }
}
