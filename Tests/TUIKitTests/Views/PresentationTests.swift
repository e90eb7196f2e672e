import Algorithms
import TUIKit
import Testing

@Suite @MainActor struct PresentationTests {
  let log = LoggingController.Log()
  let one: LoggingController
  let navigation: NavigationController
  let screen: ControlsFixture

  init() {
    one = LoggingController("one", log)
    navigation = NavigationController(rootViewController: one)
    screen = ControlsFixture(width: 60, height: 16, root: navigation)
    screen.clock.isMotionEnabled = false
    log.entries = []
  }

  func sheet(_ name: String = "sheet") -> LoggingController {
    let controller = LoggingController(name, log)
    controller.preferredContentSize = Size(width: 20, height: 4)
    return controller
  }

  @Test func `a sheet is above its presenter, which is dimmed`() {
    let sheet = sheet()
    #expect(one.present(sheet))
    #expect(log.entries == ["sheet will appear", "sheet did appear"])
    let lines = screen.lines
    #expect(lines[0] == "one")
    #expect(lines[4] == String(repeating: " ", count: 20) + "sheet")
    #expect(screen.style(0, 0).foreground == .textDim)
    #expect(screen.style(20, 4).background == .surfaceRaised)
    #expect(screen.style(17, 3).background == .surfaceRaised)
    #expect(screen.style(16, 3).background == .surface)
    log.entries = []
    sheet.dismiss()
    #expect(log.entries == ["sheet will disappear", "sheet did disappear"])
    #expect(!screen.text.contains("sheet"))
    #expect(screen.style(0, 0).foreground == .text)
  }

  @Test func `a sheet leaves a margin, however large its content is`() {
    let sheet = sheet()
    sheet.preferredContentSize = Size(width: 200, height: 200)
    one.present(sheet)
    func isRaised(_ x: Int, _ y: Int) -> Bool { screen.style(x, y).background == .surfaceRaised }
    #expect((0..<60).filter { isRaised($0, 5) } == Array(2..<58))
    #expect((0..<16).filter { isRaised(30, $0) } == Array(0..<14))
    #expect(sheet.view.frame.size == Size(width: 50, height: 12))
  }

  @Test func `a popover is below its source where there is room`() {
    for (source, lines) in [(2, 3..<9), (8, 9..<15), (9, 10..<16), (10, 4..<10), (15, 9..<15)] {
      let popover = sheet()
      one.present(popover, style: .popover(Rect(x: 10, y: source, width: 5, height: 1)))
      #expect((0..<16).filter { screen.style(12, $0).background == .surfaceRaised } == Array(lines), "at \(source)")
      popover.dismiss()
    }
  }

  @Test func `a sheet has the environment of its presenter while it is presented`() {
    let sheet = sheet()
    var changes = 0
    let observer = EnvironmentChanges.observe { changes += 1 }
    defer { EnvironmentChanges.end(observer) }
    navigation.setEnvironmentValue(log, "log")
    one.present(sheet)
    #expect(sheet.environmentValue("log") === log)
    sheet.dismiss()
    #expect(sheet.environmentValue("log") == nil)
    #expect(changes == 3)
  }

  @Test func `a click beside a sheet dismisses lists, but no typed text`() {
    one.present(sheet())
    screen.click(0, 15)
    #expect(screen.window.topViewController !== navigation)
    one.dismiss()
    Menu(items: [Menu.Item("One") {}]).present(from: one)
    #expect(screen.window.topViewController is Menu)
    screen.click(0, 15)
    #expect(screen.window.topViewController === navigation)
  }

