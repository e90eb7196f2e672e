extension Publishers {
  /// A publisher that drops the first values of another publisher; see ``Publisher/dropFirst(_:)``.
  public struct Drop<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The number of values to drop.
    public let count: Int

    /// Creates a publisher that drops the first `count` values of `upstream`.
    ///
    /// - Precondition: `count` is not negative.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst needs a count that is not negative")
      self.upstream = upstream
      self.count = count
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let left = Box(count)
      upstream.attach(
        observer.onValue { value in
          guard left.value > 0 else { return observer.send(value) }
          left.value -= 1
          observer.nothing()
        },
        to: lifetime
      )
    }
  }

  /// A publisher that drops values while a predicate is true; see ``Publisher/drop(while:)``.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The condition that is tested for each value.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that tests the values of `upstream` with `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let predicate = predicate
      let isDropping = Box(true)
      upstream.attach(
        observer.onValue { value in
          if isDropping.value, predicate(value) { return observer.nothing() }
          isDropping.value = false
          observer.send(value)
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Drops the first `count` values.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }

  /// Drops values until `predicate` is false, then delivers that value and all later ones.
  @inlinable
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}
