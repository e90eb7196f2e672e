import Glibc
import Testing
import Time

@testable import TUIKit

@MainActor
struct ApplicationTests {
  private final class Echo: View {
    var heard: [Event] = []
    var text = ""
    override var canBecomeFirstResponder: Bool { true }
    override var cursorPosition: Point? { Point(x: text.count, y: 0) }
    override func keyPressed(_ event: KeyEvent) -> Bool {
      heard.append(.key(event))
      if case .character(let character) = event.key { text.append(character) }
      setNeedsDisplay()
      return true
    }
    override func pasted(_ text: String) -> Bool {
      heard.append(.paste(text))
      return true
    }
    override func mouseEvent(_ event: MouseEvent) -> Bool {
      heard.append(.mouse(event))
      return true
    }
    override func draw(in canvas: Canvas) {
      canvas.write(text, at: .zero, style: Style())
    }
  }

  private final class Root: ViewController {
    let echo = Echo()
    override func loadView() -> View { echo }
  }

  private let scheduler = ManualScheduler()
  private let screen: MemoryScreen
  private let application: Application
  private let root = Root()

  init() {
    screen = MemoryScreen(size: Size(width: 60, height: 10))
    application = Application(screen: screen, scheduler: scheduler)
  }

  private func type(_ text: String) {
    application.send(text.map { .key(KeyEvent(.character($0))) })
  }

  @Test func `start draws the first frame, then nothing is scheduled`() {
    application.title = "Book\u{7}"
    application.start(root: root)
    #expect(screen.isOpen && screen.frameCount == 1)
    #expect(screen.title == "Book␇")
    scheduler.run()
    #expect(screen.frameCount == 1)
    #expect(scheduler.isIdle)
  }

  @Test func `an application may begin without motion`() {
    let still = Application(screen: MemoryScreen(), scheduler: scheduler, isMotionEnabled: false)
    #expect(!still.frameClock.isMotionEnabled && application.frameClock.isMotionEnabled)
  }

  @Test func `without a chosen theme the terminal's background decides`() {
    #expect(application.theme == .neutral)
    application.start(root: root)
    screen.background = .light
    #expect(application.theme == .light)
    scheduler.run()
    #expect(screen.frameCount == 2)
    application.theme = .highContrast
    screen.background = .dark
    #expect(application.theme == .highContrast)
    application.chosenTheme = nil
    #expect(application.theme == .dark)
  }

  @Test func `a window knows from the start whether it has colours`() {
    #expect(application.window.isColored)
    let plain = Application(screen: MemoryScreen(), scheduler: scheduler, theme: Theme.none)
    #expect(!plain.window.isColored)
    plain.theme = .dark
    #expect(plain.window.isColored)
  }

  @Test func `all pending input makes one frame`() {
    application.start(root: root)
    type("Ada")
    #expect(screen.frameCount == 2)
    #expect(screen.frame.line(0) == "Ada")
    #expect(screen.cursor == Point(x: 3, y: 0))
  }

  @Test func `a slow terminal skips frames and gets the last one`() {
    application.start(root: root)
    screen.isReady = false
    type("A")
    type("d")
    scheduler.run()
    #expect(screen.frameCount == 1)
    screen.isReady = true
    #expect(screen.frameCount == 2)
    #expect(screen.frame.line(0) == "Ad")
    #expect(scheduler.isIdle)
  }

  @Test func `on a slow line animations are skipped for a while`() {
    application.start(root: root)
    var progress: [Double] = []
    func animate() {
      progress = []
      application.frameClock.animate(duration: .milliseconds(500)) { progress.append($0) }
    }
    animate()
    scheduler.advance(by: .milliseconds(50))
    screen.isReady = false
    type("A")
    // A short delay does not switch motion off.
    scheduler.advance(by: .milliseconds(60))
    screen.isReady = true
    #expect(application.frameClock.isMotionPossible && progress.last.map { $0 < 1 } == true)
    screen.isReady = false
    type("d")
    scheduler.advance(by: .milliseconds(150))
    screen.isReady = true
    #expect(progress.last == 1 && !application.frameClock.isAnimating)
    animate()
    #expect(progress == [1])
    scheduler.run()
    #expect(scheduler.isIdle)
    scheduler.advance(by: .seconds(10))
    animate()
    #expect(progress.isEmpty)
  }

