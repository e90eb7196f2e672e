import Algorithms
import TUIKit
import TUITesting
import Time

/// A window on a surface, with a manual clock.
@MainActor
final class ControlsFixture {
  let scheduler = ManualScheduler()
  let clock: FrameClock
  let window: Window
  let surface: Surface
  let root = ViewController()
  private(set) var frames = 0

  init(width: Int = 40, height: Int = 10, root: ViewController? = nil) {
    clock = FrameClock(scheduler: scheduler)
    window = Window(size: Size(width: width, height: height), frameClock: clock)
    surface = Surface(size: window.size)
    window.rootViewController = root ?? self.root
    clock.onFrame = { [unowned self] in
      frames += 1
      window.draw(into: surface)
      window.frameWasShown()
    }
  }

  /// Adds a view to the root view with a frame.
  func add(_ view: View, _ frame: Rect? = nil) {
    view.frame = frame ?? window.contentView.bounds
    root.view.addSubview(view)
  }

  @discardableResult
  func press(_ keys: KeyEvent...) -> Bool {
    keys.map { window.send(.key($0)) }.contains(true)
  }

  func type(_ text: String) {
    for character in text { window.send(.key(KeyEvent(.character(character)))) }
  }

  func click(_ x: Int, _ y: Int) {
    window.send(.mouse(MouseEvent(.press, at: Point(x: x, y: y))))
    window.send(.mouse(MouseEvent(.release, at: Point(x: x, y: y))))
  }

  /// Draws now, also what follows the frame.
  private func draw() {
    window.draw(into: surface)
    window.frameWasShown()
    window.draw(into: surface)
  }

  /// The lines of the screen, drawn now, without trailing blanks.
  var lines: [String] {
    draw()
    return (0..<surface.size.height).map(surface.line)
  }

  /// All lines, without trailing empty ones.
  var text: String {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  func style(_ x: Int, _ y: Int) -> Style {
    draw()
    return surface.style(at: Point(x: x, y: y))
  }
}

extension KeyEvent {
  static func control(_ character: Character) -> KeyEvent { KeyEvent(.character(character), .control) }
  static func alt(_ character: Character) -> KeyEvent { KeyEvent(.character(character), .alt) }
}

/// Gives every file of these tests the generator without an import of its own.
typealias SeededGenerator = Algorithms.SeededGenerator
