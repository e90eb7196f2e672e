import Reactive
import ReactiveTesting
import Testing
import Time

@Suite(.leavesNothing) struct TimingDiagramTests {
  @Test func `debounce waits for a pause`() {
    #expect(marbles("abcd----e---f-g----|") { $0.debounce(for: .ticks(3), scheduler: $1) } == "------d----e-----g-|")
    #expect(marbles("a|") { $0.debounce(for: .ticks(3), scheduler: $1) } == "-(a|)")
    #expect(marbles("a#") { $0.debounce(for: .ticks(3), scheduler: $1) } == "-#")
  }

  @Test func `throttle delivers one value per interval`() {
    #expect(marbles("ab-----c-|") { $0.throttle(for: .ticks(3), scheduler: $1, latest: true) } == "a--b---c-|")
    #expect(marbles("abc----|") { $0.throttle(for: .ticks(4), scheduler: $1, latest: true) } == "a---c--|")
    #expect(marbles("abc----|") { $0.throttle(for: .ticks(4), scheduler: $1, latest: false) } == "a---b--|")
    #expect(marbles("abc|") { $0.throttle(for: .ticks(9), scheduler: $1, latest: true) } == "a--(c|)")
    #expect(marbles("ab#") { $0.throttle(for: .ticks(9), scheduler: $1, latest: true) } == "a-(b#)")
    #expect(marbles("a--#") { $0.throttle(for: .ticks(9), scheduler: $1, latest: true) } == "a--#")
  }

  @Test func `delay keeps order and spacing, the completion included`() {
    #expect(marbles("ab--c|") { $0.delay(for: .ticks(2), scheduler: $1) } == "--ab--c|")
    #expect(marbles("a#") { $0.delay(for: .ticks(2), scheduler: $1) } == "--a#")
  }

  @Test func `timeout counts from each value`() {
    #expect(marbles("--a--b-----c|") { $0.timeout(.ticks(4), scheduler: $1) } == "--a--b---|")
    #expect(marbles("-----a") { $0.timeout(.ticks(3), scheduler: $1, customError: { MarbleError() }) } == "---#")
  }

  @Test func `receive(on:) delivers a burst together, in order`() {
    #expect(marbles("(abc)d|") { $0.receive(on: $1) } == "(abc)d|")
    let clock = ManualScheduler()
    let subject = Subject<Int, Never>()
    var log: [String] = []
    let token = subject.receive(on: clock).sink {
      log.append("\($0)")
    } receiveValue: {
      log.append("\($0)")
    }
    for number in 0..<3 { subject.send(number) }
    subject.send(completion: .finished)
    #expect(log == [])
    clock.advance()
    #expect(log == ["0", "1", "2", "finished"])
    withExtendedLifetime(token) {}
  }

  @Test func `collect by time delivers groups`() {
    func strings(_ publisher: AnyPublisher<[String], MarbleError>) -> some Publisher<String, MarbleError> {
      publisher.map { $0.joined() }
    }
    #expect(marbles("ab--c-d-|") { strings($0.collect(.byTime($1, .ticks(2)))) } == "--'ab'---'cd'-|")
    #expect(marbles("ab|") { strings($0.collect(.byTime($1, .ticks(9)))) } == "--('ab'|)")
    #expect(marbles("ab#") { strings($0.collect(.byTime($1, .ticks(9)))) } == "--#")
    #expect(marbles("abc-----d-|") { strings($0.collect(.byTimeOrCount($1, .ticks(4), 2))) } == "-'ab'----c---(d|)")
    let clock = ManualScheduler()
    let subject = Subject<Int, Never>()
    let token = subject.collect(.byTime(clock, .seconds(1))).sink { _ in }
    #expect(clock.isIdle)
    subject.send(1)
    token.cancel()
    #expect(clock.isIdle)
  }

  @Test func `measureInterval delivers the time between values`() {
    #expect(
      marbles("a--b-|") { $0.measureInterval(using: $1).map { $0.nanoseconds / 1_000_000_000 } } == "0--3-|")
  }

  @Test func `subscribe(on:) subscribes later, or never if cancelled`() {
    let clock = ManualScheduler()
    var subscriptions = 0
    let source = Just(1).handleEvents(receiveSubscription: { subscriptions += 1 }).subscribe(on: clock)
    var log: [Int] = []
    let token = source.sink { log.append($0) }
    #expect(log == [])
    clock.run()
    #expect(log == [1])
    source.sink { log.append($0) }.cancel()
    #expect(clock.isIdle)
    #expect(subscriptions == 1)
    withExtendedLifetime(token) {}
  }

  @Test func `a queued value is not delivered after a cancellation`() {
    let clock = ManualScheduler()
    let subject = Subject<Int, Never>()
    var log: [Int] = []
    let token = subject.receive(on: clock).sink { log.append($0) }
    subject.send(1)
    token.cancel()
    clock.run()
    #expect(log == [])
  }
}
