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

  @Test func `does not wait for what comes after its patience`() {
    let controller = EchoController()
    let pilot = ApplicationPilot(root: controller, size: Size(width: 50, height: 10))
    pilot.patience = .seconds(3)
    pilot.scheduler.schedule(after: .seconds(5)) {
      controller.echo.text = "late"
      controller.echo.setNeedsDisplay()
    }
    #expect(throws: PilotError.self) { try pilot.waitFor("late") }
    #expect(pilot.scheduler.now.nanoseconds <= 3_000_000_000)
  }

  /// Keeps the events that it is sent.
  private final class Recorder: Pilot {
    var events: [Event] = []
    var screen: ScreenContents { ScreenContents(size: Size(width: 10, height: 10)) }

    func send(_ event: Event) throws(PilotError) { events.append(event) }

    func waitUntil(_ what: String, _ condition: (ScreenContents) -> Bool) throws(PilotError) {}
  }

  @Test func `turns the wheel by every notch, over the given cell`() throws {
    let pilot = Recorder()
    try pilot.scroll(by: 2, x: 7, y: 3)
    try pilot.scroll(by: -1, x: 1, y: 4)
    let down = Event.mouse(MouseEvent(.scrollDown, .none, at: Point(x: 7, y: 3)))
    #expect(pilot.events == [down, down, .mouse(MouseEvent(.scrollUp, .none, at: Point(x: 1, y: 4)))])
  }

  @Test func `random use resizes the window once in two hundred events`() {
    #expect(RandomUse(seed: 1).eventsPerResize == 200)
  }

  @Test func `random use has more left buttons than right ones`() {
    var use = RandomUse(seed: 1)
    var (lefts, rights) = (0, 0)
    for _ in 0..<4_000 {
      guard case .mouse(let event) = use.next() else { continue }
      if event.button == .left { lefts += 1 }
      if event.button == .right { rights += 1 }
    }
    #expect(rights > 0 && rights < lefts)
  }

  @Test func `random use turns the wheel both ways`() {
    var use = RandomUse(seed: 1)
    let events = (0..<4_000).compactMap { _ -> MouseEvent? in
      if case .mouse(let event) = use.next() { event } else { nil }
    }
    let wheel = events.filter { $0.action == .scrollUp || $0.action == .scrollDown }
    #expect(Set(wheel.map(\.action)) == [.scrollUp, .scrollDown])
    #expect(events.filter { $0.button == .none } == wheel)
  }

  @Test func `random use points at every cell`() {
    var use = RandomUse(seed: 1, size: Size(width: 3, height: 2))
    use.eventsPerResize = .max
    var cells: Set<Point> = []
    for _ in 0..<1_000 {
      if case .mouse(let event) = use.next() { cells.insert(event.location) }
    }
    #expect(cells == Set((0..<6).map { Point(x: $0 % 3, y: $0 / 3) }))
  }

  @Test func `random use pastes, and changes the focus`() {
    var use = RandomUse(seed: 1)
    let events = (0..<4_000).map { _ in use.next() }
    #expect(events.contains(.focus(true)) && events.contains(.focus(false)))
    let pastes = events.count { if case .paste = $0 { true } else { false } }
    #expect(pastes > 0)
  }

  @Test func `random use presses no forbidden key`() {
    var use = RandomUse(seed: 1)
    func keys() -> Set<KeyEvent> {
      Set((0..<4_000).compactMap { _ -> KeyEvent? in if case .key(let key) = use.next() { key } else { nil } })
    }
    let forbidden: Set = [KeyEvent(.enter), KeyEvent(.character("q"))]
    let all = keys()
    #expect(forbidden.isSubset(of: all))
    #expect(all.isDisjoint(with: "cz\\".map { KeyEvent(.character($0), .control) }))
    use.forbiddenKeys = forbidden
    let allowed = keys()
    #expect(allowed.isDisjoint(with: forbidden))
  }

  @Test func `random use resizes the window about as often as asked for`() {
    var use = RandomUse(seed: 1)
    use.eventsPerResize = 20
    let resizes = (0..<2_000).count { _ in if case .resize = use.next() { true } else { false } }
    #expect((50...200).contains(resizes))
  }

  @Test func `random use gives the window all sizes of the range, and no others`() {
    var use = RandomUse(seed: 1)
    (use.widths, use.heights, use.eventsPerResize) = (150...160, 2...9, 1)
    var (widths, heights): (Set<Int>, Set<Int>) = ([], [])
    for _ in 0..<500 {
      guard case .resize(let size) = use.next() else { continue }
      widths.insert(size.width)
      heights.insert(size.height)
    }
    #expect(widths.isSubset(of: 150...160) && widths.count > 1)
    #expect(heights == Set(2...9))
  }

  @Test func `random use presses keys with and without modifiers`() {
    var use = RandomUse(seed: 1)
    let arrows = (0..<4_000).compactMap { _ -> KeyEvent? in
      if case .key(let key) = use.next(), [.up, .down, .left, .right].contains(key.key) { key } else { nil }
    }
    #expect(arrows.contains { $0.modifiers.isEmpty } && arrows.contains { !$0.modifiers.isEmpty })
  }
}
