extension Publishers {
  public struct SwitchToLatest<Upstream: Publisher, Inner: Publisher>: Publisher
  where Upstream.Output == Inner, Upstream.Failure == Inner.Failure {
    public typealias Output = Inner.Output
    public typealias Failure = Inner.Failure

    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let state = SwitchState(Outlet(observer, inputs: lifetime.child()))
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          switch signal {
          case .value(let inner): state.change(to: inner)
          case .mark:
            state.outerMarks += 1
            state.outlet.mark()
          case .nothing: state.answerOuter()
          case .completion(.failure(let failure)): state.outlet.finish(.failure(failure))
          case .completion(.finished): state.endOuter()
          }
        },
        to: state.outlet.inputs
      )
    }
  }
}

/// What `switchToLatest` keeps: the present inner publisher, and the marks that are open on both levels.
///
/// A mark from either level is passed on and answered once: one of the outer level by the first value of the new inner
/// publisher, or by nothing when that has no value at once; those of an inner publisher that is left are answered by
/// nothing.
@usableFromInline
final class SwitchState<Output, Failure: Error> {
  @usableFromInline let outlet: Outlet<Output, Failure>
  @usableFromInline var inner: AnyCancellable?
  @usableFromInline var innerMarks = 0
  @usableFromInline var outerMarks = 0
  @usableFromInline var isOuterEnded = false

  @inlinable
  init(_ outlet: Outlet<Output, Failure>) {
    self.outlet = outlet
    outlet.inputs.onCancel { [weak self] in self?.leave() }
  }

  @usableFromInline
  func leave() {
    let old = inner
    inner = nil
    old?.cancel()
  }

  @inlinable
  func change(to publisher: some Publisher<Output, Failure>) {
    guard !outlet.isDone, !outlet.inputs.isCancelled else { return }
    leave()
    let owed = innerMarks
    innerMarks = 0
    for _ in 0..<owed { outlet.nothing() }
    let next = AnyCancellable()
    inner = next
    publisher.attach(
      Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
        guard inner === next else { return }
        switch signal {
        case .value:
          if outerMarks > 0 { outerMarks -= 1 } else if innerMarks > 0 { innerMarks -= 1 }
          outlet.send(signal)
        case .mark:
          innerMarks += 1
          outlet.mark()
        case .nothing:
          if innerMarks > 0 {
            innerMarks -= 1
            outlet.nothing()
          }
        case .completion(.failure(let failure)):
          outlet.finish(.failure(failure))
        case .completion(.finished):
          let owed = innerMarks
          innerMarks = 0
          leave()
          for _ in 0..<owed { outlet.nothing() }
          if isOuterEnded { outlet.finish(.finished) }
        }
      },
      to: next
    )
    if inner === next { answerOuter() }
  }

  /// An outer value has come to nothing so far: whoever waits for it need not wait.
  @usableFromInline
  func answerOuter() {
    guard outerMarks > 0 else { return }
    outerMarks -= 1
    outlet.nothing()
  }

  @usableFromInline
  func endOuter() {
    isOuterEnded = true
    let owed = outerMarks
    outerMarks = 0
    for _ in 0..<owed { outlet.nothing() }
    if inner == nil { outlet.finish(.finished) }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Delivers the values of the latest publisher that this one has delivered; the one before is cancelled.
  ///
  /// Nothing of the old one gets through after the switch, not even a value in flight. Finishes when this publisher and
  /// the latest inner one have finished; fails when either does.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Self, Output> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Delivers the values of the latest publisher that this one has delivered; the one before is cancelled.
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
  /// Delivers the values of the latest publisher that this one has delivered; the one before is cancelled.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Self, Output> {
    Publishers.SwitchToLatest(upstream: self)
  }
}
