import RIV
import RIVTesting
import Testing

@Suite @MainActor struct RecordingTests {
  typealias Counted = Recording<CounterInteractor.Action, CounterInteractor.Counter>

  struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }

  func record() async -> [String] {
    var lines: [String] = []
    let interactor = CounterInteractor()
    let feature = Feature(interactor, Count(), middleware: [Recorder { lines.append($0) }])
    feature.send(.add(1))
    feature.send(.count(to: 2))
    await interactor.settled()
    feature.send(.add(5))
    return lines
  }

  @Test func `actions and states are recorded as JSON lines, in order`() async {
    #expect(
      await record() == [
        #"{"by":"start","state":{"count":0}}"#,
        #"{"action":{"add":{"_0":1}}}"#,
        #"{"by":"action","state":{"count":1}}"#,
        #"{"action":{"count":{"to":2}}}"#,
        #"{"by":"effect","state":{"count":1}}"#,
        #"{"by":"effect","state":{"count":2}}"#,
        #"{"action":{"add":{"_0":5}}}"#,
        #"{"by":"action","state":{"count":7}}"#,
      ])
  }

  @Test func `a recording is read again, and replayed`() async throws {
    let recording = try Counted(jsonLines: await record().joined(separator: "\n") + "\n")
    #expect(recording.entries.count == 8)
    #expect(recording.entries[4] == .state(.init(count: 1), by: .effect))
    try await recording.replay(on: CounterInteractor())
  }

  @Test func `a replay says where it leaves its recording`() async throws {
    var recording = try Counted(jsonLines: await record().joined(separator: "\n"))
    recording.entries[5] = .state(.init(count: 3), by: .effect)
    await #expect(
      throws: ReplayError.different(
        entry: 5, recorded: "Counter(count: 3, failure: nil)", seen: "Counter(count: 2, failure: nil)")
    ) { try await recording.replay(on: CounterInteractor()) }
    let tooMuch = Counted([.state(.init(), by: .start), .state(.init(count: 9), by: .effect)])
    await #expect(throws: ReplayError.missing(entry: 1, recorded: "Counter(count: 9, failure: nil)")) {
      try await tooMuch.replay(on: CounterInteractor())
    }
  }

  @Test func `a line that is no entry is named`() {
    #expect {
      try Counted(jsonLines: "\n{\"action\":{\"jump\":{}}}")
    } throws: { error in
      (error as? RecordingError)?.line == 2
    }
  }
}
