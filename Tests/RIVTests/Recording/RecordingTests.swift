import RIV
import RIVTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct RecordingTests {
  typealias Counted = Recording<CounterInteractor.Action, CounterInteractor.Counter>

  struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }

  func record() async -> [String] {
    var lines: [String] = []
    let interactor = CounterInteractor()
    let feature = Feature(interactor, Count(), middleware: [Recorder { lines.append($0) }])
    feature.send(.add(3))
    feature.send(.count(to: 2))
    await interactor.settled()
    feature.send(.add(5))
    return lines
  }

  @Test func `actions and states are recorded as JSON lines`() async {
    #expect(
      await record() == [
        #"{"by":"start","state":{"count":0}}"#,
        #"{"action":{"add":{"_0":3}}}"#,
        #"{"by":"action","state":{"count":3}}"#,
        #"{"action":{"count":{"to":2}}}"#,
        #"{"by":"effect","effect":"count","state":{"count":1}}"#,
        #"{"by":"effect","effect":"count","state":{"count":2}}"#,
        #"{"action":{"add":{"_0":5}}}"#,
        #"{"by":"action","state":{"count":7}}"#,
      ])
  }

  @Test func `a recording is read and replayed`() async throws {
    let recording = try Counted(jsonLines: await record().joined(separator: "\n") + "\n")
    #expect(recording.entries.count == 8)
    #expect(recording.entries[4] == .state(.init(count: 1), by: .effect("count")))
    try await recording.replay(on: CounterInteractor())
  }

  @Test func `a replay names the first difference`() async throws {
    var recording = try Counted(jsonLines: await record().joined(separator: "\n"))
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

  @Test func `a line that is not an entry is named`() {
    #expect {
      try Counted(jsonLines: "\n{\"action\":{\"jump\":{}}}")
    } throws: { error in
      (error as? RecordingError)?.line == 2
    }
  }

  @Test func `a replay leaves the actions of effects to the effects`() async throws {
    var lines: [String] = []
    let interactor = CounterInteractor()
    let feature = Feature(interactor, Count(), middleware: [Recorder { lines.append($0) }])
    feature.send(.load(2))
    await interactor.settled()
    #expect(lines[2] == #"{"action":{"loaded":{"_0":2}},"effect":"load"}"#)
    let recording = try Counted(jsonLines: lines.joined(separator: "\n"))
    #expect(recording.entries[2] == .action(.loaded(2), from: .effect("load")))
    let other = CounterInteractor()
    try await recording.replay(on: other)
    #expect(other.domain.count == 2)
  }

  @Test func `a recording without the names of effects can be read`() throws {
    let recording = try Counted(jsonLines: #"{"by":"effect","state":{"count":1}}"#)
    #expect(recording.entries == [.state(.init(count: 1), by: .effect(""))])
  }
}
