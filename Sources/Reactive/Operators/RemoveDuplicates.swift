extension Publishers {
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output, Output) -> Bool

    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let predicate = predicate
      let last = Cell<Output?>(nil)
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
  /// Delivers a value only if it differs, by `predicate`, from the one delivered last. The first one always passes.
  ///
  /// - Parameter predicate: Whether two values are the same; called with the last delivered one and the new one.
  @inlinable
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publisher where Output: Equatable {
  /// Delivers a value only if it differs from the one delivered last. The first one always passes.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: ==)
  }
}
