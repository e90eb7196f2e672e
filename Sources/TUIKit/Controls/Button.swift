/// Words that do something: Enter, Space or a click.
@MainActor
open class Button: Control {
  /// What it says.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      setNeedsDisplay()
      if title.displayWidth != oldValue.displayWidth { invalidateIntrinsicContentSize() }
    }
  }

  /// What the words are to people: `accent`, or `danger` for what destroys.
  public var role: ColorRole {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// - Parameters:
  ///   - title: what it says.
  ///   - role: its colour.
  ///   - action: what a press does; more can be added for ``Control/Events/primaryAction``.
  public init(_ title: String = "", role: ColorRole = .accent, action: (@MainActor () -> Void)? = nil) {
    self.title = title
    self.role = role
    super.init()
    if let action { addAction(for: .primaryAction, action) }
  }

  /// Does what pressing it does; nothing while it is disabled.
  public func press() {
    guard isEnabled else { return }
    sendActions(for: .primaryAction)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(title.displayWidth + 2, size.width), height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    // The mark shows the focus also where there are no colours.
    if isFirstResponder {
      let style = Style(.selectionText, on: .selection, .bold)
      canvas.fill(style: style)
      canvas.write("▌", at: .zero, style: Style(.accent, on: .selection))
      canvas.write(title, at: Point(x: 1, y: 0), style: style, maxWidth: bounds.width - 1)
    } else {
      canvas.write(title, at: Point(x: 1, y: 0), style: textStyle(role), maxWidth: bounds.width - 1)
    }
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard isEnabled, event == KeyEvent(.enter) || event == KeyEvent(.character(" ")) else { return false }
    press()
    return true
  }

  open override var cursorPosition: Point? { Point(x: min(1, max(0, bounds.width - 1)), y: 0) }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard super.mouseEvent(event) else { return false }
    press()
    return true
  }
}
