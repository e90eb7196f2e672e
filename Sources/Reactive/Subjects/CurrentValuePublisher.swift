/// The read-only face of a ``CurrentValue``: read ``value``, subscribe, but don't set.
///
/// It keeps the current value alive.
public struct CurrentValuePublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let subject: CurrentValue<Output, Failure>

  @inlinable
  public init(_ subject: CurrentValue<Output, Failure>) {
    self.subject = subject
  }

  /// The present value.
  @inlinable
  public var value: Output { subject.value }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    subject.attach(observer, to: lifetime)
  }
}

extension CurrentValue {
  /// This value for those who may read and observe it, but not set it.
  @inlinable
  public func asCurrentValuePublisher() -> CurrentValuePublisher<Output, Failure> {
    CurrentValuePublisher(self)
  }
}