  @Test func `a window that is too small asks for room and ignores keys`() {
    application.start(root: root)
    type("A")
    screen.resize(to: Size(width: 38, height: 5))
    #expect(screen.frame.text.contains("too small"))
    #expect(screen.frame.text.contains("40"))
    #expect(screen.cursor == nil)
    for size in [Size(width: 39, height: 50), Size(width: 100, height: 7)] {
      screen.resize(to: size)
      #expect(screen.frame.text.contains("too small"), "\(size)")
    }
    type("x")
    application.send([.paste("y"), .mouse(MouseEvent(.press, at: .zero))])
    screen.resize(to: Size(width: 40, height: 8))
    #expect(screen.frame.line(0) == "A")
    #expect(root.echo.heard.count == 1)
  }

  @Test(arguments: [(1, 1), (1, 50), (200, 1), (3, 3), (500, 200), (0, 0)])
  func `any size works`(width: Int, height: Int) {
    application.start(root: root)
    screen.resize(to: Size(width: width, height: height))
    type("A")
    #expect(screen.frame.size == Size(width: width, height: height))
  }

  @Test func `clicks are counted`() {
    application.start(root: root)
    for _ in 0..<2 {
      application.send([.mouse(MouseEvent(.press, at: .zero)), .mouse(MouseEvent(.release, at: .zero))])
    }
    let counts = root.echo.heard.compactMap { event in
      if case .mouse(let mouse) = event { mouse.clickCount } else { nil }
    }
    #expect(counts == [1, 1, 2, 2])
  }

  @Test func `quitting restores the terminal once`() {
    var quits = 0
    application.onQuit = { quits += 1 }
    application.start(root: root)
    application.quit(status: 3)
    application.quit(status: 4)
    #expect(!screen.isOpen && quits == 1 && application.exitStatus == 3)
    type("A")
    #expect(root.echo.heard.isEmpty)
    scheduler.run()
    #expect(screen.frameCount == 1)
  }

  @Test func `a closed terminal ends the program`() {
    application.start(root: root)
    screen.disappear()
    #expect(application.exitStatus == 1)
  }

  @Test func `another theme is shown with the next frame`() {
    application.start(root: root)
    application.theme = .light
    #expect(screen.theme == .light.opaque)
    scheduler.run()
    #expect(screen.frameCount == 2)
  }

  @Test func `the terminal can be released and taken again`() {
    application.start(root: root)
    let wasOpen = application.withTerminalHandedOver { screen.isOpen }
    #expect(!wasOpen && screen.isOpen)
    #expect(screen.frameCount == 2)
  }

  @Test func `a text can be edited in the user's own editor`() throws {
    application.start(root: root)
    // Like many editors, this one writes another file and renames it. No other test in this process sets an editor.
    setenv("VISUAL", "f() { sed 's/Ada/Ada Lovelace/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"; }; f", 1)
    defer { unsetenv("VISUAL") }
    #expect(try application.edit("Dear Ada,\nhello") == "Dear Ada Lovelace,\nhello")
    #expect(screen.isOpen)
    setenv("VISUAL", "exit 3; :", 1)
    #expect(throws: EditorError.editor("exit 3; :", status: 3)) { try application.edit("Ada") }
    setenv("VISUAL", "kill -s TERM $$; :", 1)
    #expect(throws: EditorError.editor("kill -s TERM $$; :", status: 128 + SIGTERM)) { try application.edit("Ada") }
    #expect(screen.isOpen)
  }

  @Test func `a released application is freed`() {
    weak var forgotten: Application?
    do {
      let application = Application(screen: MemoryScreen(), scheduler: scheduler)
      application.start(root: Root())
      forgotten = application
    }
    #expect(forgotten == nil)
  }
}
