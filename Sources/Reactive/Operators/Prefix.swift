extension Publishers {
  public struct Prefix<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let maxLength: Int

    @inlinable
    public init(upstream: Upstream, maxLength: Int) {
      precondition(maxLength >= 0, "prefix needs a length that is not negative")
      self.upstream = upstream
      self.maxLength = maxLength
    }

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

  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output) -> Bool

    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

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
  /// Delivers the first `maxLength` values, and finishes *with* the last of them. A length of 0 finishes without
  /// subscribing.
  ///
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
    Publishers.Prefix(upstream: self, maxLength: maxLength)
  }

  /// Delivers values until `predicate` is false for one, then finishes without it.
  @inlinable
  public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Delivers the first value and finishes; finishes without one when there is none.
  @inlinable
  public func first() -> Publishers.Prefix<Self> {
    prefix(1)
  }

  /// Delivers the first value for which `predicate` is true, and finishes.
  @inlinable
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.Prefix<Publishers.Filter<Self>> {
    filter(predicate).prefix(1)
  }
}
