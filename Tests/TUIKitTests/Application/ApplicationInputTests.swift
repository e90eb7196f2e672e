import Glibc
import Testing
import Time

@testable import TUIKit

@Suite @MainActor struct ApplicationInputTests {
  private let scheduler = ManualScheduler()
  private let screen = MemoryScreen(size: Size(width: 60, height: 10))
  private let application: Application
  private let field = TextField()
  private let root = ViewController()

  init() {
    application = Application(screen: screen, scheduler: scheduler)
    field.frame = Rect(x: 0, y: 0, width: 20, height: 1)
    root.view.addSubview(field)
    application.start(root: root)
    field.becomeFirstResponder()
  }

  private func press(_ key: KeyEvent) { application.send([.key(key)]) }

  @Test func `Ctrl-C ends the program unless a command takes it`() {
    var taken = 0
    application.window.commands = [KeyCommand(.control("c"), title: "stop") { taken += 1 }]
    press(.control("c"))
    #expect(taken == 1 && application.isRunning)
    application.window.commands = []
    press(.control("c"))
    #expect(!application.isRunning && application.exitStatus == 128 + SIGINT && !screen.isOpen)
  }

  @Test func `Ctrl-C that waits already ends the program`() {
    let hold = application.window.holdInput()
    press(.control("c"))
    #expect(application.isRunning && application.window.waitingInput.count == 1)
    press(.control("c"))
    #expect(!application.isRunning && application.window.waitingInput.isEmpty)
    hold.release()
  }

  @Test func `Ctrl-C ends the program after the work`() {
    let hold = application.window.holdInput()
    press(.control("c"))
    hold.release()
    scheduler.run()
    #expect(application.exitStatus == 128 + SIGINT)
  }

  @Test func `Ctrl-Z undoes typing, or suspends the program`() {
    application.send([.key(KeyEvent(.character("a"))), .key(.control("z"))])
    #expect(field.text.isEmpty && screen.suspensions == 0)
    field.resignFirstResponder()
    press(.control("z"))
    #expect(screen.suspensions == 1)
    let hold = application.window.holdInput()
    press(.control("z"))
    #expect(screen.suspensions == 1)
    hold.release()
    scheduler.run()
    #expect(screen.suspensions == 2)
    screen.resize(to: Size(width: 9, height: 3))
    press(.control("z"))
    #expect(screen.suspensions == 3 && application.isRunning)
    press(.control("c"))
    #expect(!application.isRunning)
    application.suspend()
    #expect(screen.suspensions == 3)
  }

  @Test func `a title is set while the program runs`() {
    application.title = "One"
    #expect(screen.title == "One")
    application.quit()
    application.title = "Two"
    #expect(screen.title == "One" && application.exitStatus == 0)
  }

  @Test func `an equal frame is not shown`() {
    let frames = screen.frameCount
    application.frameClock.requestFrame()
    scheduler.run()
    #expect(screen.frameCount == frames)
    field.text = "x"
    scheduler.run()
    #expect(screen.frameCount == frames + 1 && screen.cursor == Point(x: 1, y: 0))
    press(KeyEvent(.left))
    #expect(screen.cursor == .zero)
    field.resignFirstResponder()
    scheduler.run()
    #expect(screen.cursor == nil)
  }

