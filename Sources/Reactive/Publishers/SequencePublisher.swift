extension Publishers {
  /// Delivers the elements of a sequence, then finishes.
  public struct Sequence<Elements: Swift.Sequence>: Publisher {
    public typealias Output = Elements.Element
    public typealias Failure = Never

    public let sequence: Elements

    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

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
  /// An endless sequence is cut short by whoever cancels, such as ``Publisher/prefix(_:)``.
  @inlinable
  public var publisher: Publishers.Sequence<Self> {
    Publishers.Sequence(sequence: self)
  }
}
