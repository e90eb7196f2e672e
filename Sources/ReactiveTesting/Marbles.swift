public import Reactive
public import Time

/// The failure of a diagram's `#`.
public struct MarbleError: Error, Equatable, Sendable {
  /// Creates the failure.
  public init() {}
}

/// Runs publishers on a virtual clock and returns a diagram of their output.
///
///     #expect(marbles("abcd----e---f-g----|") { $0.debounce(for: .ticks(3), scheduler: $1) }
///                 == "------d----e-----g-|")
///
/// The inputs are hot: their events happen with or without subscribers. Subscriptions are made before the first tick.
///
/// - Parameters:
///   - input: The events of the source; see ``Diagram``.
///   - expression: Returns the publisher under test for the source and the clock.
/// - Returns: The events of a subscriber, until no action of the clock is pending.
public func marbles<P: Publisher>(
  _ input: Diagram, _ expression: (AnyPublisher<String, MarbleError>, ManualScheduler) -> P
) -> Diagram {
  run([input], cancelAt: nil) { expression($0[0], $1) }
}

/// Runs two inputs; see ``marbles(_:_:)-(Diagram,_)``.
public func marbles<P: Publisher>(
  _ first: Diagram, _ second: Diagram,
  _ expression: (AnyPublisher<String, MarbleError>, AnyPublisher<String, MarbleError>, ManualScheduler) -> P
) -> Diagram {
  run([first, second], cancelAt: nil) { expression($0[0], $0[1], $1) }
}

/// Runs any number of inputs; see ``marbles(_:_:)``.
public func marbles<P: Publisher>(
  _ inputs: [Diagram], _ expression: ([AnyPublisher<String, MarbleError>], ManualScheduler) -> P
) -> Diagram {
  run(inputs, cancelAt: nil, expression)
}

/// Runs an input with a subscriber that cancels at the end of a tick; see ``marbles(_:_:)-(Diagram,_)``.
public func marbles<P: Publisher>(
  _ input: Diagram, cancelAt tick: Int, _ expression: (AnyPublisher<String, MarbleError>, ManualScheduler) -> P
) -> Diagram {
  run([input], cancelAt: tick) { expression($0[0], $1) }
}

private func run<P: Publisher>(
  _ inputs: [Diagram], cancelAt: Int?, _ expression: ([AnyPublisher<String, MarbleError>], ManualScheduler) -> P
) -> Diagram {
  let clock = ManualScheduler()
  let subjects = inputs.map { _ in Subject<String, MarbleError>(name: "marbles") }
  var output = Diagram()
  let present = { Int(clock.now.nanoseconds / Duration.ticks(1).nanoseconds) }
  for (subject, input) in zip(subjects, inputs) {
    for (tick, events) in input.events {
      clock.schedule(after: .ticks(tick)) { events.forEach(subject.perform) }
    }
  }
  let token = expression(subjects.map { $0.eraseToAnyPublisher() }, clock).sink {
    output.add($0.isFailure ? .failed : .finished, at: present())
  } receiveValue: {
    output.add(.value("\($0)"), at: present())
  }
  if let cancelAt {
    clock.schedule(after: .ticks(cancelAt)) {
      clock.schedule {
        token.cancel()
        output.add(.cancelled, at: present())
      }
    }
  }
  clock.run()
  withExtendedLifetime(token) {}
  return output
}

extension Subject where Output == String, Failure == MarbleError {
  fileprivate func perform(_ event: Diagram.Event) {
    switch event {
    case .value(let value): send(value)
    case .finished: send(completion: .finished)
    case .failed: send(completion: .failure(MarbleError()))
    case .cancelled: break
    }
  }
}

extension Completion {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}

extension Duration {
  /// The time of `count` characters of a ``Diagram``.
  public static func ticks(_ count: Int) -> Duration { .seconds(count) }
}
