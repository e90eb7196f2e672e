/// Delivers nothing, and finishes at once or never.
public struct Empty<Output, Failure: Error>: Publisher {
  public let completeImmediately: Bool

  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  @inlinable
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard completeImmediately, !lifetime.isCancelled else { return }
    observer.send(completion: .finished)
  }
}
