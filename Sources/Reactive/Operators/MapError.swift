extension Publishers {
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    public let upstream: Upstream
    public let transform: (Upstream.Failure) -> Failure

    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let transform = transform
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          switch signal {
          case .value(let value): observer.send(value)
          case .mark: observer.forward(.mark)
          case .nothing: observer.forward(.nothing)
          case .completion(let completion): observer.send(completion: completion.mapError(transform))
          }
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Turns the failure into another.
  @inlinable
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
    Publishers.MapError(upstream: self, transform: transform)
  }
}
