/// The bottom line with the current keys, from the window's key commands.
///
/// Hints that do not fit are left out.
///
/// The hint of a command that is not ready, or has to wait for an ``InputHold``, is dim. A click on a hint
/// presses its key. The bar follows the focus and the state of the commands: it reads them again after each frame, so
/// that no frame waits for it. It does the same while a sheet is presented, which does not dim it.
@MainActor
open class HintBar: View, WindowObserver {
  /// The keys whose hints are at the right end, in this order; they are left out last.
  private let trailing: [KeyEvent]

  /// Creates a bar.
  ///
  /// - Parameter trailing: The keys with hints at the right end, which are left out last: help and quit.
  public init(trailing: [KeyEvent]) {
    self.trailing = trailing
    super.init()
  }

  /// Creates a bar.
  ///
  /// - Parameter trailing: The keys with hints at the right end, which are left out last: help and quit.
  public convenience init(trailing: KeyEvent...) {
    self.init(trailing: trailing)
  }

  struct Hint: Equatable {
    var key: KeyEvent
    var title: String
    var isReady: Bool
    /// The index among the hints at the right end.
    var trailing: Int?
    var width: Int { key.name.displayWidth + 1 + title.displayWidth }
  }

  private(set) var hints: [Hint] = [] {
    didSet { if hints != oldValue { setNeedsDisplay() } }
  }

  private weak var observedWindow: Window?

  open override func didMoveToWindow() {
    guard window !== observedWindow else { return }
    hints = []
    observedWindow?.removeObserver(self)
    observedWindow = window
    window?.addObserver(self)
  }

  public func windowWillDraw() {
    if hints.isEmpty { readCommands() }
  }

  public func windowDidShow() {
    readCommands()
  }

  private func readCommands() {
    guard let window else { return }
    // The commands of the whole screen are first, so that they keep their places when the focus moves.
    hints = window.keyCommandGroups.reversed().joined().filter { $0.isHint && !$0.keys.isEmpty }.map {
      Hint(
        key: $0.keys[0], title: $0.title, isReady: $0.isReady() && !window.isWaiting($0.keys[0]),
        trailing: trailing.firstIndex(of: $0.keys[0]))
    }
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  /// The hints that fit, and their columns.
  private var placedHints: [(hint: Hint, x: Int)] {
    guard bounds.width > 2 else { return [] }
    let gap = 2
    var placed: [(Hint, Int)] = []
    var end = bounds.width - 1
    let atTheRight = hints.filter { $0.trailing != nil }.sorted { $0.trailing ?? 0 > $1.trailing ?? 0 }
    for hint in atTheRight where hint.width < end {
      placed.append((hint, end - hint.width))
      end -= hint.width + gap
    }
    var x = 1
    for hint in hints where hint.trailing == nil {
      if x + hint.width > end { break }
      placed.append((hint, x))
      x += hint.width + gap
    }
    return placed
  }

  open override func draw(in canvas: Canvas) {
    for (hint, x) in placedHints { draw(hint, at: x, in: canvas) }
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left, let window else { return false }
    let x = convertFromWindow(event.location).x
    guard let (hint, _) = placedHints.first(where: { $0.x..<$0.x + $0.hint.width ~= x }) else { return false }
    window.send(.key(hint.key))
    return true
  }

  private func draw(_ hint: Hint, at x: Int, in canvas: Canvas) {
    let dim = Style(.textDim, on: background)
    let key = hint.isReady ? dim.foreground(.accent) : dim
    let width = canvas.write(hint.key.name, at: Point(x: x, y: 0), style: key)
    canvas.write(hint.title, at: Point(x: x + width + 1, y: 0), style: dim)
  }
}

extension HintBar: UncoveredView {}
