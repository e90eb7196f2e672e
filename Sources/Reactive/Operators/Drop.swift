extension Publishers {
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let count: Int

    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst needs a count that is not negative")
      self.upstream = upstream
      self.count = count
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let left = Cell(count)
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

  public struct DropWhile<Upstream: Publisher>: Publisher {
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
      let isDropping = Cell(true)
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
  /// Passes over the first `count` values.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }

  /// Passes over values until `predicate` is false for one; that one, and all after it, are delivered.
  @inlinable
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}
