/// A property that publishes its changes: read and set it like any other, subscribe to it with `$`.
///
///     @MainActor final class PersonViewModel {
///       @Published private(set) var title = ""
///     }
///     viewModel.$title.sink { print($0) }
///
/// A value is delivered after it has been set (`didSet`), not before as in Combine: reading the property in a sink
/// gives the value that is being delivered. `$title` can be read and observed, not set.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline let subject: CurrentValue<Value, Never>

  /// Creates a property with its initial value.
  @inlinable
  public init(wrappedValue: Value, file: StaticString = #fileID, line: UInt = #line) {
    subject = CurrentValue(value: wrappedValue, label: SourceLabel(name: nil, file: file, line: line))
  }

  /// The current value.
  ///
  /// Setting it publishes it.
  @inlinable
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.value = newValue }
  }

  /// The publisher of the property: its current value, then each later one.
  @inlinable
  public var projectedValue: CurrentValuePublisher<Value, Never> { CurrentValuePublisher(subject) }
}
