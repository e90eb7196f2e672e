/// The bottom line: the keys that matter now, from the window's key commands; what does not fit is left out.
///
/// It looks at the commands before every frame, so it follows the focus and whatever enables them.
@MainActor
open class HintBar: View, WindowObserver {
  /// The key whose hint, where it is the last one, stands at the right and is never left out: the way out of the program.
  private let trailing: KeyEvent?

  public init(trailing: KeyEvent? = nil) {
    self.trailing = trailing
    super.init()
  }

  struct Hint: Equatable {
    var key: String
    var title: String
    var isReady: Bool
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
    hints = window.availableKeyCommands.filter { $0.isHint && !$0.keys.isEmpty }.map {
      Hint(key: $0.keys[0].name, title: $0.title, isReady: $0.isReady())
    }
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    guard bounds.width > 2 else { return }
    let gap = 2
    var end = bounds.width - 1
    var rest = hints[...]
    if let trailing, let last = rest.last, last.key == trailing.name, last.width <= bounds.width - 2 {
      draw(last, at: end - last.width, in: canvas)
      end -= last.width + gap
      rest.removeLast()
    }
    var x = 1
    for hint in rest {
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
