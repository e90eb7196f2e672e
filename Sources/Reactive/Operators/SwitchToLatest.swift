extension Publishers {
  /// A publisher that delivers the values of the latest inner publisher; see `switchToLatest()`.
  public struct SwitchToLatest<Upstream: Publisher, Inner: Publisher>: Publisher
  where Upstream.Output == Inner, Upstream.Failure == Inner.Failure {
    /// The type of the values.
    public typealias Output = Inner.Output
    /// The type of the failure.
    public typealias Failure = Inner.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream

    /// Creates a publisher with the values of `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let state = SwitchState(Outlet(observer, inputs: lifetime.child()))
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          switch signal {
          case .value(let inner): state.change(to: inner)
          case .mark:
            state.outerMarks.count += 1
            state.outlet.mark()
          // It leads to no inner publisher.
          case .nothing: if state.outerMarks.answer() { state.outlet.nothing() }
          case .completion(.failure(let failure)): state.outlet.finish(.failure(failure))
          case .completion(.finished): state.endOuter()
          }
        },
        to: state.outlet.inputs
      )
    }
  }
}

/// The state of one `switchToLatest` subscription: the current inner publisher, and the open marks of both levels.
///
/// Each mark is passed on and answered once. A mark of the outer publisher is answered by the first value that the new
/// inner publisher delivers while it is being subscribed to, otherwise by *nothing*. The open marks of an inner
/// publisher that is replaced or finishes are answered by *nothing*.
@usableFromInline
final class SwitchState<Output, Failure: Error> {
  @usableFromInline let outlet: Outlet<Output, Failure>
  @usableFromInline var inner: AnyCancellable?
  @usableFromInline var innerMarks = OpenMarks()
  @usableFromInline var outerMarks = OpenMarks()
  @usableFromInline var isOuterEnded = false

  @inlinable
  init(_ outlet: Outlet<Output, Failure>) {
    self.outlet = outlet
    // Strong: an inner publisher need not keep its observer alive, and its token must live as long as the subscription.
    outlet.inputs.onCancel { [self] in cancelInner() }
  }

  @usableFromInline
  func cancelInner() {
    let old = inner
    inner = nil
    old?.cancel()
  }

  /// Cancels the current inner publisher and subscribes to `publisher`.
  @inlinable
  func change(to publisher: some Publisher<Output, Failure>) {
    guard !outlet.isDone, !outlet.inputs.isCancelled else { return }
    // The mark of this outer value belongs to this change alone, also when a further change interrupts it.
    let isMarked = Box(outerMarks.answer())
    cancelInner()
    outlet.dropWaiting()
    answerInnerMarks()
    let next = AnyCancellable()
    inner = next
    publisher.attach(
      Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
        guard inner === next else { return }
        switch signal {
        case .value:
          let isAnswer = isMarked.value || innerMarks.answer()
          isMarked.value = false
          outlet.send(signal, isAnswer: isAnswer)
        case .mark:
          innerMarks.count += 1
          outlet.mark()
        case .nothing:
          if innerMarks.answer() { outlet.nothing() }
        case .completion(.failure(let failure)):
          outlet.finish(.failure(failure))
        case .completion(.finished):
          cancelInner()
          answerInnerMarks()
          if isOuterEnded { outlet.finish(.finished) }
        }
      },
      to: next
    )
    if isMarked.value {
      isMarked.value = false
      outlet.nothing()
    }
  }

  @usableFromInline
  func answerInnerMarks() {
    for _ in 0..<innerMarks.settle() { outlet.nothing() }
  }

  @usableFromInline
  func endOuter() {
    isOuterEnded = true
    while outerMarks.answer() { outlet.nothing() }
    if inner == nil { outlet.finish(.finished) }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Delivers the values of the latest publisher that this publisher has delivered, and cancels the previous one.
  ///
  /// No value of the previous inner publisher is delivered after the switch, not even a value in flight. Finishes when
  /// this publisher and the latest inner publisher have finished; fails when either does.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Self, Output> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Delivers the values of the latest publisher that this publisher has delivered, and cancels the previous one.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>, Publishers.SetFailureType<Output, Failure>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never, Failure == Never {
  /// Delivers the values of the latest publisher that this publisher has delivered, and cancels the previous one.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Self, Output> {
    Publishers.SwitchToLatest(upstream: self)
  }
}
