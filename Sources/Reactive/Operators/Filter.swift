extension Publishers {
  /// A publisher that delivers the values for which a predicate is true; see ``Publisher/filter(_:)``.
  public struct Filter<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The condition for a value to be delivered.
    public let isIncluded: (Output) -> Bool

    /// Creates a publisher that delivers the values of `upstream` for which `isIncluded` is true.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let isIncluded = isIncluded
      upstream.attach(
        observer.onValue { value in
          if isIncluded(value) { observer.send(value) } else { observer.nothing() }
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Delivers the values for which `isIncluded` is true.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}
