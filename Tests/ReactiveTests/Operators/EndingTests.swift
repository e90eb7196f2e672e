import Reactive
import ReactiveTesting
import Testing

/// Operators that end before their upstream deliver the last value, cancel upstream, and then complete.
@Suite(.leavesNothing) struct EndingTests {
  private func events<P: Publisher>(
    of operation: (AnyPublisher<Int, any Error>) -> P
  ) -> [String] where P.Failure == any Error {
    let source = Subject<Int, any Error>()
    var log: [String] = []
    let watched = source.handleEvents(receiveCancel: { log.append("cancel") })
    let token = operation(watched).sink { _ in
      log.append("completion")
    } receiveValue: { _ in
      log.append("value")
    }
    source.send(1)
    withExtendedLifetime(token) {}
    return log
  }

  @Test func `the last value precedes cancellation and completion`() {
    let expected = ["value", "cancel", "completion"]
    #expect(events { $0.first() } == expected)
    #expect(events { $0.first { $0 == 1 } } == expected)
    #expect(events { $0.tryFirst { $0 == 1 } } == expected)
    #expect(events { $0.prefix(1) } == expected)
    #expect(events { $0.output(at: 0) } == expected)
    #expect(events { $0.output(in: 0...0) } == expected)
    #expect(events { $0.contains(1 as Int) } == expected)
    #expect(events { $0.contains { $0 == 1 } } == expected)
    #expect(events { $0.tryContains { $0 == 1 } } == expected)
    #expect(events { $0.allSatisfy { $0 == 0 } } == expected)
    #expect(events { $0.tryAllSatisfy { $0 == 0 } } == expected)
  }

  @Test func `without a last value, cancellation precedes completion`() {
    let expected = ["cancel", "completion"]
    #expect(events { $0.prefix { $0 == 0 } } == expected)
    #expect(events { $0.tryPrefix { $0 == 0 } } == expected)
    #expect(events { $0.tryMap { _ -> Int in throw MarbleError() } } == expected)
  }

  @Test func `a future delivers its value to all, then its completion`() {
    var fulfil: ((Result<Int, Never>) -> Void)?
    let future = Future<Int, Never> { fulfil = $0 }
    var log: [String] = []
    let tokens = ["a", "b"].map { name in
      future.sink { _ in
        log.append("\(name) completion")
      } receiveValue: {
        log.append("\(name) \($0)")
      }
    }
    fulfil?(.success(1))
    #expect(log == ["a 1", "b 1", "a completion", "b completion"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `what is appended is not subscribed to after a cancellation`() {
    var prefix: Observer<Int, Never>?
    var subscriptions = 0
    let suffix = AnyPublisher<Int, Never> { _, _ in subscriptions += 1 }
    let token = AnyPublisher<Int, Never> { observer, _ in prefix = observer }.append(suffix).sink { _ in }
    token.cancel()
    // A publisher that does not notice its cancellation.
    prefix?.send(completion: .finished)
    #expect(subscriptions == 0)
  }
}
