import CounterFeature
import RIV
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

  @Test func `a change that no action made has its own cause`() throws {
    var lines: [String] = []
    var log: [String] = []
    let interactor = CounterInteractor()
    let feature = Feature(
      interactor, Count(), middleware: [Recorder { lines.append($0) }, ActionLog { log.append($0) }])
    feature.send(.add(1))
    interactor.update { $0.count = 7 }
    #expect(feature.viewState == 7)
    #expect(lines.last == #"{"by":"other","state":{"count":7}}"#)
    #expect(log.last == "⋯ Counter(count: 7, failure: nil)")
    let read = try Counted(jsonLines: lines.joined(separator: "\n"))
    #expect(read.entries.last == .state(.init(count: 7), by: .other))
  }

  @Test func `a recording is read`() async throws {
    let recording = try Counted(jsonLines: await record().joined(separator: "\n") + "\n")
    #expect(recording.entries.count == 8)
    #expect(recording.entries[4] == .state(.init(count: 1), by: .effect("count")))
  }

  @Test func `an action of an effect is recorded with the effect`() async throws {
    var lines: [String] = []
    let interactor = CounterInteractor()
    let feature = Feature(interactor, Count(), middleware: [Recorder { lines.append($0) }])
    feature.send(.load(2))
    await interactor.settled()
    #expect(lines[2] == #"{"action":{"loaded":{"_0":2}},"effect":"load"}"#)
  }

  @Test func `a line that is not an entry is named`() {
    #expect {
      try Counted(jsonLines: "\n{\"action\":{\"jump\":{}}}")
    } throws: { error in
      (error as? RecordingError)?.line == 2
    }
  }

  @Test func `a recording without the names of effects can be read`() throws {
    let recording = try Counted(jsonLines: #"{"by":"effect","state":{"count":1}}"#)
    #expect(recording.entries == [.state(.init(count: 1), by: .effect(""))])
  }
}
