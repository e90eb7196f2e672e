/// A value that tells when it is set: it hands its present value to each new subscriber, then every later one.
///
/// What Combine calls a `CurrentValueSubject`.
///
///     let name = CurrentValue("Ada")
///     let token = name.sink { print($0) }  // Ada
///     name.value = "Grace"                 // Grace
///
/// **didSet.** ``value`` is new before anybody is told. Inside a delivery, a value that is set can be read back at
/// once, and is delivered after the present one; at rest, what was delivered last is ``value``. An equal value is
/// delivered like any other: use
/// ``Publisher/removeDuplicates()`` where that matters.
///
/// **Order and end** are those of ``Subject``. Once completed, ``value`` stays what it was.
public final class CurrentValue<Output, Failure: Error>: Publisher {
  @usableFromInline let hub: Hub<Output, Failure>
  // Read and written as a whole, by a getter and a setter that call nothing meanwhile: there is nothing to check at run
  // time.
  @usableFromInline @exclusivity(unchecked) var current: Output

  /// - Parameter name: What to call it in a report; by default, the place where it is made.
  @inlinable
  public init(_ value: Output, name: StaticString? = nil, file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(label: SourceLabel(name: name, file: file, line: line))
    current = value
  }

  /// A value that cannot fail.
  @inlinable
  public convenience init(
    _ value: Output, name: StaticString? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Failure == Never {
    self.init(value: value, label: SourceLabel(name: name, file: file, line: line))
  }

  @inlinable
  init(value: Output, label: SourceLabel) {
    hub = Hub(label: label)
    current = value
  }

  deinit {
    hub.removeAll()
  }

  /// The present value. Setting it is the same as sending it; once completed, it can no longer be set.
  @inlinable
  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  /// Sets ``value`` and delivers it to every subscriber, before it returns, unless a delivery is going on: then after
  /// it.
  @inlinable
  public func send(_ value: Output) {
    guard !hub.state.contains(.closed) else { return }
    let old = current
    current = value
    withExtendedLifetime(old) {}
    hub.send(value)
  }

  /// Ends it. What was sent before is delivered before.
  public func send(completion: Completion<Failure>) {
    hub.send(completion: completion)
  }

  /// How many subscriptions are live.
  public var subscriberCount: Int { hub.count }

  @inlinable
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard hub.attach(observer, to: lifetime) else { return }
    // The first value is a delivery like any other: what is sent meanwhile comes after it.
    hub.delivering { observer.send(current) }
  }
}
