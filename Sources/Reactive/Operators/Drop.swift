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
      var left = count
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          if left > 0, case .value = signal {
            left -= 1
            observer.nothing()
          } else {
            observer.forward(signal)
          }
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
      var isDropping = true
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          if isDropping, case .value(let value) = signal {
            if predicate(value) { return observer.nothing() }
            isDropping = false
          }
          observer.forward(signal)
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
