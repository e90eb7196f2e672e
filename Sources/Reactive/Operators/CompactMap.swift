extension Publishers {
  /// A publisher that delivers the results of a function that are not `nil`; see ``Publisher/compactMap(_:)``.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The function that is applied to each value.
    public let transform: (Upstream.Output) -> Output?

    /// Creates a publisher that applies `transform` to each value of `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let transform = transform
      upstream.attach(
        observer.onValue { value in
          if let result = transform(value) { observer.send(result) } else { observer.nothing() }
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Delivers the results of `transform` that are not `nil`.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}
