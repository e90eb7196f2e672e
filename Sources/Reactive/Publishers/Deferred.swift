/// Makes a publisher anew for each subscriber, when it subscribes.
public struct Deferred<Deferee: Publisher>: Publisher {
  public typealias Output = Deferee.Output
  public typealias Failure = Deferee.Failure

  public let createPublisher: () -> Deferee

  @inlinable
  public init(createPublisher: @escaping () -> Deferee) {
    self.createPublisher = createPublisher
  }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    createPublisher().attach(observer, to: lifetime)
  }
}
