extension Publishers {
  /// Delivers all of one publisher, then all of another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    public let prefix: Prefix
    public let suffix: Suffix

    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let first = lifetime.child()
      let suffix = suffix
      let marks = Cell(OpenMarks())
      prefix.attach(
        Observer(wantsMarks: observer.wantsMarks) { [weak lifetime] signal in
          guard marks.value.record(signal) else { return }
          guard case .completion(.finished) = signal else { return observer.forward(signal) }
          guard let lifetime, !lifetime.isCancelled else { return }
          first.cancel()
          // The first value of the suffix answers a mark; what it leaves open is answered after its subscription.
          let open = marks.value.settle()
          suffix.attach(observer, to: lifetime)
          for _ in 0..<open { observer.nothing() }
        },
        to: first
      )
    }
  }
}

extension Publisher {
  /// Delivers `elements` to each subscriber first.
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Concatenate<AnyPublisher<Output, Failure>, Self> {
    prepend(elements)
  }

  /// Delivers the elements of a sequence to each subscriber first.
  @inlinable
  public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<AnyPublisher<Output, Failure>, Self> where S.Element == Output {
    prepend(elements.publisher.setFailureType(to: Failure.self).eraseToAnyPublisher())
  }

  /// Delivers all of `publisher` first; this one is subscribed to when that has finished. A failure ends everything.
  @inlinable
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }

  /// Delivers `elements` when this publisher has finished, not when it has failed.
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Concatenate<Self, AnyPublisher<Output, Failure>> {
    append(elements)
  }

  /// Delivers the elements of a sequence when this publisher has finished, not when it has failed.
  @inlinable
  public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, AnyPublisher<Output, Failure>> where S.Element == Output {
    append(elements.publisher.setFailureType(to: Failure.self).eraseToAnyPublisher())
  }

  /// Delivers all of `publisher` after this one, which it subscribes to when this one has finished, not when it has
  /// failed.
  @inlinable
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}
