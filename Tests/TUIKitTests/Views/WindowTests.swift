import TUIKit
import Testing

@Suite @MainActor struct WindowTests {
  let screen = ControlsFixture(width: 20, height: 4)
  let fields = [TextField("a"), TextField("b"), TextField("c")]

  init() {
    for (y, field) in fields.enumerated() { screen.add(field, Rect(x: 0, y: y, width: 10, height: 1)) }
    fields[0].becomeFirstResponder()
  }

  var focused: Int? { fields.firstIndex { $0.isFirstResponder } }

  @Test func `a view that leaves the window resigns the focus`() {
    fields[0].removeFromSuperview()
    #expect(screen.window.firstResponder == nil)
    let group = View()
    screen.add(group)
    group.addSubview(fields[1])
    fields[1].becomeFirstResponder()
    group.removeFromSuperview()
    #expect(screen.window.firstResponder == nil)
    #expect(!fields[1].becomeFirstResponder())
  }

  @Test func `a hidden view or superview passes the focus on`() {
    fields[0].isHidden = true
    #expect(focused == 1)
    fields[1].isEnabled = false
    #expect(focused == 2)
    screen.root.view.isHidden = true
    #expect(focused == nil)
  }

  @Test func `Tab skips hidden and disabled views`() {
    fields[1].isEnabled = false
    screen.press(KeyEvent(.tab))
    #expect(focused == 2)
    screen.press(KeyEvent(.tab, .shift))
    #expect(focused == 0)
  }

  @Test func `views are notified when they enter and leave a window`() {
    final class Listener: View {
      var log: [Bool] = []
      override func didMoveToWindow() { log.append(window != nil) }
    }
    let listener = Listener()
    let group = View()
    group.addSubview(listener)
    #expect(listener.log.isEmpty)
    screen.add(group)
    group.removeFromSuperview()
    #expect(listener.log == [true, false])
  }

  @Test func `a view laid out elsewhere is laid out again`() {
    let stack = StackView(.vertical)
    stack.frame = Rect(x: 0, y: 3, width: 20, height: 1)
    stack.layoutIfNeeded()
    stack.addArrangedSubview(Label("late"))
    screen.root.view.layoutIfNeeded()
    screen.add(stack, stack.frame)
    #expect(screen.lines[3] == "late")
  }

  @Test func `window commands work everywhere, and the nearest command wins`() {
    var log: [String] = []
    let key = KeyEvent(.function(1))
    screen.window.commands = [KeyCommand(key, title: "far") { log.append("far") }]
    screen.press(key)
    #expect(log == ["far"])
    #expect(screen.window.availableKeyCommands.contains { $0.title == "far" })
  }

  @Test func `observers are notified of keys and frames, and not retained`() {
    final class Observer: WindowObserver {
      var keys = 0
      var frames = 0
      func windowWillSendKey(_ event: KeyEvent) { keys += 1 }
      func windowWillDraw() { frames += 1 }
    }
    var observer: Observer? = Observer()
    weak let weakObserver = observer
    if let observer {
      screen.window.addObserver(observer)
      screen.window.addObserver(observer)
      screen.press(KeyEvent(.left))
      screen.window.draw(into: screen.surface)
      #expect(observer.keys == 1 && observer.frames == 1)
    }
    observer = nil
    #expect(weakObserver == nil)
    screen.press(KeyEvent(.left))
  }

  @Test func `the cursor is hidden where the field is not visible`() {
    #expect(screen.window.cursorPosition == Point(x: 1, y: 0))
    fields[0].frame = Rect(x: 0, y: -1, width: 10, height: 1)
    #expect(screen.window.cursorPosition == nil)
  }

  @Test func `at rest nothing is scheduled, even after a long layout`() {
    let form = FormView()
    form.addRow("x", TextView("1\n2"))
    screen.add(form)
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.scheduler.isIdle)
    let frames = screen.frames
    screen.window.size = Size(width: 10, height: 3)
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.frames == frames + 1)
    #expect(screen.scheduler.isIdle)
  }

  @Test func `a view that can no longer have the focus refuses it`() {
    final class List: View {
      var hasRows = true
      override var canBecomeFirstResponder: Bool { hasRows }
    }
    let list = List()
    screen.add(list)
    #expect(list.becomeFirstResponder())
    list.hasRows = false
    #expect(!list.becomeFirstResponder())
  }
}
