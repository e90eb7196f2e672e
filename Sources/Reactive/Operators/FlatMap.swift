import Algorithms

extension Publisher {
  /// Delivers the values of all publishers that `transform` returns for the values of this publisher.
  ///
  /// Finishes when this publisher and all inner publishers have finished; fails when any of them does.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent inner publishers; further values of this publisher wait.
  ///   - transform: Returns the inner publisher for a value.
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> P
  ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
    precondition(maxPublishers > 0, "flatMap needs room for a publisher")
    return AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let state = FlatMapState(Outlet(observer, inputs: lifetime.child()), max: maxPublishers, transform)
      attach(state.outerObserver, to: state.outlet.inputs)
    }
  }

  /// Delivers the values of all publishers that `transform` returns for the values of this publisher.
  ///
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> P
  ) -> AnyPublisher<P.Output, Failure> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }

  /// Delivers the values of all publishers that `transform` returns for the values of this publisher.
  ///
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> P
  ) -> AnyPublisher<P.Output, Never> where P.Failure == Never, Failure == Never {
    precondition(maxPublishers > 0, "flatMap needs room for a publisher")
    return AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let state = FlatMapState(Outlet(observer, inputs: lifetime.child()), max: maxPublishers, transform)
      attach(state.outerObserver, to: state.outlet.inputs)
    }
  }
}

/// The state of one `flatMap` subscription: the live inner publishers, and the values that wait for one to finish.
///
/// A mark of the outer publisher is answered by the first value of its inner publisher, or by *nothing* if that
/// delivers none during its subscription.
@usableFromInline
final class FlatMapState<Input, Inner: Publisher> {
  @usableFromInline let outlet: Outlet<Inner.Output, Inner.Failure>
  @usableFromInline let max: Int
  @usableFromInline let transform: (Input) -> Inner
  @usableFromInline var live: Set<AnyCancellable> = []
  @usableFromInline var waiting = FIFOQueue<Input>()
  @usableFromInline var isStarting = false
  @usableFromInline var isOuterEnded = false
  @usableFromInline var outerMarks = OpenMarks()

  @inlinable
  init(_ outlet: Outlet<Inner.Output, Inner.Failure>, max: Int, _ transform: @escaping (Input) -> Inner) {
    self.outlet = outlet
    self.max = max
    self.transform = transform
    // Strong: an inner publisher need not keep its observer alive, and its token must live as long as the subscription.
    outlet.inputs.onCancel { [self] in leave() }
  }

  @usableFromInline
  func leave() {
    let old = live
    live = []
    waiting = FIFOQueue()
    for inner in old { inner.cancel() }
  }

  @inlinable
  var outerObserver: Observer<Input, Inner.Failure> {
    Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
      switch signal {
      case .value(let value):
        waiting.append(value)
        startInners()
        if outerMarks.answer() { outlet.nothing() }
      case .mark:
        outerMarks.count += 1
        outlet.mark()
      case .nothing: if outerMarks.answer() { outlet.nothing() }
      case .completion(.failure(let failure)): outlet.finish(.failure(failure))
      case .completion(.finished):
        isOuterEnded = true
        while outerMarks.answer() { outlet.nothing() }
        finishIfDone()
      }
    }
  }

  @usableFromInline
  func finishIfDone() {
    if isOuterEnded, live.isEmpty, waiting.isEmpty { outlet.finish(.finished) }
  }

  /// Subscribes to inner publishers while there is room.
  ///
  /// A loop, so that inner publishers that finish at once do not deepen the stack.
  @inlinable
  func startInners() {
    guard !isStarting else { return }
    isStarting = true
    while live.count < max, !waiting.isEmpty, !outlet.inputs.isCancelled {
      start(transform(waiting.removeFirst()))
    }
    isStarting = false
    finishIfDone()
  }

  @inlinable
  func start(_ publisher: Inner) {
    let inner = AnyCancellable()
    live.insert(inner)
    var innerMarks = OpenMarks()
    publisher.attach(
      Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
        switch signal {
        case .value:
          if !innerMarks.answer() { outerMarks.answer() }
          outlet.send(signal)
        case .mark:
          innerMarks.count += 1
          outlet.mark()
        case .nothing:
          if innerMarks.answer() { outlet.nothing() }
        case .completion(.failure(let failure)):
          outlet.finish(.failure(failure))
        case .completion(.finished):
          for _ in 0..<innerMarks.settle() { outlet.nothing() }
          live.remove(inner)
          startInners()
        }
      },
      to: inner
    )
  }
}
