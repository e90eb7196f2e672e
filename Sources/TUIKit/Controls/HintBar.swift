/// The bottom line: the keys that matter now, from the window's key commands; what does not fit is left out.
///
/// It looks at the commands before every frame, so it follows the focus and whatever enables them.
@MainActor
open class HintBar: View, WindowObserver {
  /// The keys whose hints stand at the right, in this order, and are left out last: help, and the way out.
  private let trailing: [KeyEvent]

  /// - Parameter trailing: keys whose commands stand at the right end: help, and the way out.
  public init(trailing: KeyEvent...) {
    self.trailing = trailing
    super.init()
  }

  struct Hint: Equatable {
    var key: String
    var title: String
    var isReady: Bool
    /// Its place among those at the right.
    var trailing: Int?
    var width: Int { key.displayWidth + 1 + title.displayWidth }
  }

  private(set) var hints: [Hint] = [] {
    didSet { if hints != oldValue { setNeedsDisplay() } }
  }

  private weak var observedWindow: Window?

  open override func didMoveToWindow() {
    guard window !== observedWindow else { return }
    observedWindow?.removeObserver(self)
    observedWindow = window
    window?.addObserver(self)
  }

  public func windowWillDraw() {
    guard let window else { return }
    // What the whole screen has comes first: it does not move when the focus does.
    hints = window.keyCommandGroups.reversed().joined().filter { $0.isHint && !$0.keys.isEmpty }.map {
      Hint(
        key: $0.keys[0].name, title: $0.title, isReady: $0.isReady(), trailing: trailing.firstIndex(of: $0.keys[0]))
    }
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    guard bounds.width > 2 else { return }
    let gap = 2
    var end = bounds.width - 1
    let atTheRight = hints.filter { $0.trailing != nil }.sorted { $0.trailing ?? 0 > $1.trailing ?? 0 }
    for hint in atTheRight where hint.width < end {
      draw(hint, at: end - hint.width, in: canvas)
      end -= hint.width + gap
    }
    var x = 1
    for hint in hints where hint.trailing == nil {
      if x + hint.width > end { break }
      draw(hint, at: x, in: canvas)
      x += hint.width + gap
    }
  }

  private func draw(_ hint: Hint, at x: Int, in canvas: Canvas) {
    let dim = Style(.textDim, on: background)
    let key = hint.isReady ? dim.foreground(.accent) : dim
    let width = canvas.write(hint.key, at: Point(x: x, y: 0), style: key, truncates: false)
    canvas.write(hint.title, at: Point(x: x + width + 1, y: 0), style: dim, truncates: false)
  }
}
