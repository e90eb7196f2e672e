/// A dot that shows whether something is on, such as a connection.
///
/// It is filled when it is on, and a circle otherwise, so that it does not depend on colours.
@MainActor
open class StatusDot: View {
  /// Whether the dot is filled.
  public var isOn = false {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(1, size.width), height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    let style = Style(isOn ? .ok : .textDim, on: background)
    canvas.write(isOn ? "●" : "○", at: .zero, style: style)
  }
}
