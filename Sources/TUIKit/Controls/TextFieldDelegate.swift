/// Decides about the changes of a text field and is notified of them.
///
/// Every method has a default that agrees or does nothing.
@MainActor
public protocol TextFieldDelegate: AnyObject {
  /// Whether a key or a paste may replace the characters in `range` (counted in grapheme clusters).
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: String
  ) -> Bool
  /// Whether Enter may send the primary action, or move on in the form.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
  /// Whether the field may receive the focus.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Called when the field has received the focus.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Called when the field has lost the focus.
  func textFieldDidEndEditing(_ textField: TextField)
  /// Called when the user has changed the text.
  func textFieldDidChange(_ textField: TextField)
}

extension TextFieldDelegate {
  /// Agrees.
  public func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: String
  ) -> Bool { true }
  /// Agrees.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }
  /// Agrees.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
  /// Does nothing.
  public func textFieldDidChange(_ textField: TextField) {}
}
