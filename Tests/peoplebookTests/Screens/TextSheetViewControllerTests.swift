import TUIKit
import TUITesting
import Testing
import Time

@testable import peoplebook

@MainActor
@Suite struct TextSheetViewControllerTests {
  @Test func `a line of 74 cells is whole, and a longer one is wrapped`() {
    let window = Window(size: Size(width: 100, height: 30), frameClock: FrameClock(scheduler: ManualScheduler()))
    window.frameClock.isMotionEnabled = false
    let root = ViewController()
    window.rootViewController = root
    let (whole, longer) = ((70, "one"), (71, "two"))
    let lines = [whole, longer].map { String(repeating: "x", count: $0) + " " + $1 }
    root.present(TextSheetViewController(title: "Lines", lines: lines), style: .sheet)
    let surface = Surface(size: window.size)
    window.draw(into: surface)
    let shown = (0..<30).map { surface.line($0).split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    #expect(shown == ["Lines", lines[0], String(lines[1].prefix(71)), "two"])
  }
}
