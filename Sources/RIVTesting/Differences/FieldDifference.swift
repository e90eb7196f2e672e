/// A field that differs between the expected and the seen state.
public struct FieldDifference: Hashable, Sendable, CustomStringConvertible {
  /// The path from the state to the field, such as `results[2].name`; empty for the state itself.
  public let path: String
  /// The expected value, described; `nil` for an element that is not expected.
  public let expected: String?
  /// The value that was seen, described; `nil` for an element that is missing.
  public let seen: String?

  /// A difference of a field.
  public init(path: String, expected: String?, seen: String?) {
    self.path = path
    self.expected = expected
    self.seen = seen
  }

  public var description: String {
    "\(path.isEmpty ? "state" : path): expected \(expected ?? "nothing"), seen \(seen ?? "nothing")"
  }
}

/// The fields in which two values differ; empty for equal values.
///
/// Structures, enums with associated values, optionals and collections are compared part by part, every other value as
/// a whole.
///
/// - Complexity: O(*n* + *m*²), where *n* is the number of fields of both values, and *m* that of the entries of their
///   dictionaries and sets.
public func differences<Value>(expected: Value, seen: Value) -> [FieldDifference] {
  var comparison = ReflectedComparison()
  comparison.compare(expected, seen, at: "")
  return comparison.differences
}
