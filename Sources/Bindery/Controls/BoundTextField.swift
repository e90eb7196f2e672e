import Reactive
import TUIKit

/// The delegate of a field that is bound to a chain. The field's attachments keep it, and the group can end it.
@MainActor
final class BoundTextField {
  static let attachmentKey = "delegate"

  private let answers: TextFieldAnswers
  private weak var field: TextField?

  init(_ answers: TextFieldAnswers, field: TextField) {
    self.answers = answers
    self.field = field
  }

  isolated deinit {}

  private var fallback: (any TextFieldDelegate)? { answers.fallback?.delegate }
}

extension BoundTextField: @MainActor Cancellable {
  func cancel() {
    guard let field, field.delegate === self else { return }
    field.delegate = nil
    // The last thing: nobody else keeps this object.
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
    // Enter has done what it does here; what else is bound to it happens too.
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
