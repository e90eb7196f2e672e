/// The read-only view of a ``CurrentValue``, which it keeps alive.
public struct CurrentValuePublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let subject: CurrentValue<Output, Failure>

  /// Creates the read-only view of `subject`.
  @inlinable
  public init(_ subject: CurrentValue<Output, Failure>) {
    self.subject = subject
  }

  /// The current value.
  @inlinable
  public var value: Output { subject.value }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    subject.attach(observer, to: lifetime)
  }
}

extension CurrentValue {
  /// Returns the read-only view of this value.
  @inlinable
  public func asCurrentValuePublisher() -> CurrentValuePublisher<Output, Failure> {
    CurrentValuePublisher(self)
  }
}
