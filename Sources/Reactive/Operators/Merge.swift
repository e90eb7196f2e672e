extension Publishers {
  /// A publisher that delivers the values of several publishers as they arrive.
  public struct Merge<Output, Failure: Error>: Publisher {
    /// The publishers to subscribe to.
    public let upstreams: [AnyPublisher<Output, Failure>]

    /// Creates a publisher that delivers the values of `upstreams`.
    @inlinable
    public init(upstreams: [AnyPublisher<Output, Failure>]) {
      self.upstreams = upstreams
    }

    /// Delivers to `observer`; see ``Publisher/attach(_:to:)``.
    ///
    /// - Complexity: O(*n*), where *n* is the number of upstream publishers.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      guard !upstreams.isEmpty else { return observer.send(completion: .finished) }
      let outlet = Outlet(observer, inputs: lifetime.child())
      let running = Box(upstreams.count)
      for upstream in upstreams {
        let marks = Box(OpenMarks())
        upstream.attach(
          Observer(wantsMarks: observer.wantsMarks) { signal in
            guard marks.value.record(signal) else { return }
            switch signal {
            case .value: outlet.send(signal)
            case .mark: outlet.mark()
            case .nothing: outlet.nothing()
            case .completion(.failure(let failure)): outlet.finish(.failure(failure))
            case .completion(.finished):
              running.value -= 1
              if running.value == 0 { return outlet.finish(.finished) }
              for _ in 0..<marks.value.settle() { outlet.nothing() }
            }
          },
          to: outlet.inputs
        )
      }
    }
  }
}

extension Sequence where Element: Publisher {
  /// Delivers the values of all these publishers as they arrive.
  ///
  /// Finishes when all have finished, at once when there are none; fails with the first failure.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the sequence.
  @inlinable
  public func merged() -> Publishers.Merge<Element.Output, Element.Failure> {
    Publishers.Merge(upstreams: map { $0.eraseToAnyPublisher() })
  }
}

extension Publisher {
  /// Delivers the values of this publisher and of `others` as they arrive, those of each publisher in their own order.
  ///
  /// Finishes when all have finished; fails with the first failure.
  ///
  /// - Complexity: O(*n*), where *n* is the number of other publishers.
  @inlinable
  public func merge(with others: any Publisher<Output, Failure>...) -> Publishers.Merge<Output, Failure> {
    Publishers.Merge(upstreams: [eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
}
