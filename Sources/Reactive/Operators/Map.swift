extension Publishers {
  /// A publisher that delivers the results of a function; see `map(_:)`.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The function that is applied to each value.
    public let transform: (Upstream.Output) -> Output

    /// Creates a publisher that applies `transform` to each value of `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let transform = transform
      let receive = observer.receiveValue
      upstream.attach(observer.onValue { receive(transform($0)) }, to: lifetime)
    }
  }
}

extension Publisher {
  /// Delivers the result of `transform` for each value.
  ///
  /// It is called once for each value and subscriber.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Delivers a property of each value.
  @inlinable
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self) { $0[keyPath: keyPath] }
  }

  /// Delivers two properties of each value, as a pair.
  @inlinable
  public func map<T, U>(_ first: KeyPath<Output, T>, _ second: KeyPath<Output, U>) -> Publishers.Map<Self, (T, U)> {
    Publishers.Map(upstream: self) { ($0[keyPath: first], $0[keyPath: second]) }
  }

  /// Delivers three properties of each value, as a triple.
  @inlinable
  public func map<T, U, V>(
    _ first: KeyPath<Output, T>, _ second: KeyPath<Output, U>, _ third: KeyPath<Output, V>
  ) -> Publishers.Map<Self, (T, U, V)> {
    Publishers.Map(upstream: self) { ($0[keyPath: first], $0[keyPath: second], $0[keyPath: third]) }
  }

  /// Delivers `value` in place of each `nil`.
  @inlinable
  public func replaceNil<T>(with value: T) -> Publishers.Map<Self, T> where Output == T? {
    Publishers.Map(upstream: self) { $0 ?? value }
  }
}
