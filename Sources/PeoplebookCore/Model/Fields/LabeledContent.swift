/// The meaning of the values of a ``LabeledKind``: what the user reads, types and opens.
protocol LabeledContent: Sendable {
  /// The word for one value in a sentence: `e-mail address`.
  var noun: String { get }
  /// The word for another value in a form: `+ another e-mail`.
  var shortNoun: String { get }
  /// The labels that a form offers; the empty label means no label.
  var usualLabels: [String] { get }

  /// Whether a label is a part of the value, such as the service of an account: equal values with two labels are two.
  var hasMeaningInLabel: Bool { get }

  /// The value as the user reads it.
  func displayText(of value: String) -> String
  /// The value as the user types it, on one line.
  func typedText(of value: String) -> String
  /// The value that a typed text means; a value means itself.
  func value(typed text: String) -> String
  /// The text by which a search finds a value.
  func searchText(of value: String) -> String
  /// Whether a text that the user types names a value.
  func matches(_ value: String, _ text: String) -> Bool
  /// What a form shows beside a typed text; `nil` for nothing.
  func remark(on text: String) -> String?
  /// The reason why a text is an unusual value; `nil` when it is a usual one.
  func doubt(about text: String) -> String?
  /// The single values in a text that lists several; `nil` when the text is one value.
  func values(in text: String) -> [String]?
  /// The value in a text that was copied from a link.
  func withoutScheme(_ text: String) -> String
  /// The address that a value links to; `nil` when it is not a link.
  func link(to value: String) -> String?
  /// The name or the id of the person that a value names; `nil` when it names none.
  func person(namedBy value: String) -> String?
}

extension LabeledContent {
  var usualLabels: [String] { ["home", "", "work", "other"] }
  var hasMeaningInLabel: Bool { false }
  func displayText(of value: String) -> String { value }
  func typedText(of value: String) -> String { value }
  func value(typed text: String) -> String { text }
  func searchText(of value: String) -> String { displayText(of: value) }
  func matches(_ value: String, _ text: String) -> Bool { value.lowercased() == text.lowercased() }
  func remark(on text: String) -> String? { nil }
  func doubt(about text: String) -> String? { nil }
  func values(in text: String) -> [String]? { nil }
  func withoutScheme(_ text: String) -> String { text }
  func link(to value: String) -> String? { nil }
  func person(namedBy value: String) -> String? { nil }

  /// A text without a scheme at its beginning, in any case.
  func without(_ scheme: String, _ text: String) -> String {
    text.lowercased().hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
  }
}
