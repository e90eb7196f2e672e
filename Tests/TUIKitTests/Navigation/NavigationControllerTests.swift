import TUIKit
import Testing

/// A controller with two fields that logs its notifications.
@MainActor
final class LoggingController: ViewController {
  final class Log { var entries: [String] = [] }

  let name: String
  let log: Log
  let fields = [TextField(), TextField()]

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init()
    title = name
  }

  override func viewDidLoad() {
    let label = Label(name)
    label.frame = Rect(x: 0, y: 0, width: 20, height: 1)
    view.addSubview(label)
    for (index, field) in fields.enumerated() {
      field.frame = Rect(x: 0, y: index + 1, width: 10, height: 1)
      view.addSubview(field)
    }
  }

  override func viewWillAppear() { log.entries.append("\(name) will appear") }
  override func viewDidAppear() { log.entries.append("\(name) did appear") }
  override func viewWillDisappear() { log.entries.append("\(name) will disappear") }
  override func viewDidDisappear() { log.entries.append("\(name) did disappear") }
}

@Suite @MainActor struct NavigationControllerTests {
  let log = LoggingController.Log()
  let one: LoggingController
  let navigation: NavigationController
  let screen: ControlsFixture

  init() {
    one = LoggingController("one", log)
    navigation = NavigationController(rootViewController: one)
    screen = ControlsFixture(width: 40, height: 5, root: navigation)
    screen.scheduler.run()
  }

  func taken() -> [String] {
    defer { log.entries = [] }
    return log.entries
  }

  @Test func `the root controller appears and has the focus`() {
    #expect(taken() == ["one will appear", "one did appear"])
    #expect(one.fields[0].isFirstResponder)
    #expect(one.navigationController === navigation)
  }

  @Test func `a pushed screen takes keys at once and notifies at the end`() {
    log.entries = []
    let two = LoggingController("two", log)
    var isOver = false
    navigation.push(two) { isOver = true }
    #expect(taken() == ["one will disappear", "two will appear"])
    #expect(navigation.topViewController === two)
    #expect(two.fields[0].isFirstResponder)
    screen.type("x")
    #expect(two.fields[0].text == "x")
    screen.scheduler.advance(by: .milliseconds(119))
    #expect(!isOver && navigation.isInTransition)
    screen.scheduler.advance(by: .milliseconds(20))
    #expect(isOver && !navigation.isInTransition)
    #expect(taken() == ["one did disappear", "two did appear"])
    screen.scheduler.run()
    #expect(screen.scheduler.isIdle)
  }

  @Test func `a pushed screen slides in by a quarter while fading`() {
    navigation.push(LoggingController("two", log))
    screen.scheduler.advance(by: .milliseconds(10))
    let line = screen.lines[0]
    let indent = line.prefix { $0 == " " }.count
    #expect(line.hasSuffix("two") && (1...10).contains(indent))
    #expect(screen.style(indent, 0).mix.step > 0)
    screen.scheduler.advance(by: .milliseconds(60))
    #expect(screen.lines[0].prefix { $0 == " " }.count < indent)
    screen.scheduler.run()
    #expect(screen.lines[0] == "two")
    #expect(screen.style(0, 0).mix.step == 0)
    navigation.pop()
    screen.scheduler.advance(by: .milliseconds(10))
    #expect(!screen.lines[0].contains("one"))
    screen.scheduler.run()
    #expect(screen.lines[0] == "one")
  }

  @Test func `without motion only the end is drawn`() {
    screen.clock.isMotionEnabled = false
    var isOver = false
    navigation.push(LoggingController("two", log)) { isOver = true }
    #expect(isOver)
    #expect(screen.lines[0] == "two")
    #expect(log.entries.suffix(2) == ["one did disappear", "two did appear"])
  }

