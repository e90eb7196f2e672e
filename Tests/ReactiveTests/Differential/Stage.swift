import Reactive
import ReactiveTesting
import Time

/// Runs a script on real publishers and counts the live objects.
final class Stage {
  let ledger = LifetimeLedger()
  let clock = ManualScheduler()
  private(set) var step = 0
  private let script: Script
  private let sources: [Source]
  private(set) var supply: Supply
  private var keepers: [AnyCancellable] = []

  private enum Source {
    case subject(Subject<Int, MarbleError>)
    case current(CurrentValue<Int, MarbleError>)

    var stream: Stream {
      switch self {
      case .subject(let subject): subject.eraseToAnyPublisher()
      case .current(let current): current.eraseToAnyPublisher()
      }
    }

    var subscriberCount: Int {
      switch self {
      case .subject(let subject): subject.subscriberCount
      case .current(let current): current.subscriberCount
      }
    }

    func perform(_ event: StreamEvent) {
      switch (self, event) {
      case (.subject(let subject), .value(let value)): subject.send(value)
      case (.subject(let subject), .finished): subject.send(completion: .finished)
      case (.subject(let subject), .failed): subject.send(completion: .failure(MarbleError()))
      case (.current(let current), .value(let value)): current.value = value
      case (.current(let current), .finished): current.send(completion: .finished)
      case (.current(let current), .failed): current.send(completion: .failure(MarbleError()))
      }
    }
  }

  init(_ script: Script) {
    self.script = script
    sources = script.sources.map { $0.initial.map { .current(CurrentValue($0)) } ?? .subject(Subject()) }
    supply = Supply(sources: sources.map { [ledger] in $0.stream.counted(by: ledger) })
    for (chain, replays) in script.shared {
      let publisher = chain.publisher(from: supply)
      let shared = replays ? publisher.share(replay: 1) : publisher.share()
      keepers.append(shared.sink(receiveCompletion: { _ in }) { _ in })
      supply.shared.append(shared.eraseToAnyPublisher())
    }
  }

  /// Begins the next step, in which a source may send.
  func advance() {
    step += 1
    for index in sources.indices {
      if let event = script.sources[index].events[step] { sources[index].perform(event) }
    }
  }

  /// Subscribes, and passes each event to `receive` with its step.
  func subscribe(to publisher: Stream, _ receive: @escaping (Moment) -> Void) -> AnyCancellable {
    publisher.sink { [unowned self, witness = ledger.witness()] completion in
      withExtendedLifetime(witness) { receive(Moment(step: step, event: StreamEvent(completion))) }
    } receiveValue: { [unowned self] value in
      receive(Moment(step: step, event: .value(value)))
    }
  }

  /// Ends the shared publishers; `true` when no subscription, timer or closure is alive any more.
  func isEmptyAtEnd() -> Bool {
    keepers = []
    return clock.isIdle && ledger.subscriptions == 0 && ledger.witnesses == 0
      && sources.allSatisfy { $0.subscriberCount == 0 }
  }
}
