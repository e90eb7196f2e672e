/// The style of a presentation.
public enum PresentationStyle: Hashable, Sendable {
  /// In the middle, above its presenter, which stays visible and is dimmed. See
  /// ``ViewController/dismissesOnOutsideClick``.
  case sheet
  /// Beside a rectangle of the window, below it if there is room, and above a hint bar at the bottom. A click outside
  /// dismisses it.
  case popover(Rect)
  /// Covers the whole window.
  case fullScreen
}

/// A presented controller, and the state to restore when it is dismissed.
@MainActor
final class Presentation {
  let controller: ViewController
  let style: PresentationStyle
  let container: PresentationView
  /// The responder that receives the focus afterwards.
  weak var focusBefore: Responder?
  var transition: Animation?

  init(_ controller: ViewController, style: PresentationStyle) {
    self.controller = controller
    self.style = style
    container = PresentationView(controller: controller, style: style)
  }
}

extension ViewController {
  /// Presents `controller` above everything in the window.
  ///
  /// Until it is dismissed it has the focus and receives all keys, except those of the ``Window/commands``.
  ///
  /// A controller that presents another one already presents from that.
  /// - Parameters:
  ///   - controller: The controller to present.
  ///   - style: The style of the presentation.
  ///   - animated: Whether it fades in.
  ///   - completion: Called when the transition is over; at once when there is none.
  /// - Returns: `false`, and nothing happens, when this controller is in no window or `controller` is on screen
  ///   already.
  @discardableResult
  public func present(
    _ controller: ViewController, style: PresentationStyle = .sheet, animated: Bool = true,
    completion: (@MainActor () -> Void)? = nil
  ) -> Bool {
    if let presentedViewController {
      return presentedViewController.present(controller, style: style, animated: animated, completion: completion)
    }
    guard let window, controller.appearance == .disappeared, controller.window == nil else { return false }
    presentedViewController = controller
    controller.presentingViewController = self
    window.begin(Presentation(controller, style: style), animated: animated, completion: completion)
    return true
  }

  /// Dismisses the controller that this one presents.
  ///
  /// Without one, dismisses this controller or its container. All controllers presented above are dismissed too.
  ///
  /// - Complexity: O(*n*), where *n* is the number of presented controllers.
  public func dismiss(completion: (@MainActor () -> Void)? = nil) {
    if let window = window ?? presentedViewController?.window {
      var target: ViewController? = presentedViewController ?? self
      while let current = target {
        if let presentation = window.presentations.first(where: { $0.controller === current }) {
          window.end(presentation)
          break
        }
        target = current.parent
      }
    }
    completion?()
  }
}

extension Window {
  /// The visible presentations, from the bottom; a full screen hides those beneath.
  private var visibleControllers: [ViewController] {
    let covering = presentations.lastIndex { $0.style == .fullScreen }
    let presented = presentations[(covering ?? 0)...].map(\.controller)
    return covering == nil ? (rootViewController.map { [$0] } ?? []) + presented : presented
  }

  func begin(_ presentation: Presentation, animated: Bool, completion: (@MainActor () -> Void)?) {
    let controller = presentation.controller
    let covered = presentation.style == .fullScreen ? visibleControllers : []
    presentation.focusBefore = firstResponder
    for controller in covered { controller.beginAppearance(false) }
    controller.beginAppearance(true)
    presentations.append(presentation)
    presentation.container.frame = contentView.bounds
    contentView.addSubview(presentation.container)
    if !makeFirstResponder(controller.preferredFirstResponder) { makeFirstResponder(nil) }
    showOnlyVisible()

    let finish: @MainActor () -> Void = {
      for controller in covered { controller.endAppearance() }
      controller.endAppearance()
      completion?()
    }
    guard animated, frameClock.isMotionPossible else { return finish() }
    presentation.container.fade = 1
    presentation.transition = frameClock.animate(
      duration: .milliseconds(120),
      step: { [weak container = presentation.container] in container?.fade = 1 - $0 },
      completion: finish)
  }

  /// Ends a presentation and those above it.
  func end(_ presentation: Presentation) {
    guard let index = presentations.firstIndex(where: { $0 === presentation }) else { return }
    let ended = presentations[index...].reversed()
    for presentation in ended { presentation.transition?.finish() }
    let visibleBefore = visibleControllers
    for presentation in ended { presentation.controller.beginAppearance(false) }
    presentations.removeSubrange(index...)
    let uncovered = visibleControllers.filter { controller in !visibleBefore.contains { $0 === controller } }
    for controller in uncovered { controller.beginAppearance(true) }
    showOnlyVisible()
    for presentation in ended {
      presentation.container.removeFromSuperview()
      presentation.controller.view.removeFromSuperview()
      presentation.controller.presentingViewController?.presentedViewController = nil
      presentation.controller.presentingViewController = nil
    }
    let before = presentation.focusBefore.flatMap { before in
      let mayHaveFocus = before.canBecomeFirstResponder && !before.isHidden(below: nil)
      return focusScope.map(before.isInside) == true && mayHaveFocus ? before : nil
    }
    makeFirstResponder(before ?? topViewController?.responderToFocus)
    for presentation in ended { presentation.controller.endAppearance() }
    for controller in uncovered { controller.endAppearance() }
    for presentation in ended { presentation.controller.onDismiss?() }
  }

  /// The views beneath a full screen are not drawn.
  private func showOnlyVisible() {
    let covering = presentations.lastIndex { $0.style == .fullScreen } ?? -1
    rootViewController?.view.isHidden = covering >= 0
    for (index, presentation) in presentations.enumerated() { presentation.container.isHidden = index < covering }
  }
}

