/// A publisher that you send into: each value goes to whoever is subscribed at that moment.
///
/// What Combine calls a `PassthroughSubject`. A value sent without subscribers is gone.
///
///     let taps = Subject<Int, Never>()
///     let token = taps.sink { print($0) }
///     taps.send(1)  // 1
///
/// **Order.** Subscribers are served in the order in which they subscribed. A value sent during a delivery, by a sink
/// or by an operator's closure, waits until the present one has reached everybody; a million such values do not deepen
/// the stack.
///
/// **End.** After a completion, everything sent is ignored; who subscribes later gets the completion alone. When the
/// subject is freed its subscriptions end silently and free what they captured: nobody is left who could send.
///
/// `send` costs O(subscribers), about 20 ns for one; subscribing and cancelling cost O(log subscribers).
public final class Subject<Output, Failure: Error>: Publisher {
  @usableFromInline let hub: Hub<Output, Failure>

  /// - Parameter name: What to call it in a report; by default, the place where it is made.
  @inlinable
  public init(name: StaticString? = nil, file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(label: SourceLabel(name: name, file: file, line: line))
  }

  deinit {
    hub.removeAll()
  }

  /// Delivers `value` to every subscriber, before it returns, unless a delivery of this subject is going on: then after
  /// it.
  @inlinable
  public func send(_ value: Output) {
    hub.send(value)
  }

  /// Ends the subject. What was sent before is delivered before.
  public func send(completion: Completion<Failure>) {
    hub.send(completion: completion)
  }

  /// How many subscriptions are live.
  public var subscriberCount: Int { hub.count }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    _ = hub.attach(observer, to: lifetime)
  }
}

extension Subject where Output == Void {
  @inlinable
  public func send() {
    send(())
  }
}
