import Testing

@testable import TUIKit

@Suite @MainActor struct WindowEventsTests {
  /// Logs its mouse events, and handles those of `actions`.
  private final class Target: View {
    let name: String
    let log: (String) -> Void
    var actions: Set<MouseEvent.Action> = [.press, .drag, .release, .scrollUp]

    init(_ name: String, _ frame: Rect, log: @escaping (String) -> Void) {
      self.name = name
      self.log = log
      super.init(frame: frame)
    }

    override func mouseEvent(_ event: MouseEvent) -> Bool {
      log("\(name) \(event.action)")
      return actions.contains(event.action)
    }
  }

  private final class Log { var entries: [String] = [] }

  let screen = ControlsFixture(width: 20, height: 4)
  private let log = Log()
  private let left: Target
  private let right: Target

  init() {
    let log = log
    left = Target("left", Rect(x: 0, y: 0, width: 10, height: 4)) { log.entries.append($0) }
    right = Target("right", Rect(x: 10, y: 0, width: 10, height: 4)) { log.entries.append($0) }
    screen.add(left, left.frame)
    screen.add(right, right.frame)
  }

  @discardableResult
  private func send(_ action: MouseEvent.Action, x: Int) -> Bool {
    screen.window.send(.mouse(MouseEvent(action, at: Point(x: x, y: 1))))
  }

  @Test func `the press captures drag and release`() {
    send(.press, x: 1)
    send(.drag, x: 15)
    send(.scrollUp, x: 15)
    send(.release, x: 15)
    #expect(log.entries == ["left press", "left drag", "right scrollUp", "left release"])
    log.entries = []
    send(.drag, x: 15)
    send(.release, x: 1)
    #expect(log.entries == ["right drag", "left release"])
  }

  @Test func `a press that no view takes captures nothing`() {
    left.actions = [.drag]
    #expect(!send(.press, x: 1))
    send(.drag, x: 15)
    #expect(log.entries == ["left press", "right drag"])
    log.entries = []
    send(.press, x: 12)
    send(.press, x: 1)
    send(.drag, x: 15)
    #expect(log.entries == ["right press", "left press", "right drag"])
    #expect(!screen.window.send(.mouse(MouseEvent(.press, at: Point(x: 40, y: 1)))))
  }

  @Test func `a captor that left the window gets no more events`() {
    send(.press, x: 1)
    left.removeFromSuperview()
    send(.drag, x: 15)
    #expect(log.entries == ["left press", "right drag"])
  }

  @Test func `a covered captor gets no more events`() {
    send(.press, x: 1)
    screen.clock.isMotionEnabled = false
    let cover = ViewController()
    let above = Target("above", Rect(x: 0, y: 0, width: 20, height: 4)) { [log] in log.entries.append($0) }
    cover.view.addSubview(above)
    screen.root.present(cover, style: .fullScreen)
    // The view above has not received the press.
    send(.drag, x: 1)
    send(.release, x: 1)
    #expect(log.entries == ["left press"])
  }

  @Test func `an event goes up to the first view that takes it`() {
    let child = Target("child", Rect(x: 0, y: 0, width: 5, height: 4)) { [log] in log.entries.append($0) }
    child.actions = []
    left.addSubview(child)
    send(.press, x: 1)
    send(.drag, x: 1)
    #expect(log.entries == ["child press", "left press", "left drag"])
  }

  @Test func `Tab passes by views that are no stops`() {
    let fields = (0..<4).map { TextField("\($0)") }
    for (x, field) in fields.enumerated() { screen.add(field, Rect(x: x * 3, y: 0, width: 2, height: 1)) }
    fields[1].isTabStop = false
    func focused() -> Int? { fields.firstIndex { $0.isFirstResponder } }
    screen.press(KeyEvent(.tab))
    #expect(focused() == 0)
    screen.press(KeyEvent(.tab))
    #expect(focused() == 2)
    screen.press(KeyEvent(.tab, .shift))
    #expect(focused() == 0)
    screen.press(KeyEvent(.tab, .shift))
    #expect(focused() == 3)
    screen.press(KeyEvent(.tab))
    #expect(focused() == 0)
    #expect(fields[1].becomeFirstResponder())
    screen.press(KeyEvent(.tab))
    #expect(focused() == 2)
    for field in fields { field.isTabStop = false }
    screen.press(KeyEvent(.tab))
    #expect(focused() == 2)
  }

