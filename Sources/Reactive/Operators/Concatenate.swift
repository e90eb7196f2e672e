extension Publishers {
  /// A publisher that delivers the values of one publisher, then those of another; see `append(_:)`.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    /// The type of the values.
    public typealias Output = Suffix.Output
    /// The type of the failure.
    public typealias Failure = Suffix.Failure

    /// The publisher that delivers first.
    public let prefix: Prefix
    /// The publisher that is subscribed to when the first has finished.
    public let suffix: Suffix

    /// Creates a publisher that delivers the values of `prefix`, then those of `suffix`.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let first = lifetime.child()
      let suffix = suffix
      let marks = Box(OpenMarks())
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
  /// Delivers `elements` to each subscriber before the values of this publisher.
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Concatenate<AnyPublisher<Output, Failure>, Self> {
    prepend(elements)
  }

  /// Delivers the elements of a sequence to each subscriber before the values of this publisher.
  ///
  /// - Complexity: O(1); each subscription takes O(*n*), where *n* is the number of elements.
  @inlinable
  public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<AnyPublisher<Output, Failure>, Self> where S.Element == Output {
    prepend(elements.publisher.setFailureType(to: Failure.self).eraseToAnyPublisher())
  }

  /// Delivers the values of `publisher`, then subscribes to this publisher when it has finished.
  ///
  /// A failure ends both.
  @inlinable
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }

  /// Delivers `elements` after this publisher has finished, not after it has failed.
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Concatenate<Self, AnyPublisher<Output, Failure>> {
    append(elements)
  }

  /// Delivers the elements of a sequence after this publisher has finished, not after it has failed.
  ///
  /// - Complexity: O(1); each subscription takes O(*n*), where *n* is the number of elements.
  @inlinable
  public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, AnyPublisher<Output, Failure>> where S.Element == Output {
    append(elements.publisher.setFailureType(to: Failure.self).eraseToAnyPublisher())
  }

  /// Subscribes to `publisher` when this publisher has finished, not when it has failed, and delivers its values.
  @inlinable
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}
