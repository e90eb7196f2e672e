/// A publisher that delivers one value and finishes.
public struct Just<Output>: Publisher {
  /// This publisher does not fail.
  public typealias Failure = Never

  /// The value to deliver.
  public let output: Output

  /// Creates a publisher that delivers `output`.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Never>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    observer.send(output)
    guard !lifetime.isCancelled else { return }
    observer.send(completion: .finished)
  }
}
