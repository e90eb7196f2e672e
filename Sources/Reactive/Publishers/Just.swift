/// Delivers one value and finishes.
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public let output: Output

  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  @inlinable
  public func attach(_ observer: Observer<Output, Never>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    observer.send(output)
    guard !lifetime.isCancelled else { return }
    observer.send(completion: .finished)
  }
}
