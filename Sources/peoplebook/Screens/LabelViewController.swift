import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// Chooses the label of a value: one of the usual labels, or any other that the user types.
///
/// The field and the picker are bound to the same text, so that Up and Down in the field show the next usual label in
/// it.
final class LabelViewController: ViewController {
  private let label: CurrentValue<String, Never>
  private let usualLabels: [String]
  private let onChoose: (String) -> Void
  private let field = TextField(placeholder: "type or choose with ↑ ↓")
  private let picker = Picker()
  private var bindings = BindingGroup()

  /// - Parameters:
  ///   - label: The current label.
  ///   - usualLabels: The labels that the picker offers; the empty label means no label.
  ///   - onChoose: Receives the chosen label; not called when the user cancels.
  init(label: String, usualLabels: [String], onChoose: @escaping (String) -> Void) {
    self.label = CurrentValue(label)
    self.usualLabels = usualLabels
    self.onChoose = onChoose
    super.init()
    title = "Label"
    preferredContentSize = Size(width: 24, height: 6)
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(field, sizing: .fixed(1))
    stack.addArrangedSubview(picker, sizing: .fill)
    bindings.capture {
      field.textBinding *= label
      picker *= PickerBinding.items(usualLabels) { $0.isEmpty ? "no label" : $0 }.value(label)
    }
    field.selectAll()
    return stack
  }

  override var preferredFirstResponder: Responder? { field }

  override var keyCommandsTitle: String { "The label" }

  override var keyCommands: [KeyCommand] {
    func turn(_ keys: KeyEvent..., title: String) -> KeyCommand {
      KeyCommand(keys: keys, title: title, role: .movement, isHint: false) { [weak self] in
        guard let self else { return }
        _ = picker.keyPressed(keys[0])
        field.selectAll()
      }
    }
    return [
      turn(KeyEvent(.down), KeyEvent(.character("l"), .control), title: "next label"),
      turn(KeyEvent(.up), title: "previous label"),
      KeyCommand(KeyEvent(.enter), title: "ok", detail: "Use this label") { [weak self] in self?.finish() },
      KeyCommand(KeyEvent(.escape), title: "cancel", detail: "Keep the current label") { [weak self] in
        self?.dismiss()
      },
    ]
  }

  private func finish() {
    dismiss()
    onChoose(label.value.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
