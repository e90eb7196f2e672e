/// The form of a field's value in JSON, by what the book stores.
public enum JSONForm: Sendable {
  /// A text, stored in a column.
  case text
  /// A date, stored in a column as ``WrittenDate/text``; null when it is unknown.
  case date
  /// A list of texts.
  case texts
  /// A list of labels and values.
  case labeledValues
}
