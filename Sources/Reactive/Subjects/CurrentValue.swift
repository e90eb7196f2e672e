/// A value that publishes each change: a subscriber receives the current value, then every later one.
///
/// Combine calls this a `CurrentValueSubject`.
///
///     let name = CurrentValue("Ada")
///     let token = name.sink { print($0) }  // Ada
///     name.value = "Grace"                 // Grace
///
/// **didSet.** ``value`` is new before it is delivered. A value that is set inside a delivery can be read back at once,
/// and is delivered after the current delivery; at rest, the last delivered value is ``value``. An equal value is
/// delivered like any other: use ``Publisher/removeDuplicates()`` where that matters.
///
/// **Order and end** are those of ``Subject``. Once completed, ``value`` stays what it was.
public final class CurrentValue<Output, Failure: Error>: Publisher {
  @usableFromInline let hub: Hub<Output, Failure>
  // Read and written as a whole, by accessors that call nothing in between: there is nothing to check at run time.
  @usableFromInline @exclusivity(unchecked) var current: Output

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - name: The name in reports; by default, the place where it is created.
  ///   - file: The file of that place.
  ///   - line: The line of that place.
  @inlinable
  public init(_ value: Output, name: StaticString? = nil, file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(label: SourceLabel(name: name, file: file, line: line))
    current = value
  }

  /// Creates a value that cannot fail.
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

  /// The current value.
  ///
  /// Setting it is the same as sending it; after the completion it cannot be set.
  @inlinable
  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  /// Sets ``value`` and delivers it to every subscriber: before it returns, or after the current delivery.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribers.
  @inlinable
  public func send(_ value: Output) {
    guard !hub.state.contains(.closed) else { return }
    let old = current
    current = value
    withExtendedLifetime(old) {}
    hub.send(value)
  }

  /// Ends the subscriptions.
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
    guard hub.attach(observer, to: lifetime) else { return }
    // The first value is a delivery like any other: a value that is sent during it follows it.
    hub.delivering { observer.send(current) }
  }
}
