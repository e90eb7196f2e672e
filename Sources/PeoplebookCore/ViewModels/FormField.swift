import Reactive

/// One line of a form: the text that a person edits, and what there is to say about it.
@MainActor
public final class FormField {
  /// What stands in the field; bind it both ways.
  public let text: CurrentValue<String, Never>

  /// What is wrong with the text, in words, or `nil`.
  public let problem: AnyPublisher<String?, Never>

  /// Whether the text differs from what the form began with.
  let isChanged: AnyPublisher<Bool, Never>

  init(_ original: String, check: @escaping (String) -> String? = { _ in nil }) {
    let text = CurrentValue<String, Never>(original)
    self.text = text
    problem = text.map { check($0.trimmed) }.removeDuplicates().eraseToAnyPublisher()
    isChanged = text.map { $0 != original }.removeDuplicates().eraseToAnyPublisher()
  }

  /// The text without blanks at its ends, as it is saved.
  var value: String { text.value.trimmed }

  isolated deinit {}
}

extension String {
  /// The text without white space and newlines at its ends.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}
