extension Window {
  /// The view that may contain the focus: that of the topmost presentation, or the root view.
  var focusScope: View? {
    presentations.last?.container ?? rootViewController?.view ?? contentView.subviews.last
  }

  /// Makes `responder` the first responder; `nil` removes the focus.
  ///
  /// A responder beneath a presentation is refused too, and receives the focus when the presentation is dismissed.
  ///
  /// - Returns: `false` when it cannot be focused or is hidden.
  /// - Complexity: O(*d* · *p*), where *d* is the depth of the responder in the tree and *p* the number of
  ///   presentations.
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
    // The earlier first responder may have passed the focus on.
    guard firstResponder === responder else { return true }
    responder?.firstResponderDidChange()
    (responder as? View)?.scrollToVisible()
    setNeedsFrame()
    return true
  }

  /// The directions of Tab and Shift-Tab.
  public enum FocusDirection: Sendable { case next, previous }

  /// Moves the focus to the next or the previous tab stop of the topmost controller, and wraps around.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the focused screen.
  public func moveFocus(_ direction: FocusDirection) {
    moveFocus(direction, outOf: nil)
  }

  /// Moves the focus to the next or the previous tab stop that is not inside `left`.
  func moveFocus(_ direction: FocusDirection, outOf left: View?) {
    var views: [View] = []
    focusScope?.collectFocusable(into: &views)
    if direction == .previous { views.reverse() }
    let current = views.firstIndex { $0 === firstResponder }.map { $0 + 1 } ?? 0
    let next = (views[current...] + views[..<current]).first { view in
      view.isTabStop && left.map(view.isInside) != true
    }
    if let next { makeFirstResponder(next) }
  }

  /// Moves the focus out of `view`, which can no longer have it.
  func giveUpFocus(inside view: View) {
    guard let first = firstResponder, first.isInside(view) else { return }
    var views: [View] = []
    focusScope?.collectFocusable(into: &views)
    makeFirstResponder(views.first { !$0.isInside(view) })
  }

  /// Whether `responder` is beneath a presentation.
  func isCovered(_ responder: Responder) -> Bool {
    presentations.last.map { !responder.isInside($0.container) } ?? false
  }

  /// Whether `responder` is beneath a presentation; it is then focused when that is dismissed.
  private func keepForLater(_ responder: Responder) -> Bool {
    guard isCovered(responder) else { return false }
    let below = presentations.lastIndex { responder.isInside($0.container) }
    presentations[below.map { $0 + 1 } ?? 0].focusBefore = responder
    return true
  }
}
