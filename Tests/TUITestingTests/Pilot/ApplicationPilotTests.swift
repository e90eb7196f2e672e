import TUIKit
import TUITesting
import Testing
import Time

@Suite @MainActor struct `A pilot of an application in this process` {
  /// Shows the typed text, and a message one second later.
  private final class Echo: View {
    var text = ""

    override var canBecomeFirstResponder: Bool { true }

    override func draw(in canvas: Canvas) {
      canvas.write(text, at: .zero, width: bounds.width, alignment: .leading, style: Style(.accent))
    }

    override func keyPressed(_ event: KeyEvent) -> Bool {
      guard case .character(let character) = event.key else { return false }
      return append(String(character))
    }

    override func pasted(_ text: String) -> Bool { append("[\(text)]") }

    override func mouseEvent(_ event: MouseEvent) -> Bool {
      event.action == .press ? append("(\(event.location.x),\(event.location.y))") : false
    }

    private func append(_ more: String) -> Bool {
      text += more
      setNeedsDisplay()
      return true
    }
  }

  private final class EchoController: ViewController {
    let echo = Echo()
    override func loadView() -> View { echo }
    override var preferredFirstResponder: Responder? { echo }
  }

  @Test func `types, pastes and clicks, and reads the screen`() throws {
    let pilot = ApplicationPilot(root: EchoController(), size: Size(width: 50, height: 10))
    try pilot.type("Ada")
    try pilot.paste("Åsa")
    try pilot.click(x: 3, y: 4)
    try pilot.waitFor("Ada[Åsa](3,4)")
    #expect(pilot.screen.rendition(of: "Ada")?.foreground == .role(.accent))
    try pilot.resize(to: Size(width: 60, height: 12))
    #expect(pilot.screen.size == Size(width: 60, height: 12))
  }

  @Test func `moves the clock to the scheduled time, and not beyond`() throws {
    let controller = EchoController()
    let pilot = ApplicationPilot(root: controller, size: Size(width: 50, height: 10))
    pilot.scheduler.schedule(after: .seconds(5)) {
      controller.echo.text = "late"
      controller.echo.setNeedsDisplay()
    }
    try pilot.waitFor("late")
    #expect(pilot.scheduler.now.nanoseconds < 6_000_000_000)
    try pilot.settle()
    #expect(throws: PilotError.self) { try pilot.waitFor("never") }
  }
}
