extension Publishers {
  /// A publisher that converts the failure of another publisher; see ``Publisher/mapError(_:)``.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The function that is applied to the failure.
    public let transform: (Upstream.Failure) -> Failure

    /// Creates a publisher that converts the failure of `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let transform = transform
      upstream.attach(
        observer.onCompletion { observer.send(completion: $0.mapError(transform)) },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Converts the failure.
  @inlinable
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
    Publishers.MapError(upstream: self, transform: transform)
  }
}