  @Test func `the nearest command hides the others`() {
    final class Keys: ViewController {
      var ran: [String] = []
      override var keyCommands: [KeyCommand] {
        [
          KeyCommand(KeyEvent(.character("a")), KeyEvent(.function(1)), title: "near") { [unowned self] in
            ran.append("near")
          },
          KeyCommand(KeyEvent(.function(2)), title: "off", isEnabled: { false }) { [unowned self] in ran.append("off")
          },
        ]
      }
    }
    let keys = Keys()
    screen.window.rootViewController = keys
    screen.window.commands = [
      KeyCommand(KeyEvent(.character("a")), title: "hidden") { keys.ran.append("hidden") },
      KeyCommand(KeyEvent(.function(1)), KeyEvent(.function(2)), title: "far") { keys.ran.append("far") },
      KeyCommand(keys: [], title: "without a key") {},
    ]
    #expect(screen.window.availableKeyCommands.map(\.title) == ["near", "far", "next", "previous"])
    screen.press(KeyEvent(.character("a")), KeyEvent(.function(1)), KeyEvent(.function(2)))
    #expect(keys.ran == ["near", "near", "far"])
    let field = TextField()
    keys.view.addSubview(field)
    field.becomeFirstResponder()
    let titles = screen.window.availableKeyCommands.map(\.title)
    #expect(titles.contains("near") && !titles.contains("hidden"))
    field.removeFromSuperview()
    #expect(!screen.press(KeyEvent(.function(9))) && !screen.window.send(.focus(true)))
    #expect(!screen.window.send(.paste("x")) && screen.window.send(.resize(Size(width: 9, height: 3))))
  }

  @Test func `observers are found by type, and removed`() {
    final class Observer: WindowObserver {
      var shown = 0
      func windowDidShow() { shown += 1 }
    }
    let (one, two) = (Observer(), Observer())
    screen.window.addObserver(one)
    screen.window.addObserver(two)
    #expect(screen.window.observers(of: Observer.self).count == 2)
    screen.window.frameWasShown()
    screen.window.removeObserver(one)
    screen.window.frameWasShown()
    #expect(one.shown == 1 && two.shown == 2 && screen.window.observers(of: Observer.self).first === two)
  }

  @Test func `changes in many places are drawn, each once`() {
    final class Dots: View {
      var drawn: [Rect] = []
      override func draw(in canvas: Canvas) { drawn.append(canvas.visibleBounds) }
    }
    let wide = ControlsFixture(width: 80, height: 40)
    let dots = Dots()
    wide.add(dots)
    _ = wide.lines
    dots.drawn = []
    for rect in [
      Rect(x: 0, y: 0, width: 4, height: 1), Rect(x: 2, y: 0, width: 4, height: 1),
      Rect(x: 9, y: 9, width: 1, height: 1),
    ] {
      dots.setNeedsDisplay(rect)
    }
    dots.setNeedsDisplay(Rect(x: 3, y: 0, width: 1, height: 1))
    wide.window.draw(into: wide.surface)
    #expect(dots.drawn == [Rect(x: 0, y: 0, width: 6, height: 1), Rect(x: 9, y: 9, width: 1, height: 1)])
    dots.drawn = []
    for index in 0..<64 { dots.setNeedsDisplay(Rect(x: index % 16 * 2, y: index / 16 * 2, width: 1, height: 1)) }
    wide.window.draw(into: wide.surface)
    #expect(dots.drawn.count == 64)
    dots.drawn = []
    for index in 0..<65 { dots.setNeedsDisplay(Rect(x: index % 16 * 2, y: index / 16 * 2, width: 1, height: 1)) }
    wide.window.draw(into: wide.surface)
    #expect(dots.drawn == [Rect(x: 0, y: 0, width: 31, height: 9)])
    #expect(!wide.window.draw(into: wide.surface))
  }

  @Test func `without a focus, keys go to the front`() {
    let window = screen.window
    #expect(window.responderChain.first === screen.root.view && window.responderChain.last === window)
    window.rootViewController = nil
    #expect(window.responderChain.first === window && window.responderChain.count == 1)
    #expect(screen.text.isEmpty)
  }
}
