/// The form of a field's value in JSON, by what the book stores.
public enum JSONForm: Sendable {
  /// A text, stored in a column.
  case text
  /// A day, stored in a column as ``PartialDate/iso``.
  case day
  /// A list of texts.
  case texts
  /// A list of labels and values.
  case labeledValues
}
