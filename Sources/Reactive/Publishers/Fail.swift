/// Fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure

  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    observer.send(completion: .failure(error))
  }
}
