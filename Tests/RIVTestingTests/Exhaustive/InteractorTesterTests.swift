import CounterFeature
import RIV
import RIVTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct InteractorTesterTests {
  typealias Tester = InteractorTester<CounterInteractor.Action, CounterInteractor.Counter>

  let counter = CounterInteractor()
  var tester: Tester { InteractorTester(counter) }

  @Test func `every state is expected, every effect ends`() async throws {
    let tester = tester
    try tester.send(.add(1)) { $0.count = 1 }
    try tester.send(.count(to: 3))
    #expect(tester.effectsUnderWay == ["count"])
    try await tester.receive { $0.count = 2 }
    try await tester.receive { $0.count = 3 }
    #expect(tester.domain.count == 3)
    try await tester.finish()
  }

  @Test func `an action of an effect is expected`() async throws {
    let tester = tester
    try tester.send(.load(3))
    try await tester.receive(.loaded(3)) { $0.count = 3 }
    try await tester.finish()
    try tester.send(.load(4))
    await #expect(throws: ExhaustiveError.differentAction(expected: "loaded(5)", seen: "loaded(4)")) {
      try await tester.receive(.loaded(5))
    }
    let other = self.tester
    try other.send(.load(4))
    await #expect(
      throws: ExhaustiveError.different(
        expected: "Counter(count: 11, failure: nil)", seen: "the action loaded(4)", fields: [])
    ) { try await other.receive { $0.count = 11 } }
  }

  @Test func `a missing action is reported, also where a state arrives`() async throws {
    let tester = tester
    try tester.send(.count(to: 1))
    await #expect(
      throws: ExhaustiveError.differentAction(expected: "loaded(5)", seen: "the state Counter(count: 1, failure: nil)")
    ) { try await tester.receive(.loaded(5)) }
    let other = InteractorTester(CounterInteractor())
    await #expect(throws: ExhaustiveError.missing(expected: "loaded(5)", effects: [])) {
      try await other.receive(.loaded(5))
    }
  }

  @Test func `without exhaustivity other actions are skipped`() async throws {
    let tester = InteractorTester(counter, exhaustivity: .off)
    for number in 1...3 {
      try tester.send(.load(number))
      await TestClock().advance(by: .zero)
    }
    try await tester.receive(.loaded(3)) { $0.count = 6 }
    try await tester.finish()
  }

  @Test func `a different state is reported field by field`() throws {
    let tester = tester
    let error = ExhaustiveError.different(
      expected: "Counter(count: 2, failure: Optional(\"no\"))", seen: "Counter(count: 1, failure: nil)",
      fields: [
        FieldDifference(path: "count", expected: "2", seen: "1"),
        FieldDifference(path: "failure", expected: "Optional(\"no\")", seen: "nil"),
      ])
    #expect(throws: error) {
      try tester.send(.add(1)) {
        $0.count = 2
        $0.failure = "no"
      }
    }
    #expect(
      "\(error)"
        == """
        The state is not the expected one.
          count: expected 2, seen 1
          failure: expected Optional("no"), seen nil
        """)
  }

  @Test func `a state that does not arrive is missing`() async throws {
    let tester = tester
    #expect(throws: ExhaustiveError.missing(expected: "Counter(count: 1, failure: nil)", effects: [])) {
      try tester.send(.stop()) { $0.count = 1 }
    }
    await #expect(throws: ExhaustiveError.missing(expected: "Counter(count: 1, failure: nil)", effects: [])) {
      try await tester.receive { $0.count = 1 }
    }
  }

  @Test func `unexpected states are reported`() async throws {
    let tester = tester
    #expect(throws: ExhaustiveError.unaccounted(events: ["Counter(count: 1, failure: nil)"], effects: [])) {
      try tester.send(.add(1))
    }
    let second = self.tester
    try second.send(.count(to: 2))
    await counter.settled()
    #expect(throws: ExhaustiveError.unaccounted(events: ["Counter(count: 2, failure: nil)"], effects: [])) {
      try second.send(.add(0))
    }
  }

  @Test func `finishing waits for effects`() async throws {
    let tester = InteractorTester(counter, timeout: .milliseconds(5))
    try tester.send(.count(to: 1))
    await #expect(throws: ExhaustiveError.unaccounted(events: ["Counter(count: 1, failure: nil)"], effects: [])) {
      try await tester.finish()
    }
    let second = InteractorTester(counter, timeout: .milliseconds(5))
    try second.send(.addSlowly(1))
    await #expect(throws: ExhaustiveError.unaccounted(events: [], effects: ["slow"])) { try await second.finish() }
    counter.cancelAllEffects()
  }

  @Test func `a tester released too early records an issue`() throws {
    func use(_ body: (Tester) throws -> Void) rethrows {
      let tester = tester
      try body(tester)
    }
    try use { try $0.send(.add(1)) { $0.count += 1 } }
    // This test expects the issue that the tester records, and fails without it.
    try withKnownIssue {
      try use { try $0.send(.addSlowly(1)) }
    } matching: { issue in
      (issue.error as? ExhaustiveError) == .unaccounted(events: [], effects: ["slow"])
    }
    try use {
      $0.exhaustivity = .off
      try $0.send(.addSlowly(1))
    }
    counter.cancelAllEffects()
  }

  @Test func `without exhaustivity earlier states are skipped`() async throws {
    let tester = InteractorTester(counter, exhaustivity: .off)
    try tester.send(.count(to: 9))
    try await tester.receive { $0.count = 7 }
    #expect(tester.domain.count == 7)
    try await tester.finish()
    #expect(tester.domain.count == 9)
  }

  @Test func `without exhaustivity the last state is compared`() {
    let tester = InteractorTester(counter, exhaustivity: .off)
    let error = #expect(throws: ExhaustiveError.self) { try tester.send(.add(1)) { $0.count = 5 } }
    #expect(error?.description.contains("count: expected 5, seen 1") == true, "\(error?.description ?? "")")
  }

  @Test func `without exhaustivity only the assigned fields are compared`() async throws {
    let tester = InteractorTester(counter, exhaustivity: .off)
    try tester.send(.add(1))
    try tester.send(.add(1)) { $0.count = 2 }
    try tester.send(.fail)
    try await tester.receive { $0.failure = "Refusal()" }
    try tester.send(.count(to: 9))
    try await tester.receive { $0.count = 7 }
    try tester.send(.load(1))
    try await tester.receive(.loaded(1))
    await #expect(throws: ExhaustiveError.self) { try await tester.receive { $0.count = 3 } }
    try await tester.finish()
  }
}
