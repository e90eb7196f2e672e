extension Publishers {
  /// A publisher that delivers the first values of another publisher; see ``Publisher/prefix(_:)``.
  public struct Prefix<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The number of values to deliver.
    public let maxLength: Int

    /// Creates a publisher that delivers the first `maxLength` values of `upstream`.
    ///
    /// - Precondition: `maxLength` is not negative.
    @inlinable
    public init(upstream: Upstream, maxLength: Int) {
      precondition(maxLength >= 0, "prefix needs a length that is not negative")
      self.upstream = upstream
      self.maxLength = maxLength
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard maxLength > 0 else {
        if !lifetime.isCancelled { observer.send(completion: .finished) }
        return
      }
      var left = maxLength
      let outlet = Outlet(observer, inputs: lifetime.child())
      upstream.attach(
        observer.onValue { value in
          guard left > 0 else { return }
          left -= 1
          let isLast = left == 0
          outlet.send(value)
          if isLast { outlet.finish(.finished) }
        } onCompletion: { completion in
          outlet.finish(completion)
        },
        to: outlet.inputs
      )
    }
  }

  /// A publisher that delivers values while a predicate is true; see ``Publisher/prefix(while:)``.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
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
      let outlet = Outlet(observer, inputs: lifetime.child())
      upstream.attach(
        observer.onValue { value in
          guard !outlet.isDone else { return }
          if predicate(value) { outlet.send(value) } else { outlet.finish(.finished) }
        } onCompletion: { completion in
          outlet.finish(completion)
        },
        to: outlet.inputs
      )
    }
  }
}

extension Publisher {
  /// Delivers the first `maxLength` values and finishes with the last of them.
  ///
  /// The last value is delivered first, then the upstream is cancelled, then the completion follows. A length of 0
  /// finishes without subscribing.
  ///
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
    Publishers.Prefix(upstream: self, maxLength: maxLength)
  }

  /// Delivers values until `predicate` is false, then cancels the upstream and finishes.
  @inlinable
  public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Delivers the first value and finishes, as ``prefix(_:)`` does; finishes without a value when there is none.
  @inlinable
  public func first() -> Publishers.Prefix<Self> {
    prefix(1)
  }

  /// Delivers the first value for which `predicate` is true and finishes, as ``prefix(_:)`` does.
  @inlinable
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.Prefix<Publishers.Filter<Self>> {
    filter(predicate).prefix(1)
  }
}
