/// A publisher without values, which finishes at once or never.
public struct Empty<Output, Failure: Error>: Publisher {
  /// Whether the publisher finishes at the subscription; it never ends otherwise.
  public let completeImmediately: Bool

  /// Creates a publisher without values.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Creates a publisher without values, from its types.
  @inlinable
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard completeImmediately, !lifetime.isCancelled else { return }
    observer.send(completion: .finished)
  }
}
