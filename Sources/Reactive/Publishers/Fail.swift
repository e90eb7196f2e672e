/// A publisher that fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The failure.
  public let error: Failure

  /// Creates a publisher that fails with `error`.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Creates a publisher that fails with `failure`, from its types.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    observer.send(completion: .failure(error))
  }
}
