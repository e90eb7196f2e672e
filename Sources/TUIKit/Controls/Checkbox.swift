/// A box with a title that Space, Enter or a click toggles.
@MainActor
open class Checkbox: Control {
  /// The text behind the box.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      setNeedsDisplay()
      if title.displayWidth != oldValue.displayWidth { invalidateIntrinsicContentSize() }
    }
  }

  /// Whether the box is checked.
  ///
  /// Setting it sends no event.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Creates a box with a title behind it.
  public init(_ title: String = "", isOn: Bool = false) {
    self.title = title
    self.isOn = isOn
    super.init()
  }

  /// Toggles the box as a key would, and sends its actions.
  public func toggle() {
    guard isEnabled else { return }
    isOn.toggle()
    sendActions(for: [.valueChanged, .primaryAction])
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let width = title.isEmpty ? 3 : title.displayWidth + 4
    return Size(width: min(width, size.width), height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    let style = textStyle()
    canvas.write("[ ]", at: .zero, style: style.foreground(isFirstResponder ? .accent : .textDim), truncates: false)
    if isOn {
      canvas.write("✓", at: Point(x: 1, y: 0), style: style.foreground(isEnabled ? .accent : .textDim).adding(.bold))
    }
    canvas.write(
      title, at: Point(x: 4, y: 0), style: isFirstResponder ? style.adding(.underline) : style)
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard isEnabled, event == KeyEvent(.character(" ")) || event == KeyEvent(.enter) else {
      return false
    }
    toggle()
    return true
  }

  open override var cursorPosition: Point? { Point(x: min(1, max(0, bounds.width - 1)), y: 0) }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard super.mouseEvent(event) else { return false }
    toggle()
    return true
  }
}
