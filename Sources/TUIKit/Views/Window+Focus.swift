extension Window {
  /// Where the focus may be: in what is presented on top, or else in the root view.
  var focusScope: View? {
    presentations.last?.container ?? rootViewController?.view ?? contentView.subviews.last
  }

  /// Makes `responder` the first responder; `nil` leaves none. Returns `false` when it cannot be, or is hidden.
  ///
  /// While something is presented, what lies beneath is refused too, and gets the focus when the way is free.
  @discardableResult
  public func makeFirstResponder(_ responder: Responder?) -> Bool {
    guard responder !== firstResponder else { return true }
    if let responder {
      guard responder.canBecomeFirstResponder else { return false }
      guard !keepForLater(responder), !responder.isHidden(below: nil) else { return false }
    }
    let previous = firstResponder
    firstResponder = responder
    previous?.firstResponderDidChange()
    // The one that has just lost the keys may have passed them on.
    guard firstResponder === responder else { return true }
    responder?.firstResponderDidChange()
    (responder as? View)?.scrollToVisible()
    setNeedsFrame()
    return true
  }

  /// The ways in which Tab and Shift-Tab go.
  public enum FocusDirection: Sendable { case next, previous }

  /// Moves the focus to the next or the previous tab stop of the controller on top; from the last one to the first.
  public func moveFocus(_ direction: FocusDirection) {
    var views: [View] = []
    focusScope?.collectFocusable(into: &views)
    if direction == .previous { views.reverse() }
    let current = views.firstIndex { $0 === firstResponder }.map { $0 + 1 } ?? 0
    let next = (views[current...] + views[..<current]).first { $0.isTabStop }
    if let next { makeFirstResponder(next) }
  }

  /// Moves the focus elsewhere when it is inside `view`, which can no longer have it.
  func giveUpFocus(inside view: View) {
    guard let first = firstResponder, first.isInside(view) else { return }
    var views: [View] = []
    focusScope?.collectFocusable(into: &views)
    makeFirstResponder(views.first { !$0.isInside(view) })
  }

  /// Whether `responder` lies beneath what is presented; it is then the one to focus when that is dismissed.
  private func keepForLater(_ responder: Responder) -> Bool {
    guard let top = presentations.last, !responder.isInside(top.container) else { return false }
    let below = presentations.lastIndex { responder.isInside($0.container) }
    presentations[below.map { $0 + 1 } ?? 0].focusBefore = responder
    return true
  }
}
