extension Publishers {
  /// A publisher that delivers a value only if it differs from the previous one; see
  /// ``Publisher/removeDuplicates(by:)``.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The condition that is tested for each value.
    public let predicate: (Output, Output) -> Bool

    /// Creates a publisher that drops the values of `upstream` that equal their predecessor by `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let predicate = predicate
      let last = Box<Output?>(nil)
      upstream.attach(
        observer.onValue { value in
          if let previous = last.value, predicate(previous, value) { return observer.nothing() }
          last.value = value
          observer.send(value)
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Delivers a value only if it differs, by `predicate`, from the last delivered value.
  ///
  /// The first value is delivered.
  ///
  /// - Parameter predicate: Returns whether two values are the same: the last delivered one and the new one.
  @inlinable
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publisher where Output: Equatable {
  /// Delivers a value only if it differs from the last delivered value.
  ///
  /// The first value is delivered.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: ==)
  }
}
