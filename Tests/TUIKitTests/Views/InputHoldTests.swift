import TUIKit
import Testing

/// Keys that are typed during work.
@Suite @MainActor struct InputHoldTests {
  let screen = ControlsFixture(width: 20, height: 4)
  let log = Log()

  @MainActor
  final class Log {
    var entries: [String] = []
    var hold: InputHold?
  }

  /// A view with a cursor move on `j`.
  ///
  /// Esc stops the work.
  private final class List: View {
    override var canBecomeFirstResponder: Bool { true }
    override func holdExemption(of event: KeyEvent) -> HoldExemption? {
      switch event.key {
      case .character("j"): .movement
      case .escape: .stop
      default: nil
      }
    }
    override var keyCommands: [KeyCommand] { commands }
    var commands: [KeyCommand] = []
  }

  /// Each `d` begins work, which ends with `finishWork()`; `j` is a cursor move, Esc stops the work.
  init() {
    let (log, window) = (log, screen.window)
    func command(_ key: KeyEvent.Key, _ name: String) -> KeyCommand {
      KeyCommand(KeyEvent(key), title: name) { log.entries.append(name) }
    }
    window.commands = [
      KeyCommand(KeyEvent(.character("d")), title: "delete") {
        log.entries.append("delete")
        log.hold = window.holdInput()
      },
      command(.character("q"), "quit"),
    ]
    let list = List()
    list.commands = [command(.character("j"), "down"), command(.escape, "stop")]
    screen.add(list)
    list.becomeFirstResponder()
  }

  private func finishWork() {
    log.hold?.release()
    screen.scheduler.advance(by: .zero)
  }

  @Test func `input that was typed ahead of a question is dropped`() {
    var dropped: [Event] = []
    screen.window.discardInputTypedAhead { dropped = $0 }
    screen.type("jq")
    screen.scheduler.advance(by: .zero)
    #expect(dropped == [.key(KeyEvent(.character("j"))), .key(KeyEvent(.character("q")))])
    #expect(log.entries == [])
    screen.type("j")
    #expect(log.entries == ["down"])
  }

  @Test func `without a hold each key is sent at once`() {
    screen.type("jqj")
    #expect(log.entries == ["down", "quit", "down"])
    #expect(!screen.window.isInputHeld)
  }

  @Test func `keys typed ahead are sent in order when the work is done`() {
    screen.type("djqj")
    #expect(log.entries == ["delete"])
    #expect(screen.window.waitingInput.count == 3)
    finishWork()
    #expect(log.entries == ["delete", "down", "quit", "down"])
    #expect(!screen.window.isInputHeld)
  }

  @Test(arguments: [("d\u{1B}", ["delete", "stop"]), ("dj\u{1B}", ["delete"])])
  func `a stop is sent when the work becomes visible, if it is first`(keys: String, entries: [String]) {
    for key in keys {
      screen.window.send(.key(KeyEvent(key == "\u{1B}" ? .escape : .character(key))))
    }
    #expect(log.entries == ["delete"])
    log.hold?.isVisible = true
    #expect(log.entries == entries)
  }

  @Test func `a key that begins its own work keeps the rest waiting`() {
    screen.type("ddq")
    finishWork()
    #expect(log.entries == ["delete", "delete"])
    finishWork()
    #expect(log.entries == ["delete", "delete", "quit"])
  }

  @Test func `a key between the release and the replay keeps its place`() {
    screen.type("dj")
    log.hold?.release()
    screen.type("q")
    #expect(log.entries == ["delete"])
    screen.scheduler.advance(by: .zero)
    #expect(log.entries == ["delete", "down", "quit"])
  }

  @Test func `every hold has to be released`() {
    let other = screen.window.holdInput()
    screen.type("d")
    #expect(log.entries.isEmpty)
    let second = screen.window.holdInput()
    other.release()
    other.release()
    screen.scheduler.advance(by: .zero)
    #expect(log.entries.isEmpty)
    second.release()
    screen.scheduler.advance(by: .zero)
    #expect(log.entries == ["delete"])
  }

  @Test func `a hold that is deallocated is released`() {
    screen.type("dq")
    log.hold = nil
    screen.scheduler.advance(by: .zero)
    #expect(log.entries == ["delete", "quit"])
  }

  @Test func `a cursor move passes once the screen shows the work`() {
    screen.type("d")
    log.hold?.isVisible = true
    screen.type("j")
    #expect(log.entries == ["delete", "down"])
  }

  @Test func `a cursor move does not overtake a key that waits`() {
    screen.type("d")
    log.hold?.isVisible = true
    screen.type("qj")
    #expect(log.entries == ["delete"])
    finishWork()
    #expect(log.entries == ["delete", "quit", "down"])
  }

  @Test func `a key that stops visible work overtakes waiting keys`() {
    screen.type("d")
    log.hold?.isVisible = true
    screen.type("q")
    screen.press(KeyEvent(.escape))
    #expect(log.entries == ["delete", "stop"])
    let dropped = screen.window.discardWaitingInput()
    #expect(dropped == [.key(KeyEvent(.character("q")))])
    finishWork()
    #expect(log.entries == ["delete", "stop"])
  }