  @Test func `a change during a transition finishes it first`() {
    log.entries = []
    var order: [String] = []
    navigation.push(LoggingController("two", log)) { order.append("pushed") }
    navigation.pop { order.append("popped") }
    #expect(order == ["pushed"])
    #expect(
      taken() == [
        "one will disappear", "two will appear", "one did disappear", "two did appear", "two will disappear",
        "one will appear",
      ])
    screen.scheduler.run()
    #expect(order == ["pushed", "popped"])
    #expect(taken() == ["two did disappear", "one did appear"])
  }

  @Test func `a controller that reappears has its earlier focus`() {
    one.fields[1].becomeFirstResponder()
    let two = LoggingController("two", log)
    navigation.push(two)
    #expect(two.fields[0].isFirstResponder)
    navigation.pop()
    #expect(one.fields[1].isFirstResponder)
    navigation.push(two)
    one.fields[1].isEnabled = false
    navigation.pop()
    #expect(one.fields[0].isFirstResponder)
  }

  @Test func `Esc goes back, unless the root is shown`() {
    #expect(!screen.press(KeyEvent(.escape)))
    navigation.push(LoggingController("two", log))
    #expect(screen.press(KeyEvent(.escape)))
    #expect(navigation.topViewController === one)
    #expect(navigation.pop() == nil)
  }

  @Test func `the stack can be popped to any depth, replaced and queried`() {
    let others = ["two", "three", "four"].map { LoggingController($0, log) }
    for other in others { navigation.push(other, animated: false) }
    #expect(navigation.viewControllers.count == 4)
    #expect(navigation.popTo(others[0]).map(\.title) == ["three", "four"])
    #expect(others[1].parent == nil)
    navigation.replace(with: others[2])
    #expect(navigation.viewControllers.map(\.title) == ["one", "four"])
    #expect(navigation.popToRoot().map(\.title) == ["four"])
    #expect(navigation.popTo(others[0]).isEmpty)
    navigation.setViewControllers([others[0], others[1]])
    #expect(navigation.rootViewController === others[0])
    #expect(screen.lines[0] == "three")
    navigation.setViewControllers([])
    #expect(navigation.viewControllers.count == 2)
    navigation.push(others[0], animated: false)
    #expect(navigation.viewControllers.map(\.title) == ["two"])
  }

  @Test func `the popped controller is returned`() {
    let two = LoggingController("two", log)
    navigation.push(two)
    #expect(navigation.pop() === two)
    #expect(navigation.pop() == nil)
  }

  @Test func `a popped controller is freed after the transition`() {
    weak var popped: LoggingController?
    do {
      let two = LoggingController("two", log)
      popped = two
      navigation.push(two)
    }
    screen.scheduler.run()
    #expect(popped != nil)
    navigation.pop()
    screen.scheduler.run()
    #expect(popped == nil)
  }

  @Test func `off screen only the stack changes; the top appears later`() {
    let navigation = NavigationController(rootViewController: LoggingController("first", log))
    log.entries = []
    var isOver = false
    navigation.push(LoggingController("second", log)) { isOver = true }
    #expect(!isOver && log.entries.isEmpty)
    screen.window.rootViewController = navigation
    #expect(isOver)
    #expect(
      log.entries == ["one will disappear", "one did disappear", "second will appear", "second did appear"])
  }

  @Test func `without a field the top controller's keys work`() {
    final class Keys: ViewController {
      var count = 0
      override var keyCommands: [KeyCommand] {
        [KeyCommand(KeyEvent(.character("a")), title: "add") { [unowned self] in count += 1 }]
      }
    }
    let keys = Keys()
    navigation.push(keys)
    #expect(screen.window.firstResponder == nil)
    #expect(screen.press(KeyEvent(.character("a"))))
    #expect(keys.count == 1)
  }

  @Test func `it follows the size of the window`() {
    screen.window.send(.resize(Size(width: 33, height: 7)))
    _ = screen.lines
    #expect(one.view.frame == Rect(x: 0, y: 0, width: 33, height: 7))
  }
}
