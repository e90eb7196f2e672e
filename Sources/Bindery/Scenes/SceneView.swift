import Scenes
import TUIKit
import Time

/// Shows a scene: draws its artboard in the theme of the window, and passes keys and the mouse to its listeners.
///
///     let view = SceneView(try Scene(file: file))
///
/// The scene advances with the clock of the window. Once it has settled, nothing is scheduled until a value changes or
/// the user does something. Where motion is turned off, timelines and interpolated values are at their ends at once.
@MainActor
open class SceneView: View {
  /// The scene; `nil` draws nothing.
  public var scene: Scene? {
    didSet {
      if scene !== oldValue { sceneDidChange() }
    }
  }

  /// Called after each advance of the scene, which may have given it another size.
  public var onAdvance: () -> Void = {}

  private var player: ScenePlayer?
  private var isDrawing = false

  /// Creates a view of a scene.
  public init(_ scene: Scene? = nil) {
    self.scene = scene
    super.init()
    TextMeasure.displayWidth = { $0.displayWidth }
  }

  isolated deinit {}

  private func sceneDidChange() {
    startPlaying()
    invalidateIntrinsicContentSize()
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override func didMoveToWindow() { startPlaying() }

  /// Advances the scene while the view is in a window.
  private func startPlaying() {
    player = nil
    guard let scene, let clock = window?.frameClock else { return }
    let player = ScenePlayer(
      scene.stateMachine, on: clock.scheduler, interval: clock.interval,
      onFrame: { [weak self] in self?.sceneDidAdvance() },
      isMotionEnabled: { [weak self, weak clock] in clock?.isMotionPossible == true && self?.isOnScreen == true })
    self.player = player
  }

  /// Whether neither the view nor a view around it is hidden.
  ///
  /// A hidden scene is advanced to its end, as without motion.
  private var isOnScreen: Bool {
    sequence(first: self as View) { $0.superview }.allSatisfy { !$0.isHidden }
  }

  private func sceneDidAdvance() {
    if !isDrawing { setNeedsDisplay() }
    onAdvance()
  }

  /// The frame of each instance that a nested artboard or the row of a list shows, in the coordinates of the view.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible nested artboards and rows.
  public var instanceFrames: [ViewModelInstance: Rect] {
    layoutIfNeeded()
    player?.flush()
    return scene?.instanceFrames.mapValues(Rect.init) ?? [:]
  }

  // MARK: Layout and drawing

  open override func sizeThatFits(_ size: Size) -> Size {
    guard let scene else { return .zero }
    // The values of the first frame determine the size.
    player?.flush()
    let fitting = scene.sizeThatFits(CellSize(width: size.width, height: size.height))
    return Size(width: min(fitting.width, size.width), height: min(fitting.height, size.height))
  }

  open override func layoutSubviews() {
    scene?.resize(to: CellSize(width: bounds.width, height: bounds.height))
  }

  open override func draw(in canvas: Canvas) {
    guard let scene else { return }
    isDrawing = true
    player?.flush()
    isDrawing = false
    player?.resume()
    var cells = SurfaceCells(canvas: canvas, base: Style(.text, on: background))
    scene.draw(in: &cells)
  }

  // MARK: Input

  open override var canBecomeFirstResponder: Bool { scene?.stateMachine.handlesKeys ?? false }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard let machine = scene?.stateMachine else { return false }
    if machine.keyPress(event.sceneName) { return true }
    guard case .character(let character) = event.key, event.modifiers.isEmpty else { return false }
    return machine.textInput(String(character))
  }

  open override func pasted(_ text: String) -> Bool { scene?.stateMachine.textInput(text) ?? false }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard let machine = scene?.stateMachine else { return false }
    let place = convertFromWindow(event.location)
    switch event.action {
    case .press: return machine.pointerDown(x: place.x, y: place.y)
    case .release: return machine.pointerUp(x: place.x, y: place.y)
    case .drag: return machine.pointerMove(x: place.x, y: place.y)
    case .scrollUp: return machine.scroll(x: place.x, y: place.y, by: -1)
    case .scrollDown: return machine.scroll(x: place.x, y: place.y, by: 1)
    }
  }
}
