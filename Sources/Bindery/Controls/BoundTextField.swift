import Reactive
import TUIKit

/// The delegate of a text field that is bound to a chain, with the bindings of the chain.
///
/// The field's attachments keep it alive; the group can end it.
@MainActor
final class BoundTextField {
  static let attachmentKey = "delegate"

  private let answers: TextFieldAnswers
  private let bindings = BindingGroup()
  private weak var field: TextField?

  init(_ binding: TextFieldBinding, field: TextField) {
    answers = binding.answers
    self.field = field
    bindings.capture { binding.chain.bind(field) }
  }

  isolated deinit {}

  private var fallback: (any TextFieldDelegate)? { answers.fallback?.delegate }
}

extension BoundTextField: @MainActor Cancellable {
  func cancel() {
    bindings.clear()
    guard let field else { return }
    self.field = nil
    if field.delegate === self { field.delegate = nil }
    // The last statement: only the attachments keep this object alive.
    field.attachments[Self.attachmentKey] = nil
  }
}

extension BoundTextField: TextFieldDelegate {
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: String
  ) -> Bool {
    if let shouldChange = answers.shouldChange { return shouldChange(textField, range, replacement) }
    return fallback?.textField(textField, shouldChangeCharactersIn: range, replacement: replacement) ?? true
  }

  func textFieldShouldReturn(_ textField: TextField) -> Bool {
    let mayReturn =
      if let shouldReturn = answers.shouldReturn {
        shouldReturn(textField)
      } else {
        fallback?.textFieldShouldReturn(textField) ?? true
      }
    guard mayReturn else { return false }
    guard let didReturn = answers.didReturn else { return true }
    didReturn(textField)
    // The link has handled Enter; the field's own actions are called too.
    return textField.hasActions(for: .primaryAction)
  }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
    if let shouldBegin = answers.shouldBeginEditing { return shouldBegin(textField) }
    return fallback?.textFieldShouldBeginEditing(textField) ?? true
  }

  func textFieldDidBeginEditing(_ textField: TextField) {
    if let didBeginEditing = answers.didBeginEditing { return didBeginEditing(textField) }
    fallback?.textFieldDidBeginEditing(textField)
  }

  func textFieldDidEndEditing(_ textField: TextField) {
    if let didEndEditing = answers.didEndEditing { return didEndEditing(textField) }
    fallback?.textFieldDidEndEditing(textField)
  }

  func textFieldDidChange(_ textField: TextField) {
    if let didChange = answers.didChange { return didChange(textField) }
    fallback?.textFieldDidChange(textField)
  }
}
