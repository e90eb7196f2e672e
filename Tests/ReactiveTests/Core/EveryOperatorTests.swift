import Reactive
import ReactiveTesting
import Testing
import Time

/// One operator, or family, behind a common face.
struct Case: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let apply: @Sendable (AnyPublisher<Int, MarbleError>, ManualScheduler) -> AnyPublisher<Int, MarbleError>

  init(
    _ name: String,
    _ apply: @escaping @Sendable (AnyPublisher<Int, MarbleError>, ManualScheduler) -> any Publisher<Int, MarbleError>
  ) {
    testDescription = name
    self.apply = { source, clock in
      func erase(_ publisher: some Publisher<Int, MarbleError>) -> AnyPublisher<Int, MarbleError> {
        publisher.eraseToAnyPublisher()
      }
      return erase(apply(source, clock))
    }
  }

  static let all: [Case] = [
    Case("map") { s, _ in s.map { $0 + 1 } },
    Case("tryMap") { s, _ in s.tryMap { $0 }.mapError { _ in MarbleError() } },
    Case("compactMap") { s, _ in s.compactMap { $0 } },
    Case("filter") { s, _ in s.filter { $0 > 0 } },
    Case("removeDuplicates") { s, _ in s.removeDuplicates() },
    Case("scan") { s, _ in s.scan(0, +) },
    Case("reduce") { s, _ in s.reduce(0, +) },
    Case("collect") { s, _ in s.collect(2).map(\.count) },
    Case("dropFirst") { s, _ in s.dropFirst() },
    Case("drop while") { s, _ in s.drop { $0 < 2 } },
    Case("prefix") { s, _ in s.prefix(100) },
    Case("prefix while") { s, _ in s.prefix { $0 < 1000 } },
    Case("first where") { s, _ in s.first { $0 > 1000 } },
    Case("last") { s, _ in s.last() },
    Case("prepend") { s, _ in s.prepend(0) },
    Case("append") { s, _ in s.append(0) },
    Case("combineLatest") { s, _ in s.combineLatest(s).map(\.0) },
    Case("combineLatest of four") { s, _ in s.combineLatest(s, s, s).map(\.0) },
    Case("zip") { s, _ in s.zip(s).map(\.0) },
    Case("merge") { s, _ in s.merge(with: s) },
    Case("flatMap") { s, _ in s.flatMap { Just($0) } },
    Case("switchToLatest") { s, _ in s.map { Just($0).setFailureType(to: MarbleError.self) }.switchToLatest() },
    Case("withLatest") { s, _ in s.withLatest(from: s) },
    Case("catch") { s, _ in s.catch { Fail<Int, MarbleError>(error: $0) } },
    Case("retry") { s, _ in s.retry(1) },
    Case("replaceEmpty") { s, _ in s.replaceEmpty(with: 0) },
    Case("debounce") { s, clock in s.debounce(for: .ticks(1), scheduler: clock) },
    Case("throttle") { s, clock in s.throttle(for: .ticks(1), scheduler: clock, latest: true) },
    Case("delay") { s, clock in s.delay(for: .ticks(1), scheduler: clock) },
    Case("timeout") { s, clock in s.timeout(.ticks(1000), scheduler: clock) },
    Case("receive on") { s, clock in s.receive(on: clock) },
    Case("share") { s, _ in s.share() },
    Case("share with replay") { s, _ in s.share(replay: 2) },
    Case("multicast") { s, _ in s.makeConnectable().autoconnect() },
    Case("handleEvents") { s, _ in s.handleEvents(receiveOutput: { _ in }) },
    Case("contains") { s, _ in s.contains(-1).map { $0 ? 1 : 0 } },
    Case("until output") { s, _ in s.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)) },
  ]
}

@Suite struct EveryOperatorTests {
  @Test(arguments: Case.all)
  func `cancelling cancels upstream, frees what was captured, and leaves no timer`(operation: Case) {
    let subject = Subject<Int, MarbleError>()
    let clock = ManualScheduler()
    let ledger = LifetimeLedger()
    var completions = 0
    let token = operation.apply(subject.counted(by: ledger), clock).sink(receiveCompletion: { _ in completions += 1 }) {
      [witness = ledger.witness()] _ in withExtendedLifetime(witness) {}
    }
    subject.send(1)
    subject.send(2)
    #expect(ledger.subscriptions > 0)
    token.cancel()
    #expect(ledger.subscriptions == 0)
    #expect(ledger.witnesses == 0)
    #expect(subject.subscriberCount == 0)
    #expect(clock.isIdle)
    subject.send(completion: .finished)
    clock.run()
    #expect(completions == 0)
  }

