/// Decides about the changes of a text view and is notified of them.
///
/// Every method has a default that agrees or does nothing.
@MainActor
public protocol TextViewDelegate: AnyObject {
  /// Whether a key or a paste may replace the characters in `range` (counted in grapheme clusters).
  func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacement: String) -> Bool
  /// Called when the view has received the focus.
  func textViewDidBeginEditing(_ textView: TextView)
  /// Called when the view has lost the focus.
  func textViewDidEndEditing(_ textView: TextView)
  /// Called when the user has changed the text.
  func textViewDidChange(_ textView: TextView)
}

extension TextViewDelegate {
  /// Agrees.
  public func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacement: String) -> Bool { true }
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: TextView) {}
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: TextView) {}
  /// Does nothing.
  public func textViewDidChange(_ textView: TextView) {}
}
