extension Publishers {
  /// A publisher that delivers the elements of a sequence, then finishes.
  public struct Sequence<Elements: Swift.Sequence>: Publisher {
    /// The type of the values.
    public typealias Output = Elements.Element
    /// This publisher does not fail.
    public typealias Failure = Never

    /// The elements to deliver.
    public let sequence: Elements

    /// Creates a publisher that delivers the elements of `sequence`.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    ///
    /// - Complexity: O(*n*), where *n* is the number of elements.
    @inlinable
    public func attach(_ observer: Observer<Output, Never>, to lifetime: AnyCancellable) {
      for element in sequence {
        guard !lifetime.isCancelled else { return }
        observer.send(element)
      }
      guard !lifetime.isCancelled else { return }
      observer.send(completion: .finished)
    }
  }
}

extension Sequence {
  /// A publisher that delivers the elements of this sequence to each subscriber before `sink` returns, then finishes.
  ///
  /// An endless sequence ends when the subscription is cancelled, for example by ``Publisher/prefix(_:)``.
  ///
  /// - Complexity: O(*n*) for each subscriber, where *n* is the length of the sequence.
  @inlinable
  public var publisher: Publishers.Sequence<Self> {
    Publishers.Sequence(sequence: self)
  }
}
