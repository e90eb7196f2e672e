import RIV
import RIVTesting
import Testing

@Suite @MainActor struct InteractorTesterTests {
  let counter = CounterInteractor()
  var tester: InteractorTester<CounterInteractor.Action, CounterInteractor.Counter> { InteractorTester(counter) }

  @Test func `every state is expected, and every effect has ended`() async throws {
    let tester = tester
    try tester.send(.add(1)) { $0.count = 1 }
    try tester.send(.count(to: 2))
    #expect(tester.effectsUnderWay == ["count"])
    try await tester.receive { $0.count = 1 }
    try await tester.receive { $0.count = 2 }
    #expect(tester.domain.count == 2)
    await counter.settled()
    try tester.finish()
  }

  @Test func `another state than expected is told with both`() throws {
    let tester = tester
    #expect(
      throws: ExhaustiveError.different(
        expected: "Counter(count: 2, failure: nil)", seen: "Counter(count: 1, failure: nil)")
    ) { try tester.send(.add(1)) { $0.count = 2 } }
  }

  @Test func `a state that does not come is missed`() async throws {
    let tester = tester
    #expect(throws: ExhaustiveError.missing(expected: "Counter(count: 1, failure: nil)", effects: [])) {
      try tester.send(.stop()) { $0.count = 1 }
    }
    await #expect(throws: ExhaustiveError.missing(expected: "Counter(count: 1, failure: nil)", effects: [])) {
      try await tester.receive { $0.count = 1 }
    }
  }

  @Test func `states and effects that nobody speaks of are told`() async throws {
    let tester = tester
    #expect(throws: ExhaustiveError.unaccounted(states: ["Counter(count: 1, failure: nil)"], effects: [])) {
      try tester.send(.add(1))
    }
    let second = self.tester
    try second.send(.addSlowly(1))
    #expect(throws: ExhaustiveError.unaccounted(states: [], effects: ["slow"])) { try second.finish() }
    try second.send(.stop())
    try second.send(.count(to: 1))
    await counter.settled()
    #expect(throws: ExhaustiveError.unaccounted(states: ["Counter(count: 1, failure: nil)"], effects: [])) {
      try second.send(.add(0))
    }
  }
}
