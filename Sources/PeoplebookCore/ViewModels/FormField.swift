import Reactive

/// One line of a form: the text that a person edits, and what there is to say about it.
@MainActor
public final class FormField: ContestedField {
  /// What stands in the field; bind it both ways.
  public let text: CurrentValue<String, Never>

  /// What is wrong with the text, in words, or `nil`.
  public let problem: AnyPublisher<String?, Never>
  /// What somebody else has written there while it was being edited here, until one of the two is chosen.
  public let theirs: AnyPublisher<String?, Never>

  public let isChanged: AnyPublisher<Bool, Never>
  public let isContested: AnyPublisher<Bool, Never>

  private let contested: Contested<String>

  init(_ original: String, check: @escaping (String) -> String? = { _ in nil }) {
    let text = CurrentValue<String, Never>(original)
    let contested = Contested(original)
    self.text = text
    self.contested = contested
    problem = text.map { check($0.trimmed) }.removeDuplicates().eraseToAnyPublisher()
    theirs = contested.theirs.eraseToAnyPublisher()
    isChanged = text.combineLatest(contested.original).map { $0 != $1 }.removeDuplicates().eraseToAnyPublisher()
    isContested = contested.theirs.map { $0 != nil }.removeDuplicates().eraseToAnyPublisher()
  }

  isolated deinit {}

  /// The text without blanks at its ends, as it is saved.
  var value: String { text.value.trimmed }

  /// The book holds `present` now.
  func follow(_ present: String) {
    if let shown = contested.follow(present, mine: text.value) { text.value = shown }
  }

  public func keepMine() {
    contested.keepMine()
  }

  public func takeTheirs() {
    if let theirs = contested.takeTheirs() { text.value = theirs }
  }
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
