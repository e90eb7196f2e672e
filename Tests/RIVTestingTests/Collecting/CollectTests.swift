import CounterFeature
import RIV
import RIVTesting
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct CollectTests {
  let counter = CounterInteractor()

  @Test func `states are collected in order, many times`() async throws {
    let states = try await counter.collect(3, performing: [.action(.add(1)), .action(.add(1)), .action(.add(-1))])
    #expect(states.map(\.count) == [1, 2, 1])
    #expect(try await counter.collect(1, performing: [.action(.add(3))]).map(\.count) == [4])
  }

  @Test func `the present state is included on request`() async throws {
    counter.interact(with: .add(1))
    #expect(try await counter.collect(2, performing: [.action(.add(1))], includeFirst: true).map(\.count) == [1, 2])
    #expect(try await counter.collect(1, performing: [.action(.add(1))]).map(\.count) == [3])
  }

  @Test func `every step is performed, also after enough states`() async throws {
    let steps: [TestStep<CounterInteractor.Action>] = [.action(.add(1)), .wait(.seconds(3600)), .action(.add(1))]
    let clock = TestClock()
    let end = clock.scheduler.now + .seconds(3600)
    #expect(try await counter.collect(1, performing: steps, clock: clock).map(\.count) == [1])
    #expect(clock.scheduler.now == end)
    #expect(counter.domain.count == 2)
  }

  @Test func `concurrent collectors each receive everything`() async throws {
    // Tasks of the main actor begin in order, so that the effect is under way when the second one collects.
    let one = Task { try await counter.collect(2, performing: [.action(.count(to: 2))]) }
    let two = Task { try await counter.collect(2, performing: []) }
    #expect(try await one.value.map(\.count) == [1, 2])
    #expect(try await two.value.map(\.count) == [1, 2])
  }

  @Test func `too few states are reported at once`() async {
    await #expect(
      throws: CollectError.unfulfilled(seen: ["Counter(count: 1, failure: nil)"], expected: 2)
    ) { try await counter.collect(2, performing: [.action(.add(1))]) }
    #expect(
      "\(CollectError.unfulfilled(seen: ["1"], expected: 2))"
        == "2 values were expected, and no effect is under way. Seen: 1.")
    #expect(
      "\(CollectError.unfulfilled(seen: [], expected: 1))"
        == "1 value was expected, and no effect is under way. None was seen.")
  }

  @Test func `a timeout names the effects`() async throws {
    await #expect(
      throws: CollectError.timedOut(after: .milliseconds(5), seen: [], expected: 1, effects: ["slow"])
    ) { try await counter.collect(1, performing: [.action(.addSlowly(1))], timeout: .milliseconds(5)) }
    counter.interact(with: .stop())
    #expect(try await counter.collect(1, performing: [.action(.add(3))]).map(\.count) == [3])
    for gate in counter.gates { gate.open() }
  }

  @Test func `a cancelled task stops collecting`() async {
    let collecting = Task { [counter] in try await counter.collect(1, performing: [.action(.addSlowly(1))]) }
    await yield(until: { !counter.gates.isEmpty })
    collecting.cancel()
    await #expect(throws: CollectError.cancelled(seen: [], expected: 1)) { try await collecting.value }
    #expect(
      "\(CollectError.cancelled(seen: [], expected: 1))"
        == "The task was cancelled while it waited for 1 value. None was seen.")
    for gate in counter.gates { gate.open() }
  }

  @Test func `invalid requests are refused`() async {
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

  @Test func `a timeout does not keep the interactor alive`() async {
    weak var freed: CounterInteractor?
    var gate: Gate?
    do {
      let counter = CounterInteractor()
      freed = counter
      await #expect(throws: CollectError.self) {
        try await counter.collect(1, performing: [.action(.addSlowly(1))], timeout: .milliseconds(5))
      }
      gate = counter.gates.first
    }
    await TestClock().advance(by: .zero)
    #expect(freed == nil)
    #expect(gate != nil)
    gate?.open()
  }
}
