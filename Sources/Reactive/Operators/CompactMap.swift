extension Publishers {
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?

    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let transform = transform
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          switch signal {
          case .value(let value):
            if let result = transform(value) { observer.send(result) } else { observer.nothing() }
          case .mark: observer.forward(.mark)
          case .nothing: observer.forward(.nothing)
          case .completion(let completion): observer.send(completion: completion)
          }
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Delivers what `transform` makes of each value, except `nil`.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}
