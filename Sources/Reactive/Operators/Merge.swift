extension Publishers {
  /// Delivers the values of several publishers as they come.
  public struct Merge<Output, Failure: Error>: Publisher {
    public let upstreams: [AnyPublisher<Output, Failure>]

    @inlinable
    public init(upstreams: [AnyPublisher<Output, Failure>]) {
      self.upstreams = upstreams
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      guard !upstreams.isEmpty else { return observer.send(completion: .finished) }
      let outlet = Outlet(observer, inputs: lifetime.child())
      var open = upstreams.count
      for upstream in upstreams {
        var marks = 0
        upstream.attach(
          Observer(wantsMarks: observer.wantsMarks) { signal in
            switch signal {
            case .value:
              if marks > 0 { marks -= 1 }
              outlet.send(signal)
            case .mark:
              marks += 1
              outlet.mark()
            case .nothing:
              if marks > 0 { marks -= 1 }
              outlet.nothing()
            case .completion(.failure(let failure)):
              outlet.finish(.failure(failure))
            case .completion(.finished):
              open -= 1
              if open == 0 { return outlet.finish(.finished) }
              // The others go on: what this one has announced will not come.
              for _ in 0..<marks { outlet.nothing() }
            }
          },
          to: outlet.inputs
        )
      }
    }
  }

}

extension Sequence where Element: Publisher {
  /// Delivers the values of all these publishers as they come. Finishes when all have; fails with the first failure.
  @inlinable
  public func merged() -> Publishers.Merge<Element.Output, Element.Failure> {
    Publishers.Merge(upstreams: map { $0.eraseToAnyPublisher() })
  }
}

extension Publisher {
  /// Delivers the values of this publisher and of `others` as they come, each in its own order.
  ///
  /// Finishes when all have; fails with the first failure.
  @inlinable
  public func merge(with others: any Publisher<Output, Failure>...) -> Publishers.Merge<Output, Failure> {
    Publishers.Merge(upstreams: [eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
}
