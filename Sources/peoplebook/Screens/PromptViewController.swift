import TUIKit

/// A question that is answered with a line of text.
final class PromptViewController: ViewController {
  private let field: TextField
  private let onAnswer: (String) -> Void

  init(title: String, placeholder: String = "", onAnswer: @escaping (String) -> Void) {
    field = TextField(placeholder: placeholder)
    self.onAnswer = onAnswer
    super.init()
    self.title = title
    preferredContentSize = Size(width: 48, height: 3)
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(field, sizing: .fixed(1))
    return stack
  }

  override var preferredFirstResponder: Responder? { field }

  override func viewDidLoad() {
    field.addAction(for: .primaryAction) { [weak self] in self?.answer() }
  }

  override var keyCommandsTitle: String { "The question" }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.enter), title: "ok", detail: "Go on with this answer") { [weak self] in self?.answer() },
      KeyCommand(KeyEvent(.escape), title: "cancel", detail: "Go back without an answer") { [weak self] in
        self?.dismiss()
      },
    ]
  }

  /// The question goes first, then the answer is used.
  private func answer() {
    dismiss()
    onAnswer(field.text)
  }
}
