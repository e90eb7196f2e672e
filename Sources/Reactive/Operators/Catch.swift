extension Publishers {
  /// A publisher that continues after a failure with another publisher; see ``Publisher/catch(_:)``.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = NewPublisher.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The function that returns the replacement for a failure.
    public let handler: (Upstream.Failure) -> NewPublisher

    /// Creates a publisher that continues after a failure of `upstream` with what `handler` returns.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let first = lifetime.child()
      let handler = handler
      let marks = Box(OpenMarks())
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { [weak lifetime] signal in
          guard marks.value.record(signal) else { return }
          switch signal {
          case .value(let value): observer.send(value)
          case .mark: observer.mark()
          case .nothing: observer.nothing()
          case .completion(.finished): observer.send(completion: .finished)
          case .completion(.failure(let failure)):
            guard let lifetime, !lifetime.isCancelled else { return }
            first.cancel()
            // The first value of the replacement answers a mark; what it leaves open is answered after its
            // subscription.
            let open = marks.value.settle()
            handler(failure).attach(observer, to: lifetime)
            for _ in 0..<open { observer.nothing() }
          }
        },
        to: first
      )
    }
  }
}

extension Publisher {
  /// Continues, after a failure, with the publisher that `handler` returns.
  @inlinable
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where P.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }
}
