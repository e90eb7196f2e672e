extension Result {
  /// A publisher that delivers the success value to each subscriber and finishes, or fails.
  public struct Publisher: Reactive.Publisher {
    /// The type of the values.
    public typealias Output = Success

    /// The result to deliver.
    public let result: Result

    /// Creates a publisher that delivers `result`.
    @inlinable
    public init(_ result: Result) {
      self.result = result
    }

    /// Delivers to `observer`; see ``Reactive/Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Success, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      switch result {
      case .success(let value):
        observer.send(value)
        guard !lifetime.isCancelled else { return }
        observer.send(completion: .finished)
      case .failure(let error): observer.send(completion: .failure(error))
      }
    }
  }

  /// A publisher that delivers the success value to each subscriber and finishes, or fails.
  @inlinable
  public var publisher: Publisher { Publisher(self) }
}