  @Test(arguments: Case.all)
  func `dropping the token, without cancelling, does the same`(operation: Case) {
    let subject = Subject<Int, MarbleError>()
    let clock = ManualScheduler()
    let ledger = LifetimeLedger()
    var token: AnyCancellable? = operation.apply(subject.counted(by: ledger), clock).sink { _ in
    } receiveValue: { [witness = ledger.witness()] _ in
      withExtendedLifetime(witness) {}
    }
    subject.send(1)
    token = nil
    #expect(token == nil && ledger.subscriptions == 0)
    #expect(ledger.witnesses == 0)
    #expect(clock.isIdle)
  }

  @Test(arguments: Case.all)
  func `a failure upstream ends it once, and nothing follows`(operation: Case) {
    let subject = Subject<Int, MarbleError>()
    let clock = ManualScheduler()
    let ledger = LifetimeLedger()
    var log: [String] = []
    let token = operation.apply(subject.counted(by: ledger), clock).sink {
      log.append("\($0)")
    } receiveValue: { _ in
      log.append("value")
    }
    subject.send(1)
    subject.send(completion: .failure(MarbleError()))
    clock.run()
    subject.send(2)
    #expect(log.filter { $0 != "value" }.count == 1)
    #expect(log.last != "value")
    #expect(ledger.subscriptions == 0)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Case.all)
  func `the end upstream ends it once, and nothing follows`(operation: Case) {
    let subject = Subject<Int, MarbleError>()
    let clock = ManualScheduler()
    let ledger = LifetimeLedger()
    var log: [String] = []
    let token = operation.apply(subject.counted(by: ledger), clock).sink {
      log.append("\($0)")
    } receiveValue: { _ in
      log.append("value")
    }
    subject.send(1)
    subject.send(completion: .finished)
    if operation.testDescription != "until output" { #expect(clock.run()) }
    #expect(log.filter { $0 != "value" } == ["finished"])
    #expect(log.last == "finished")
    #expect(ledger.subscriptions == 0)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Case.all)
  func `on one arm of a diamond it never makes the join wait for ever, and never shows an old value beside its cause`(
    operation: Case
  ) {
    let subject = Subject<Int, MarbleError>()
    let clock = ManualScheduler()
    var log: [(Int, Int)] = []
    let token = subject.combineLatest(operation.apply(subject.eraseToAnyPublisher(), clock)).sink { _ in
    } receiveValue: {
      log.append($0)
    }
    for number in 1...10 {
      subject.send(number)
      clock.run()
    }
    let hasOutput = !["reduce", "last", "first where", "contains"].contains(operation.testDescription)
    #expect(log.isEmpty != hasOutput)
    #expect(log.last?.0 == (hasOutput ? 10 : nil))
    let isSynchronous = ["map", "compactMap", "filter", "removeDuplicates", "scan", "tryMap", "share", "withLatest"]
    if isSynchronous.contains(operation.testDescription) { #expect(log.count == 10) }
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Case.all)
  func `a subscriber that cancels in its first value gets no more`(operation: Case) {
    let subject = Subject<Int, MarbleError>()
    let clock = ManualScheduler()
    let ledger = LifetimeLedger()
    var log: [String] = []
    var token: AnyCancellable?
    token = operation.apply(subject.counted(by: ledger), clock).sink {
      log.append("\($0)")
    } receiveValue: { _ in
      log.append("value")
      token?.cancel()
    }
    // What comes before `sink` returns cannot be cancelled by its token.
    let head = log.count
    subject.send(1)
    subject.send(2)
    clock.run()
    subject.send(3)
    subject.send(completion: .finished)
    clock.run()
    #expect(log.count <= head + 1)
    #expect(ledger.subscriptions == 0)
  }
}
