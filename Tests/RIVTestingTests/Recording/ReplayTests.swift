import CounterFeature
import RIV
import RIVTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct ReplayTests {
  typealias Counted = Recording<CounterInteractor.Action, CounterInteractor.Counter>

  struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }

  /// Records the actions, and the states to which they and their effects lead.
  func record(_ actions: CounterInteractor.Action...) async throws -> Counted {
    var lines: [String] = []
    let interactor = CounterInteractor()
    let feature = Feature(interactor, Count(), middleware: [Recorder { lines.append($0) }])
    for action in actions {
      feature.send(action)
      await interactor.settled()
    }
    return try Counted(jsonLines: lines.joined(separator: "\n"))
  }

  @Test func `an equal interactor repeats a recording`() async throws {
    let interactor = CounterInteractor()
    try await record(.add(3), .count(to: 2), .add(5)).replay(on: interactor)
    #expect(interactor.domain.count == 7)
  }

  @Test func `a replay names the first difference`() async throws {
    var recording = try await record(.add(3), .count(to: 2), .add(5))
    recording.entries[5] = .state(.init(count: 3), by: .effect("count"))
    await #expect(
      throws: ReplayError.different(
        entry: 5, recorded: "Counter(count: 3, failure: nil)", seen: "Counter(count: 2, failure: nil)",
        fields: [FieldDifference(path: "count", expected: "3", seen: "2")])
    ) { try await recording.replay(on: CounterInteractor()) }
    let tooMuch = Counted([.state(.init(), by: .start), .state(.init(count: 9), by: .effect("count"))])
    await #expect(throws: ReplayError.missing(entry: 1, recorded: "Counter(count: 9, failure: nil)")) {
      try await tooMuch.replay(on: CounterInteractor())
    }
  }

  @Test func `a state after the last one is noticed`() async throws {
    var recording = try await record(.add(3), .count(to: 2))
    let last = recording.entries.removeLast()
    #expect(last == .state(.init(count: 2), by: .effect("count")))
    await #expect(throws: ReplayError.unexpected(seen: "Counter(count: 2, failure: nil)")) {
      try await recording.replay(on: CounterInteractor())
    }
  }

  @Test func `a replay does not wait for a further effect`() async throws {
    let interactor = CounterInteractor()
    try await Counted([.state(.init(), by: .start), .action(.addSlowly(1), from: .caller)]).replay(on: interactor)
    #expect(interactor.effectsUnderWay == ["slow"])
    for gate in interactor.gates { gate.open() }
    await interactor.settled()
    #expect(interactor.domain.count == 1)
  }

  @Test func `a replay notices the state of a pending job`() async {
    let recording = Counted([.state(.init(), by: .start), .action(.load(2), from: .caller)])
    await #expect(throws: ReplayError.unexpected(seen: "Counter(count: 2, failure: nil)")) {
      try await recording.replay(on: CounterInteractor())
    }
  }

  @Test func `a replay leaves the actions of effects to the effects`() async throws {
    let recording = try await record(.load(2))
    #expect(recording.entries[2] == .action(.loaded(2), from: .effect("load")))
    let other = CounterInteractor()
    try await recording.replay(on: other)
    #expect(other.domain.count == 2)
  }
}
