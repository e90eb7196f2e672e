import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct AnyCancellableTests {
  @Test func `a subscriber that cancels itself gets no more values`() {
    let subject = Subject<Int, Never>()
    var log: [Int] = []
    var token: AnyCancellable?
    token = subject.sink {
      log.append($0)
      token?.cancel()
    }
    subject.send(1)
    subject.send(2)
    #expect(log == [1])
  }

  @Test
  func `a subscriber cancelled by another misses the current value`() {
    let subject = Subject<Int, Never>()
    let ledger = LifetimeLedger()
    var log: [Int] = []
    var victim: AnyCancellable?
    var witnessesAtCancel = -1
    let killer = subject.sink { _ in
      victim?.cancel()
      witnessesAtCancel = ledger.witnesses
    }
    victim = subject.sink { [witness = ledger.witness()] in
      withExtendedLifetime(witness) {}
      log.append($0)
    }
    let bystander = subject.sink { log.append($0 * 10) }
    subject.send(1)
    #expect(log == [10])
    #expect(witnessesAtCancel == 0)
    withExtendedLifetime((killer, bystander)) {}
  }

  @Test func `cancelling twice has no further effect`() {
    let subject = Subject<Int, Never>()
    var log: [String] = []
    let token = subject.handleEvents(receiveCancel: { log.append("cancel") }).sink {
      log.append("\($0)")
    } receiveValue: {
      log.append("\($0)")
    }
    token.cancel()
    token.cancel()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(log == ["cancel"])
  }

  @Test func `a dropped or removed token cancels`() {
    let subject = Subject<Int, Never>()
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    subject.sink { _ in }.store(in: &set)
    subject.sink { _ in }.store(in: &array)
    var single: AnyCancellable? = subject.sink { _ in }
    #expect(subject.subscriberCount == 3)
    set.removeAll()
    #expect(subject.subscriberCount == 2)
    array.removeLast()
    #expect(subject.subscriberCount == 1)
    single = nil
    #expect(single == nil && subject.subscriberCount == 0)
  }

  @Test func `cancel frees the captures before it returns`() {
    let subject = Subject<Int, Never>()
    let ledger = LifetimeLedger()
    let token = subject.map { $0 }.removeDuplicates().sink { [witness = ledger.witness()] _ in
      withExtendedLifetime(witness) {}
    }
    token.cancel()
    #expect(ledger.witnesses == 0)
  }

  @Test func `cancelling inside a delivery frees the captures at once`() {
    let subject = Subject<Int, Never>()
    let ledger = LifetimeLedger()
    var left: [Int] = []
    var tokens: [AnyCancellable] = []
    for number in 0..<3 {
      tokens.append(
        subject.sink { [witness = ledger.witness()] _ in
          withExtendedLifetime(witness) {}
          guard number == 1 else { return }
          tokens[2].cancel()
          left.append(ledger.witnesses)
          tokens[0].cancel()
          left.append(ledger.witnesses)
          // The running subscriber's own captures are freed when it has returned.
          tokens[1].cancel()
        })
    }
    subject.send(1)
    #expect(left == [2, 1])
    #expect(ledger.witnesses == 0)
  }

  @Test func `cancelling inside sink, before it returns, works`() {
    let subject = CurrentValue(1)
    let stop = Subject<Void, Never>()
    var log: [Int] = []
    let token = subject.prefix(untilOutputFrom: stop).sink {
      log.append($0)
      stop.send()
    }
    #expect(subject.subscriberCount == 0)
    subject.value = 2
    #expect(log == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `handleEvents reports subscription, values, cancellation`() {
    let subject = Subject<Int, Never>()
    var log: [String] = []
    let token = subject.handleEvents(
      receiveSubscription: { log.append("subscription") }, receiveOutput: { log.append("\($0)") },
      receiveCompletion: { log.append("\($0)") }, receiveCancel: { log.append("cancel") }
    ).sink { log.append("sink \($0)") }
    subject.send(1)
    token.cancel()
    token.cancel()
    subject.send(completion: .finished)
    #expect(log == ["subscription", "1", "sink 1", "cancel"])
  }

  /// Sends, subscribes and cancels when it is freed.
  private final class Meddler {
    let subject: Subject<Int, Never>
    var other: AnyCancellable?
    init(_ subject: Subject<Int, Never>) { self.subject = subject }
    deinit {
      other?.cancel()
      subject.send(99)
      _ = subject.sink { _ in }
    }
  }

  @Test func `a deinit may send, subscribe and cancel on the same subject`() {
    let subject = Subject<Int, Never>()
    var log: [Int] = []
    var tokens: [AnyCancellable] = []
    for _ in 0..<40 {
      let meddler = Meddler(subject)
      meddler.other = subject.sink { _ in }
      tokens.append(subject.sink { [meddler] _ in withExtendedLifetime(meddler) {} })
    }
    let observer = subject.sink { log.append($0) }
    tokens[0].cancel()
    tokens.removeAll()
    #expect(log.count == 40)
    #expect(subject.subscriberCount == 1)
    withExtendedLifetime(observer) {}
  }

  @Test func `a synchronous source can be cut short`() {
    var log: [Int] = []
    let token = (0...).publisher.prefix(3).sink { log.append($0) }
    #expect(log == [0, 1, 2])
    let value = CurrentValue(1)
    let once = value.first().sink { log.append($0) }
    #expect(value.subscriberCount == 0)
    value.value = 2
    #expect(log == [0, 1, 2, 1])
    withExtendedLifetime((token, once)) {}
  }

  @Test
  func `cancelling downstream cancels each upstream once`() {
    let outerLedger = LifetimeLedger()
    let innerLedger = LifetimeLedger()
    var cancels = 0
    let outer = Subject<Int, Never>()
    let inner = Subject<Int, Never>()
    let upstream = outer.counted(by: outerLedger).handleEvents(receiveCancel: { cancels += 1 })
    let tokens = [
      upstream.prefix(5).sink { _ in },
      upstream.first().sink { _ in },
      upstream.map { _ in inner.counted(by: innerLedger) }.switchToLatest().sink { _ in },
      upstream.flatMap { _ in inner.counted(by: innerLedger) }.sink { _ in },
    ]
    outer.send(1)
    #expect(outerLedger.subscriptions == 3)
    #expect(innerLedger.subscriptions == 2)
    tokens.forEach { $0.cancel() }
    tokens.forEach { $0.cancel() }
    #expect(outerLedger.subscriptions == 0)
    #expect(innerLedger.subscriptions == 0)
    #expect(cancels == 4)
  }

  @Test func `100,000 subscriptions are freed without recursion`() {
    let subject = Subject<Int, Never>()
    var chain: AnyCancellable?
    for _ in 0..<100_000 {
      let token = subject.sink { _ in }
      chain = token
    }
    #expect(subject.subscriberCount == 1)
    var tokens: Set<AnyCancellable> = []
    for _ in 0..<100_000 { subject.map { $0 }.sink { _ in }.store(in: &tokens) }
    #expect(subject.subscriberCount == 100_001)
    tokens.removeAll()
    chain = nil
    #expect(chain == nil && subject.subscriberCount == 0)
  }

  @Test func `a chain of 100,000 subjects is freed without recursion`() {
    var head: Subject<Int, Never>? = Subject()
    var tokens: [AnyCancellable] = []
    var tail = head
    for _ in 0..<100_000 {
      let next = Subject<Int, Never>()
      if let token = tail?.sink(receiveValue: { [weak next] in next?.send($0) }) { tokens.append(token) }
      tail = next
    }
    head = nil
    tail = nil
    tokens.removeAll()
    #expect(head == nil && tail == nil)
  }

  @Test func `a weakly captured owner is freed with its subscriptions`() {
    final class Owner {
      var tokens: Set<AnyCancellable> = []
      var seen = 0
      init(_ subject: Subject<Int, Never>) {
        subject.sink { [weak self] in self?.seen = $0 }.store(in: &tokens)
        subject.assign(to: \.seen, on: self).store(in: &tokens)
      }
    }
    let subject = Subject<Int, Never>()
    var owner: Owner? = Owner(subject)
    subject.send(1)
    #expect(owner?.seen == 1)
    owner = nil
    #expect(subject.subscriberCount == 0)
  }

  @Test func `an assignment does not retain its target`() {
    final class Target { var value = 0 }
    let subject = Subject<Int, Never>()
    var target: Target? = Target()
    weak let weakTarget = target
    let token = target.map { subject.assign(to: \.value, on: $0) }
    subject.send(1)
    #expect(target?.value == 1)
    target = nil
    #expect(weakTarget == nil)
    #expect(subject.subscriberCount == 1)
    subject.send(2)
    #expect(subject.subscriberCount == 0)
    withExtendedLifetime(token) {}
  }
}
