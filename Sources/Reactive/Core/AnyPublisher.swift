/// A publisher that hides the type of another publisher.
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

  /// Creates a publisher that calls `attach` for each subscription; see ``Publisher/attach(_:to:)`` for its duties.
  @inlinable
  public init(attach: @escaping (Observer<Output, Failure>, AnyCancellable) -> Void) {
    attachObserver = attach
  }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    attachObserver(observer, lifetime)
  }
}

extension Publisher {
  /// Returns this publisher with its type hidden.
  ///
  /// Erasing twice costs no more than erasing once.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}