  @Test func `a full screen covers everything`() {
    let full = LoggingController("full", log)
    one.present(full, style: .fullScreen)
    #expect(log.entries == ["one will disappear", "full will appear", "one did disappear", "full did appear"])
    #expect(screen.text.withoutOuterBlanks == "full")
    one.present(sheet())
    log.entries = []
    one.dismiss()
    #expect(screen.window.topViewController === navigation)
    #expect(
      log.entries == [
        "sheet will disappear", "full will disappear", "one will appear", "sheet did disappear", "full did disappear",
        "one did appear",
      ])
    #expect(screen.text.withoutOuterBlanks == "one")
  }

  @Test func `the focus stays inside and returns to its earlier place`() {
    one.fields[1].becomeFirstResponder()
    let sheet = sheet()
    one.present(sheet)
    #expect(sheet.fields[0].isFirstResponder)
    for _ in 0..<5 {
      screen.press(KeyEvent(.tab))
      #expect(sheet.fields.contains { $0.isFirstResponder })
    }
    #expect(!one.fields[0].becomeFirstResponder())
    screen.click(1, 1)
    #expect(sheet.fields.contains { $0.isFirstResponder })
    sheet.dismiss()
    #expect(one.fields[0].isFirstResponder)
  }

  @Test func `a field disabled beneath a sheet passes the focus on`() {
    one.fields[1].becomeFirstResponder()
    let sheet = sheet()
    one.present(sheet)
    one.fields[1].isEnabled = false
    sheet.dismiss()
    #expect(one.fields[0].isFirstResponder)
  }

  @Test func `a hidden row does not get the focus back`() {
    let row = StackView(.horizontal)
    let field = TextField()
    row.addArrangedSubview(field)
    one.view.addSubview(row)
    field.becomeFirstResponder()
    #expect(field.isFirstResponder)
    let sheet = sheet()
    one.present(sheet)
    row.isHidden = true
    #expect(sheet.fields[0].isFirstResponder)
    sheet.dismiss()
    #expect(one.fields[0].isFirstResponder)
  }

  @Test func `the presenter's keys are disabled, the window's are not`() {
    final class Keys: ViewController {
      var log: [String] = []
      override var keyCommands: [KeyCommand] {
        [KeyCommand(KeyEvent(.function(2)), title: "beneath") { [unowned self] in log.append("beneath") }]
      }
    }
    let keys = Keys()
    navigation.push(keys)
    screen.window.commands = [KeyCommand(.control("p"), title: "commands") { keys.log.append("window") }]
    #expect(screen.press(KeyEvent(.function(2))))
    keys.present(ViewController())
    #expect(!screen.press(KeyEvent(.function(2))))
    #expect(!screen.press(KeyEvent(.escape)))
    #expect(screen.press(.control("p")))
    #expect(keys.log == ["beneath", "window"])
  }

  @Test func `a push beneath waits for the focus`() {
    let sheet = sheet()
    one.present(sheet)
    let two = LoggingController("two", log)
    navigation.push(two)
    #expect(sheet.fields[0].isFirstResponder)
    sheet.dismiss()
    #expect(two.fields[0].isFirstResponder)
  }

  @Test func `presenter, presented and visible controller can be queried`() {
    let sheet = sheet()
    #expect(navigation.visibleViewController === one)
    one.present(sheet)
    #expect(one.presentedViewController === sheet)
    #expect(sheet.presentingViewController === one)
    #expect(navigation.visibleViewController === sheet)
    #expect(!one.present(sheet))
    one.dismiss()
    #expect(one.presentedViewController == nil && sheet.presentingViewController == nil)
    #expect(!sheet.present(LoggingController("nowhere", log)))
  }

  @Test func `a sheet with its own navigation is dismissed from within`() {
    let inner = sheet("inner")
    one.present(NavigationController(rootViewController: inner))
    #expect(inner.fields[0].isFirstResponder)
    inner.dismiss()
    #expect(screen.window.topViewController === navigation)
    #expect(inner.appearance == .disappeared)
  }

  @Test func `a presented controller is freed when it is dismissed`() {
    weak var presented: LoggingController?
    do {
      let sheet = sheet()
      presented = sheet
      one.present(sheet)
    }
    _ = screen.lines
    #expect(presented != nil)
    one.dismiss()
    _ = screen.lines
    #expect(presented == nil)
  }

  @Test func `a new root dismisses everything`() {
    let sheet = sheet()
    one.present(sheet)
    screen.window.rootViewController = ViewController()
    #expect(sheet.appearance == .disappeared && one.appearance == .disappeared)
    #expect(screen.text.isEmpty)
  }

  @Test func `it fades in, and an early dismissal ends that`() {
    screen.clock.isMotionEnabled = true
    let sheet = sheet()
    var isOver = false
    one.present(sheet) { isOver = true }
    screen.scheduler.advance(by: .milliseconds(10))
    #expect(screen.style(20, 4).mix.step > 0)
    #expect(!isOver)
    sheet.dismiss()
    #expect(isOver)
    screen.scheduler.run()
    #expect(screen.scheduler.isIdle)
    #expect(log.entries == ["sheet will appear", "sheet did appear", "sheet will disappear", "sheet did disappear"])
  }

  @Test(arguments: [(1, 1), (5, 3), (39, 9), (200, 60)]) func `it fits into any window`(width: Int, height: Int) {
    let alert = Alert(title: "Throw the changes away?", message: "They are not saved.")
    alert.present(from: one)
    screen.window.send(.resize(Size(width: width, height: height)))
    _ = screen.lines
    #expect(screen.surface.size == Size(width: width, height: height))
    #expect(alert.view.frame.width <= width && alert.view.frame.height <= height)
  }
}

extension String {
  /// Without blanks and newlines at the ends.
  var withoutOuterBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
