import Reactive
import ReactiveTesting
import Testing
import Time

@Suite(.leavesNothing) struct EveryOperatorTests {
  @Test(arguments: Case.all)
  func `cancelling cancels upstream and frees captures and timers`(operation: Case) {
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
  func `dropping the token has the same effect as cancelling it`(operation: Case) {
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
  func `a failure upstream ends it once`(operation: Case) {
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
  func `the end upstream ends it once`(operation: Case) {
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
    #expect(clock.run())
    #expect(log.filter { $0 != "value" } == ["finished"])
    #expect(log.last == "finished")
    #expect(ledger.subscriptions == 0)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Case.all)
  func `in a diamond it neither blocks the join nor lags behind`(
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
    let hasOutput = !Case.silent.contains(operation.testDescription)
    #expect(log.isEmpty != hasOutput)
    #expect(log.last?.0 == (hasOutput ? 10 : nil))
    if Case.prompt.contains(operation.testDescription) { #expect(log.count == 10) }
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
    // Events before `sink` returns cannot be cancelled by its token.
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