  @Test func `the notice is in the middle and names the size`() {
    screen.resize(to: Size(width: 30, height: 7))
    #expect(
      (0..<7).map { screen.frame.line($0).withoutOuterBlanks } == [
        "", "", "This window is too small: make", "it at least 40 × 8. Only", "ctrl-c works here.", "", "",
      ])
    #expect(screen.frame.line(0).isEmpty && screen.cursor == nil)
    screen.resize(to: Size(width: 39, height: 8))
    #expect(screen.frame.size == Size(width: 39, height: 8) && screen.frame.text.contains("too small"))
    screen.resize(to: Size(width: 40, height: 8))
    #expect(!screen.frame.text.contains("too small"))
  }

  /// A form that asks before the interrupt key discards its input.
  private final class Form: ViewController {
    var isChanged = false
    override var hasUnsavedInput: Bool { isChanged }
    override var keyCommands: [KeyCommand] {
      [KeyCommand(.control("c"), title: "cancel") { [weak self] in self?.ask() }]
    }

    private func ask() { Alert(title: "Discard your changes?").present(from: self) }
  }

  private var notice: String {
    (0..<screen.size.height).map { screen.frame.line($0).withoutOuterBlanks }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  @Test func `the notice names unsaved input, and a question about it`() {
    let form = Form()
    let container = NavigationController(rootViewController: form)
    application.window.rootViewController = container
    screen.resize(to: Size(width: 20, height: 5))
    #expect(notice == "This window is too small: make it at least 40 × 8. Only ctrl-c works here (cancel).")
    form.isChanged = true
    screen.resize(to: Size(width: 21, height: 5))
    #expect(notice == "Unsaved input: make this window larger (40 × 8), or press ctrl-c twice to lose it.")
    press(.control("c"))
    #expect(notice == "Discard your changes? Answer in a larger window (40 × 8); ctrl-c quits.")
    press(.control("c"))
    #expect(application.exitStatus == 128 + SIGINT)
  }

  @Test func `Ctrl-C does not answer a question about unsaved input`() {
    let form = Form()
    application.window.rootViewController = form
    form.isChanged = true
    press(.control("c"))
    press(.control("c"))
    #expect(application.isRunning && application.window.topViewController is Alert)
    form.isChanged = false
    press(.control("c"))
    #expect(application.exitStatus == 128 + SIGINT)
  }

  @Test func `the notice says when nothing asks before input is lost`() {
    final class Draft: ViewController {
      override var hasUnsavedInput: Bool { true }
    }
    application.window.rootViewController = Draft()
    screen.resize(to: Size(width: 20, height: 5))
    #expect(notice == "Unsaved input: make this window larger (40 × 8), or press ctrl-c to lose it.")
  }

  @Test func `Ctrl-C closes what covers unsaved input`() {
    let form = Form()
    application.window.rootViewController = form
    form.isChanged = true
    form.present(ViewController())
    screen.resize(to: Size(width: 20, height: 5))
    #expect(notice == "Unsaved input: make this window larger (40 × 8). ctrl-c closes what covers it.")
    press(.control("c"))
    #expect(application.isRunning)
    #expect(notice == "Unsaved input: make this window larger (40 × 8), or press ctrl-c twice to lose it.")
  }

  @Test func `a program that has quit does nothing`() {
    let frames = screen.frameCount
    application.send([.key(.control("c")), .key(KeyEvent(.character("x")))])
    application.frameClock.requestFrame()
    scheduler.run()
    #expect(field.text.isEmpty && screen.frameCount == frames)
  }

  @Test func `the time of another program is no delay`() {
    #expect(MemoryScreen().size == Size(width: 80, height: 24))
    for hand in [
      { application.withTerminalHandedOver { scheduler.advance(by: .seconds(1)) } },
      {
        application.suspend()
        scheduler.advance(by: .seconds(1))
      },
    ] {
      screen.isReady = false
      press(KeyEvent(.character("x")))
      hand()
      screen.isReady = true
      #expect(application.frameClock.isMotionPossible)
    }
  }

  @Test func `a suspension loses no owed frame`() {
    let frames = screen.frameCount
    screen.isReady = false
    press(KeyEvent(.character("x")))
    application.suspend()
    #expect(screen.frameCount == frames)
    screen.isReady = true
    #expect(screen.frameCount == frames + 1 && screen.frame.line(0) == "x")
    screen.isReady = false
    press(KeyEvent(.character("y")))
    application.suspend()
    // A terminal that continues may be ready without a report.
    screen.delegate = nil
    screen.isReady = true
    screen.delegate = application
    #expect(screen.frameCount == frames + 1)
    application.screenDidDrain(screen)
    #expect(screen.frameCount == frames + 2 && screen.frame.line(0) == "xy")
  }

  @Test func `each delay counts by itself`() {
    func delay(_ milliseconds: Int) {
      screen.isReady = false
      press(KeyEvent(.character("x")))
      scheduler.advance(by: .milliseconds(milliseconds))
      screen.isReady = true
    }
    delay(60)
    delay(60)
    #expect(application.frameClock.isMotionPossible)
    delay(99)
    #expect(application.frameClock.isMotionPossible)
    delay(100)
    #expect(!application.frameClock.isMotionPossible)
    scheduler.advance(by: .milliseconds(9_999))
    #expect(!application.frameClock.isMotionPossible)
    scheduler.advance(by: .milliseconds(1))
    #expect(application.frameClock.isMotionPossible)
  }
}
