/// A publisher of the values that are sent to it: each value is delivered to the current subscribers.
///
/// Combine calls this a `PassthroughSubject`. A value that is sent without subscribers is dropped.
///
///     let taps = Subject<Int, Never>()
///     let token = taps.sink { print($0) }
///     taps.send(1)  // 1
///
/// **Order.** Subscribers are served in the order in which they subscribed. A value that is sent during a delivery, by
/// a sink or by the closure of an operator, is delivered after the current value has reached all subscribers; a million
/// such values do not deepen the stack.
///
/// **End.** After a completion, sends are ignored, and a new subscriber receives the completion alone. When the subject
/// is freed, its subscriptions end silently and free what they captured.
///
/// - Complexity: O(subscribers) to send, about 20 ns for one; O(log subscribers) to subscribe or cancel.
public final class Subject<Output, Failure: Error>: Publisher {
  @usableFromInline let hub: Hub<Output, Failure>

  /// Creates a subject without subscribers.
  ///
  /// - Parameters:
  ///   - name: The name in reports; by default, the place where it is created.
  ///   - file: The file of that place.
  ///   - line: The line of that place.
  @inlinable
  public init(name: StaticString? = nil, file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(label: SourceLabel(name: name, file: file, line: line))
  }

  deinit {
    hub.removeAll()
  }

  /// Delivers `value` to every subscriber: before it returns, or after the current delivery of this subject.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribers.
  @inlinable
  public func send(_ value: Output) {
    hub.send(value)
  }

  /// Ends the subject.
  ///
  /// Values that were sent before are delivered before.
  public func send(completion: Completion<Failure>) {
    hub.send(completion: completion)
  }

  /// The number of live subscriptions.
  public var subscriberCount: Int { hub.count }

  /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    _ = hub.attach(observer, to: lifetime)
  }
}

extension Subject where Output == Void {
  /// Delivers to every subscriber of a subject that has no values but `Void`.
  @inlinable
  public func send() {
    send(())
  }
}
