extension Publishers {
  /// A publisher that never fails and has another failure type; see ``Publisher/setFailureType(to:)``.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
    /// The type of the values.
    public typealias Output = Upstream.Output

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
      upstream.attach(observer.onCompletion { _ in observer.send(completion: .finished) }, to: lifetime)
    }
  }
}

extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail, to combine it with publishers that can.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}
