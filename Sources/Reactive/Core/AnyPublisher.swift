/// A publisher whose type says nothing but what it delivers.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let attachObserver: (Observer<Output, Failure>, AnyCancellable) -> Void

  /// Hides the type of `publisher`.
  @inlinable
  public init(_ publisher: some Publisher<Output, Failure>) {
    if let erased = publisher as? AnyPublisher {
      self = erased
    } else {
      attachObserver = publisher.attach
    }
  }

  /// A publisher that does on each subscription what `attach` does; see ``Publisher/attach(_:to:)`` for its duties.
  @inlinable
  public init(attach: @escaping (Observer<Output, Failure>, AnyCancellable) -> Void) {
    attachObserver = attach
  }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    attachObserver(observer, lifetime)
  }
}

extension Publisher {
  /// Hides the type of this publisher. Erasing twice costs no more than erasing once.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}
