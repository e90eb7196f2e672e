import Reactive
import Testing

/// A value reaches the subscribers that existed when it was sent, however long it is queued.
@Suite(.leavesNothing) struct ShareTests {
  private let first = Subject<Int, Never>()
  private let second = Subject<Int, Never>()

  /// Runs `body` during the delivery of 1, and returns the values of a subscriber that `body` adds.
  private func received(
    through shared: some Publisher<Int, Never>, _ body: @escaping (_ subscribe: () -> Void) -> Void
  ) -> [Int] {
    var late: [Int] = []
    var tokens: [AnyCancellable] = []
    tokens.append(
      shared.sink { value in
        guard value == 1 else { return }
        body { tokens.append(shared.sink { late.append($0) }) }
      })
    first.send(1)
    first.send(3)
    tokens = []
    return late
  }

  @Test func `a value sent before a subscription is not delivered to it`() {
    let late = received(through: first.merge(with: second).share()) { [self] subscribe in
      second.send(2)
      subscribe()
    }
    #expect(late == [3])
  }

  @Test func `a value sent after a subscription is delivered to it`() {
    let late = received(through: first.merge(with: second).share()) { [self] subscribe in
      subscribe()
      second.send(2)
    }
    #expect(late == [2, 3])
  }

  @Test func `the same holds for multicast`() {
    let subject = Subject<Int, Never>()
    let connectable = first.merge(with: second).multicast(subject: subject)
    let connection = connectable.connect()
    let late = received(through: connectable) { [self] subscribe in
      second.send(2)
      subscribe()
      second.send(4)
    }
    #expect(late == [4, 3])
    connection.cancel()
  }

  @Test func `a late subscriber to a replay gets each value once`() {
    let late = received(through: first.merge(with: second).share(replay: 1)) { [self] subscribe in
      second.send(2)
      subscribe()
    }
    #expect(late == [1, 2, 3])
  }

  @Test func `a replay that ends the source ends once`() {
    let shared = first.share(replay: 1)
    let early = shared.sink { _ in }
    first.send(1)
    var log: [String] = []
    let late = shared.sink { completion in
      log.append("\(completion)")
    } receiveValue: { [first] value in
      log.append("\(value)")
      first.send(completion: .finished)
    }
    #expect(log == ["1", "finished"])
    withExtendedLifetime((early, late)) {}
  }

  @Test func `a new connection ignores the marks of the old one`() {
    let shared = first.share()
    var token: AnyCancellable?
    // Cancels the only subscriber after the mark of 1 and before its value.
    let breaker = first.sink { _ in token?.cancel() }
    token = shared.sink { _ in }
    first.send(1)
    var log: [Int] = []
    let late = shared.sink { log.append($0) }
    first.send(2)
    #expect(log == [2])
    withExtendedLifetime((breaker, late)) {}
  }
}
