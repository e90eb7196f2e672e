import TUIKit

/// A question that the user answers with a line of text.
final class PromptViewController: ViewController {
  /// The question.
  struct Question {
    var title: String
    /// An example, shown while the field is empty.
    var example = ""
    /// The message when Enter is pressed in the empty field.
    var need: String
    /// The text in the field at first.
    var text = ""
    /// The completions of a typed text, requested by Tab.
    var completions: ((String) -> [String])?
    /// The reason why a text is refused, shown below the text, which can then be corrected.
    var refusal: (String) -> String? = { _ in nil }
  }

  private let question: Question
  private let field: TextField
  private let hint = Label("", role: .textDim, numberOfLines: 0)
  private let onAnswer: (String) -> Void
  private static let mostCompletions = 6
  /// The lines for the reason why a text is refused.
  private static let refusalLines = 3

  /// - Parameter onAnswer: Receives the text, which is not empty or refused, after the question has been dismissed.
  init(_ question: Question, onAnswer: @escaping (String) -> Void) {
    self.question = question
    field = TextField(placeholder: question.example.isEmpty ? "" : "for example \(question.example)")
    self.onAnswer = onAnswer
    super.init()
    title = question.title
    let lines = question.completions == nil ? Self.refusalLines : Self.mostCompletions + 1
    preferredContentSize = Size(width: 60, height: 4 + lines)
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label(question.title, role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(field, sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(hint, sizing: .fill)
    return stack
  }

  override var preferredFirstResponder: Responder? { field }

  /// A click outside does not lose a typed text.
  override var dismissesOnOutsideClick: Bool { field.text.isEmpty }

  override func viewDidLoad() {
    field.addAction(for: .primaryAction) { [weak self] in self?.answer() }
    field.addAction(for: .editingChanged) { [weak self] in self?.show("") }
    if question.completions != nil { show("tab completes the path") }
    field.text = question.text
  }

  override var keyCommandsTitle: String { "The question" }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.enter), title: "ok", detail: "Confirm") { [weak self] in self?.answer() },
      KeyCommand(
        KeyEvent(.tab), title: "complete", detail: "Complete the path",
        isEnabled: { [question] in question.completions != nil }
      ) { [weak self] in self?.complete() },
      KeyCommand(KeyEvent(.escape), title: "cancel", detail: "Go back without answering") { [weak self] in
        self?.dismiss()
      },
    ]
  }

  private func show(_ text: String, role: ColorRole = .textDim) {
    hint.text = text
    hint.role = role
  }

  private func answer() {
    guard !field.text.allSatisfy(\.isWhitespace) else { return show(question.need, role: .danger) }
    if let refusal = question.refusal(field.text) { return show(refusal, role: .danger) }
    dismiss()
    onAnswer(field.text)
  }

  /// Completes the text as far as it is unambiguous, and lists the completions.
  private func complete() {
    let completions = question.completions?(field.text) ?? []
    guard let shortest = completions.first else { return show("No file name starts with this", role: .danger) }
    let shared = completions.dropFirst().reduce(shortest) { $0.commonPrefix(with: $1) }
    if shared.count > field.text.count { field.text = shared }
    guard completions.count > 1 else { return show("") }
    let rest = completions.count - Self.mostCompletions
    show((completions.prefix(Self.mostCompletions) + (rest > 0 ? ["… \(rest) more"] : [])).joined(separator: "\n"))
  }
}

extension String {
  /// The characters with which both texts begin.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
