/// The content of a property, which only its descriptor interprets.
public struct PropertyContent: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A typed path to a property that can be read, written and observed.
///
/// A path is the names from a view model instance on, with slashes between them: `employer/address/city`. All names but
/// the last are those of nested instances.
public protocol ObservableProperty<Value>: Hashable, Sendable {
  /// The type of the values.
  associatedtype Value: Equatable & Sendable

  /// The names from the instance on.
  var path: String { get }
  /// The type that the property has in the file.
  static var dataType: DataType { get }
  /// The value of a content; `nil` when its type is another one.
  static func value(of content: PropertyContent) -> Value?
  /// The content for a value; `nil` when the property does not allow the value.
  static func content(of value: Value, replacing old: PropertyContent) -> PropertyContent?
}
