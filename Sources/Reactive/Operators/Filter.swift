extension Publishers {
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool

    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let isIncluded = isIncluded
      upstream.attach(
        Observer(wantsMarks: observer.wantsMarks) { signal in
          if case .value(let value) = signal, !isIncluded(value) {
            observer.nothing()
          } else {
            observer.forward(signal)
          }
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Delivers the values for which `isIncluded` is true.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}
