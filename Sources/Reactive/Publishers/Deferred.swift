/// A publisher that creates another publisher for each subscriber, when it subscribes.
public struct Deferred<Deferee: Publisher>: Publisher {
  /// The type of the values.
  public typealias Output = Deferee.Output
  /// The type of the failure.
  public typealias Failure = Deferee.Failure

  /// The function that creates a publisher for each subscriber.
  public let createPublisher: () -> Deferee

  /// Creates a publisher that calls `createPublisher` for each subscriber.
  @inlinable
  public init(createPublisher: @escaping () -> Deferee) {
    self.createPublisher = createPublisher
  }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    createPublisher().attach(observer, to: lifetime)
  }
}
