import Time

/// A short message near the bottom of the window that is removed by itself.
///
///     Toast.show("Copied", in: window)
///
/// It takes neither the focus nor mouse events. A new message replaces the current one.
@MainActor
public final class Toast: View {
  private let words: String
  private var silence: ScheduledAction?
  private var transition: Animation?
  /// 1 while the message is invisible, 0 at rest.
  private var fade = 0.0 {
    didSet { if fade != oldValue { setNeedsDisplay(panel) } }
  }

  private init(_ words: String) {
    self.words = words
    super.init()
  }

  isolated deinit {
    silence?.cancel()
  }

  /// Shows `words` for a while.
  ///
  /// - Complexity: That of ``dismiss(in:)``.
  public static func show(_ words: String, in window: Window, for duration: Duration = .seconds(3)) {
    dismiss(in: window)
    guard !words.isEmpty else { return }
    let toast = Toast(words)
    toast.frame = window.contentView.bounds
    window.contentView.addSubview(toast)
    toast.silence = window.frameClock.scheduler.schedule(after: duration) { [weak toast] in toast?.leave() }
    toast.fade = 1
    toast.transition = window.frameClock.animate(
      duration: .milliseconds(120), step: { [weak toast] in toast?.fade = 1 - $0 })
  }

  /// Removes the message.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subviews of the window's content view.
  public static func dismiss(in window: Window) {
    for view in window.contentView.subviews { (view as? Toast)?.removeFromSuperview() }
  }

  private func leave() {
    transition?.cancel()
    transition = window?.frameClock.animate(
      duration: .milliseconds(120), step: { [weak self] in self?.fade = $0 },
      completion: { [weak self] in self?.removeFromSuperview() })
  }

  public override func didMoveToWindow() {
    if window == nil { silence?.cancel() }
  }

  /// Mouse events are sent to the views beneath.
  public override func hitTest(_ point: Point) -> View? { nil }

  private var lines: [String] { Array(words.wrapped(toWidth: max(1, min(60, bounds.width - 6))).prefix(3)) }

  /// Above the two lines at the bottom with the position and the keys.
  private var panel: Rect {
    let lines = lines
    let size = Size(width: (lines.map(\.displayWidth).max() ?? 0) + 4, height: lines.count)
    return Rect(
      origin: Point(x: max(0, (bounds.width - size.width) / 2), y: max(0, bounds.height - 3 - size.height)), size: size)
  }

  public override func draw(in canvas: Canvas) {
    let part = canvas.part(panel)
    let style = Style(.selectionText, on: .selection)
    part.fill(style: style)
    for (y, line) in lines.enumerated() {
      part.write(line, at: Point(x: 2, y: y), width: part.size.width - 4, alignment: .center, style: style)
    }
    if fade > 0 { part.restyle { $0.mixed(with: $0.background, by: fade * 0.75) } }
  }
}

extension ViewController {
  /// Shows a short message that is removed by itself.
  ///
  /// Does nothing while this controller is not in a window.
  public func showToast(_ words: String, for duration: Duration = .seconds(3)) {
    if let window { Toast.show(words, in: window, for: duration) }
  }
}
