import CounterFeature
import RIV
import RIVTesting
import Reactive
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct FeatureTests {
  final class Counter: BaseInteractor<Int, Int>, Interactor {
    func interact(with action: Int) { update { $0 += action } }
  }

  final class Words: Reducer {
    private(set) var reductions = 0
    func reduce(_ domain: Int) -> String {
      reductions += 1
      return "\(domain) people"
    }
  }

  @Test func `the view state is up to date when send returns`() {
    let feature = Feature(Counter(1), Words())
    #expect(feature.viewState == "1 people")
    feature.send(2)
    #expect(feature.viewState == "3 people")
  }

  @Test func `a send inside a delivery is shown at once, delivered in order`() {
    let feature = Feature(Counter(0), Words())
    var seen: [String] = []
    var inside: [String] = []
    let one = feature.viewStates.sink { state in
      if state == "1 people" {
        for number in [10, 100] {
          feature.send(number)
          inside.append(feature.viewState)
        }
      }
    }
    let two = feature.viewStates.sink { seen.append($0) }
    feature.send(1)
    #expect(inside == ["11 people", "111 people"])
    #expect(seen == ["0 people", "1 people", "11 people", "111 people"])
    #expect(feature.viewState == "111 people")
    withExtendedLifetime((one, two)) {}
  }

  @Test func `each state is reduced once`() {
    let words = Words()
    let feature = Feature(Counter(1), words)
    #expect(words.reductions == 1)
    var seen: [String] = []
    let token = feature.viewStates.sink { seen.append($0) }
    feature.send(0)
    feature.send(1)
    #expect(words.reductions == 2)
    #expect(seen == ["1 people", "2 people"])
    token.cancel()
  }

  @Test func `view states are multicast`() {
    let feature = Feature(Counter(0), Words())
    var early: [String] = []
    var late: [String] = []
    let one = feature.viewStates.sink { early.append($0) }
    feature.send(1)
    let two = feature.viewStates.sink { late.append($0) }
    one.cancel()
    feature.send(1)
    #expect(early == ["0 people", "1 people"])
    #expect(late == ["1 people", "2 people"])
    two.cancel()
  }

  @Test func `a released feature ends its effects`() async {
    weak var freedFeature: Feature<CounterInteractor.Action, Int>?
    weak var freedInteractor: CounterInteractor?
    struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }
    var gate: Gate?
    do {
      let interactor = CounterInteractor()
      let feature = Feature(interactor, Count())
      feature.send(.addSlowly(1))
      await yield(until: { !interactor.gates.isEmpty })
      gate = interactor.gates.first
      freedFeature = feature
      freedInteractor = interactor
    }
    #expect(freedFeature == nil)
    #expect(freedInteractor == nil)
    gate?.open()
  }

  final class Plain: Interactor {
    let state = CurrentValue<Int, Never>(0)
    isolated deinit {}
    var domain: Int { state.value }
    var domainStream: AnyPublisher<Int, Never> { state.eraseToAnyPublisher() }
    func interact(with action: Int) { state.value += action }
  }

  @Test func `an interactor works without the base class`() {
    let feature = Feature(Plain(), Words())
    feature.send(4)
    #expect(feature.viewState == "4 people")
  }

  @Test func `without the base class, changes by actions differ from others`() {
    let plain = Plain()
    var lines: [String] = []
    let feature = Feature(plain, Words(), middleware: [ActionLog { lines.append($0) }])
    plain.state.value = 1
    feature.send(1)
    feature.send(1)
    plain.state.value = 7
    #expect(lines == ["= 0", "⋯ 1", "→ 1", "= 2", "→ 1", "= 3", "⋯ 7"])
  }

  @Test func `a middleware that implements nothing passes actions on`() {
    struct Silent: Middleware {
      typealias Action = Int
      typealias Domain = Int
    }
    let feature = Feature(Counter(0), Words(), middleware: [Silent()])
    feature.send(2)
    #expect(feature.viewState == "2 people")
  }

  @Test func `a state that is read before its delivery is reduced once`() {
    let words = Words()
    let counter = Counter(0)
    let feature = Feature(counter, words)
    var inside: [String] = []
    let token = feature.viewStates.dropFirst().sink { state in
      guard state == "1 people" else { return }
      feature.send(10)
      inside += [feature.viewState, feature.viewState]
    }
    feature.send(1)
    #expect(inside == ["11 people", "11 people"])
    #expect(words.reductions == 3)
    token.cancel()
  }

  @Test func `a status knows its value, its failure and its work`() {
    let statuses: [Status<Int>] = [.idle, .loading, .loaded(1), .failed("no")]
    #expect(statuses.map(\.isLoading) == [false, true, false, false])
    #expect(statuses.map(\.value) == [nil, nil, 1, nil])
    #expect(statuses.map(\.failure) == [nil, nil, nil, "no"])
  }

  @Test func `middleware observes actions and states`() {
    final class Gate: Middleware {
      var heard: [String] = []
      func handle(_ action: Int, from source: ActionSource, next: (Int) -> Void) {
        heard.append("sent \(action)")
        if action > 0 { next(action * 2) }
      }
      func didChange(_ domain: Int, by cause: ChangeCause) { heard.append("\(cause) \(domain)") }
    }
    let gate = Gate()
    var lines: [String] = []
    let feature = Feature(Counter(0), Words(), middleware: [gate, ActionLog { lines.append($0) }])
    feature.send(1)
    feature.send(-1)
    #expect(feature.viewState == "2 people")
    #expect(gate.heard == ["start 0", "sent 1", "action 2", "sent -1"])
    #expect(lines == ["= 0", "→ 2", "= 2"])
  }

  @Test func `the view state is current in a domain stream`() {
    let counter = Counter(0)
    let feature = Feature(counter, Words())
    var inside: [String] = []
    let token = counter.domainStream.sink { domain in
      if domain == 1 {
        feature.send(10)
        inside.append(feature.viewState)
      }
    }
    feature.send(1)
    #expect(inside == ["11 people"])
    token.cancel()
  }

  @Test func `the view state is current in a middleware`() {
    final class Doubler: Middleware {
      weak var feature: Feature<Int, String>?
      var inside: [String] = []
      func handle(_ action: Int, from source: ActionSource, next: (Int) -> Void) { next(action) }
      func didChange(_ domain: Int, by cause: ChangeCause) {
        guard domain == 1, let feature else { return }
        feature.send(10)
        inside.append(feature.viewState)
      }
    }
    let doubler = Doubler()
    let feature = Feature(Counter(0), Words(), middleware: [doubler])
    doubler.feature = feature
    var seen: [String] = []
    let token = feature.viewStates.sink { seen.append($0) }
    feature.send(1)
    #expect(doubler.inside == ["11 people"])
    #expect(seen == ["0 people", "1 people", "11 people"])
    token.cancel()
  }

  @Test func `a feature may be released off the main actor`() async {
    for _ in 0..<50 {
      let interactor = CounterInteractor()
      struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }
      let owner = Owner(Feature(interactor, Count()))
      interactor.send(.count(to: 3))
      await Task.detached { owner.release() }.value
      await interactor.settled()
      #expect(interactor.domain.count == 3)
    }
  }

  /// Releases its object on any thread.
  final class Owner: Sendable {
    private let object: Mutex<AnyObject?>

    init(_ object: sending AnyObject) {
      self.object = Mutex(object)
    }

    nonisolated func release() {
      object.withLock { $0 = nil }
    }
  }
}