  @Test func `text for the first responder waits`() {
    let field = TextField()
    screen.add(field, Rect(x: 0, y: 0, width: 10, height: 1))
    field.becomeFirstResponder()
    let hold = screen.window.holdInput()
    screen.type("j")
    #expect(log.entries.isEmpty && field.text == "")
    hold.release()
    screen.scheduler.advance(by: .zero)
    #expect(field.text == "j")
  }

  @Test func `Esc that was typed ahead waits like any other key`() {
    screen.type("d")
    screen.press(KeyEvent(.escape))
    #expect(log.entries == ["delete"])
    finishWork()
    #expect(log.entries == ["delete", "stop"])
  }

  @Test func `pastes wait, a resize does not`() {
    let field = TextField()
    screen.add(field, Rect(x: 0, y: 0, width: 10, height: 1))
    field.becomeFirstResponder()
    let hold = screen.window.holdInput()
    screen.window.send(.paste("Ada"))
    screen.window.send(.resize(Size(width: 30, height: 5)))
    #expect(screen.window.size.width == 30)
    #expect(screen.window.waitingInput == [.paste("Ada")])
    #expect(field.text == "")
    hold.release()
    screen.scheduler.advance(by: .zero)
    #expect(field.text == "Ada")
  }

  /// A view that records the turns of the wheel, and presses of the mouse.
  private final class Wheel: View {
    var log: Log?
    override func mouseEvent(_ event: MouseEvent) -> Bool {
      log?.entries.append("\(event.action)")
      return true
    }
  }

  private func addWheel() {
    let wheel = Wheel()
    wheel.log = log
    screen.add(wheel)
  }

  @Test func `the wheel waits behind a key only`() {
    addWheel()
    func turn() { screen.window.send(.mouse(MouseEvent(.scrollDown, .none, at: .zero))) }
    screen.type("d")
    turn()
    #expect(log.entries == ["delete", "scrollDown"])
    screen.type("q")
    turn()
    #expect(log.entries == ["delete", "scrollDown"])
    finishWork()
    #expect(log.entries == ["delete", "scrollDown", "quit", "scrollDown"])
  }

  @Test func `a click on a stop's hint does not wait`() {
    let bar = HintBar(trailing: KeyEvent(.escape))
    screen.add(bar, Rect(x: 0, y: 3, width: 20, height: 1))
    screen.type("d")
    log.hold?.isVisible = true
    #expect(screen.lines[3].hasSuffix("esc stop"))
    screen.click(12, 3)
    #expect(log.entries == ["delete", "stop"] && screen.window.waitingInput.isEmpty)
    // Any other key waits for the work.
    screen.click(2, 3)
    #expect(screen.window.waitingInput == [.key(KeyEvent(.character("d")))])
  }

  @Test func `a click during work is dropped`() {
    addWheel()
    var dropped: [Event] = []
    screen.window.onDiscardedInput = { dropped += $0 }
    screen.type("dj")
    screen.click(3, 1)
    screen.type("q")
    finishWork()
    #expect(log.entries == ["delete", "down"])
    let place = Point(x: 3, y: 1)
    #expect(
      dropped == [
        .mouse(MouseEvent(.press, at: place)), .mouse(MouseEvent(.release, at: place)),
        .key(KeyEvent(.character("q"))),
      ])
    screen.click(3, 1)
    #expect(log.entries == ["delete", "down", "press", "release"] && !screen.window.isInputHeld)
  }

  @Test func `observers are notified when input waits and when it is sent`() {
    final class Observer: WindowObserver {
      var counts: [Int] = []
      func windowDidChangeWaitingInput(_ window: Window) { counts.append(window.waitingInput.count) }
    }
    let observer = Observer()
    screen.window.addObserver(observer)
    screen.type("djq")
    finishWork()
    #expect(observer.counts == [1, 2, 0])
  }

  @Test func `at rest nothing is scheduled after the replay`() {
    screen.type("dq")
    finishWork()
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.scheduler.isIdle)
  }

  @Test func `observers are not notified when there is nothing to drop`() {
    final class Observer: WindowObserver {
      var notifications = 0
      func windowDidChangeWaitingInput(_ window: Window) { notifications += 1 }
    }
    let observer = Observer()
    screen.window.addObserver(observer)
    #expect(screen.window.discardWaitingInput().isEmpty && observer.notifications == 0)
  }

  @Test func `of two commands for a key during work, the first one runs`() {
    let list = List()
    list.commands = ["down", "further down"].map { [log] title in
      KeyCommand(KeyEvent(.character("j")), title: title) { log.entries.append(title) }
    }
    screen.add(list)
    list.becomeFirstResponder()
    screen.type("d")
    log.hold?.isVisible = true
    screen.type("j")
    #expect(log.entries == ["delete", "down"])
  }
}