/// Contains the view of the presented controller.
///
/// It covers the whole window, so that clicks do not reach the views beneath.
final class PresentationView: View {
  private let controller: ViewController
  private let style: PresentationStyle
  private let panel = View()

  /// 1 while the panel is invisible, 0 at rest.
  var fade = 0.0 {
    didSet { if fade != oldValue { setNeedsDisplay() } }
  }

  init(controller: ViewController, style: PresentationStyle) {
    self.controller = controller
    self.style = style
    super.init()
    if style == .fullScreen {
      addSubview(controller.view)
    } else {
      panel.backgroundRole = .surfaceRaised
      panel.addSubview(controller.view)
      addSubview(panel)
    }
  }

  override func layoutSubviews() {
    switch style {
    case .fullScreen:
      controller.view.frame = bounds
    case .sheet:
      let (inset, outer) = sheetMargins
      let size = panelSize(in: outer.size, inset: inset)
      panel.frame = Rect(
        origin: Point(x: (bounds.width - size.width) / 2, y: max(0, (bounds.height - size.height) / 3)), size: size)
      controller.view.frame = panel.bounds.inset(by: inset)
    case .popover(let source):
      let inset = Insets(top: 1, left: 1, bottom: 1, right: 1)
      let bars = hintBars.map { $0.frameInWindow }
      let bottom = bars.first { $0.maxY == bounds.height }?.minY ?? bounds.height
      let size = panelSize(in: Size(width: bounds.width, height: bottom), inset: inset)
      let isBelow = source.maxY + size.height <= bottom || source.minY < size.height
      panel.frame = Rect(
        x: max(0, min(source.minX, bounds.width - size.width)),
        y: max(0, isBelow ? min(source.maxY, bottom - size.height) : min(source.minY, bottom) - size.height),
        width: size.width, height: size.height)
      controller.view.frame = panel.bounds.inset(by: inset)
    }
  }

  /// A height that no window has.
  private static let anyHeight = 10_000

  /// The margins inside of a sheet, and its room with those around it.
  ///
  /// There are none around the content in a small window, and where a sheet that cannot scroll has no room for them.
  private var sheetMargins: (inset: Insets, room: Rect) {
    let narrow = (Insets(left: 1, right: 1), bounds)
    let wide = (
      Insets(top: 1, left: 3, bottom: 1, right: 3), bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2))
    )
    func showsAll(_ margins: (inset: Insets, room: Rect)) -> Bool {
      let room = margins.room.inset(by: margins.inset).size
      let tall = Size(width: room.width, height: Self.anyHeight)
      return (controller.preferredContentSize ?? controller.contentSizeThatFits(tall)).height <= room.height
    }
    guard bounds.width >= 40, bounds.height >= 10 else { return narrow }
    return controller.showsAllContent && !showsAll(wide) && showsAll(narrow) ? narrow : wide
  }

  /// The panel around the content, in its preferred size as far as there is room.
  private func panelSize(in room: Size, inset: Insets) -> Size {
    let room = Rect(size: room).inset(by: inset).size
    let wish = controller.preferredContentSize ?? controller.contentSizeThatFits(room)
    return Size(
      width: min(wish.width, room.width) + inset.left + inset.right,
      height: min(wish.height, room.height) + inset.top + inset.bottom)
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard style != .fullScreen, event.action == .press, !panel.frame.contains(convertFromWindow(event.location)) else {
      return false
    }
    if let bar = hintBars.first(where: { $0.frameInWindow.contains(event.location) }) { return bar.mouseEvent(event) }
    guard controller.dismissesOnOutsideClick || style != .sheet else { return false }
    controller.dismiss()
    return true
  }

  /// The hint bars beneath, which show the keys of the presented controller.
  private var hintBars: [any UncoveredView] {
    (window?.observers(of: (any UncoveredView).self) ?? []).filter { !$0.isInside(self) && !$0.isHidden(below: nil) }
  }

  override func drawTree(in canvas: Canvas) {
    if style == .sheet {
      let rects = hintBars.reduce(into: [bounds]) { rects, bar in
        rects = rects.flatMap { $0.subtracting(bar.frameInWindow) }
      }
      for rect in rects { canvas.restyle(rect) { $0.pixels == nil ? Style(.textDim) : $0 } }
    }
    super.drawTree(in: canvas)
    if case .popover = style { canvas.part(panel.frame).drawFrame(style: Style(.border, on: .surfaceRaised)) }
    if fade > 0 {
      let amount = fade * 0.75
      canvas.part(style == .fullScreen ? bounds : panel.frame).restyle { $0.mixed(with: $0.background, by: amount) }
    }
  }
}

extension Canvas {
  /// Draws a line around the canvas, which sets it off from what it covers.
  fileprivate func drawFrame(style: Style) {
    let (right, bottom) = (size.width - 1, size.height - 1)
    guard right > 0, bottom > 0 else { return }
    for y in [0, bottom] { fill(Rect(x: 0, y: y, width: size.width, height: 1), with: "─", style: style) }
    for x in [0, right] { fill(Rect(x: x, y: 0, width: 1, height: size.height), with: "│", style: style) }
    for (corner, x, y) in [("┌", 0, 0), ("┐", right, 0), ("└", 0, bottom), ("┘", right, bottom)] {
      write(corner, at: Point(x: x, y: y), style: style)
    }
  }
}

extension View {
  fileprivate var frameInWindow: Rect { Rect(origin: convertToWindow(.zero), size: bounds.size) }
}

/// A view that stays visible and clickable beneath a presentation, such as the bar that shows its keys.
@MainActor
protocol UncoveredView: View, WindowObserver {}
