/// A button with a title, pressed by Enter, Space or a click.
@MainActor
open class Button: Control {
  /// The title.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      setNeedsDisplay()
      if title.displayWidth != oldValue.displayWidth { invalidateIntrinsicContentSize() }
    }
  }

  /// The role of the title's colour: `accent`, or `danger` for a destructive action.
  public var role: ColorRole {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - role: The role of the title's colour.
  ///   - action: Called by a press. Further actions can be added for ``Control/Events/primaryAction``.
  public init(_ title: String = "", role: ColorRole = .accent, action: (@MainActor () -> Void)? = nil) {
    self.title = title
    self.role = role
    super.init()
    if let action { addAction(for: .primaryAction, action) }
  }

  /// Presses the button as a key would; nothing while it is disabled.
  public func press() {
    guard isEnabled else { return }
    sendActions(for: .primaryAction)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(title.displayWidth + 2, size.width), height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    // The mark shows the focus where there are no colours.
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
