extension Optional {
  /// A publisher that delivers the wrapped value, if there is one, to each subscriber, then finishes.
  public struct Publisher: Reactive.Publisher {
    /// The type of the values.
    public typealias Output = Wrapped
    /// This publisher does not fail.
    public typealias Failure = Never

    /// The value to deliver.
    public let output: Wrapped?

    /// Creates a publisher that delivers `output` unless it is `nil`, then finishes.
    @inlinable
    public init(_ output: Wrapped?) {
      self.output = output
    }

    /// Delivers to `observer`; see ``Reactive/Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Wrapped, Never>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      if let output { observer.send(output) }
      guard !lifetime.isCancelled else { return }
      observer.send(completion: .finished)
    }
  }

  /// A publisher that delivers the wrapped value, if there is one, to each subscriber, then finishes.
  @inlinable
  public var publisher: Publisher { Publisher(self) }
}
