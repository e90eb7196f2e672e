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
    let mayReturn = answers.shouldReturn ?? fallback?.textFieldShouldReturn
    guard mayReturn?(textField) ?? true else { return false }
    guard let didReturn = answers.didReturn else { return true }
    didReturn(textField)
    // Enter has done what it does here; what else is bound to it happens too.
    return textField.hasActions(for: .primaryAction)
  }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
    let mayBegin = answers.shouldBeginEditing ?? fallback?.textFieldShouldBeginEditing
    return mayBegin?(textField) ?? true
  }

  func textFieldDidBeginEditing(_ textField: TextField) {
    (answers.didBeginEditing ?? fallback?.textFieldDidBeginEditing)?(textField)
  }

  func textFieldDidEndEditing(_ textField: TextField) {
    (answers.didEndEditing ?? fallback?.textFieldDidEndEditing)?(textField)
  }

  func textFieldDidChange(_ textField: TextField) {
    (answers.didChange ?? fallback?.textFieldDidChange)?(textField)
  }
}
