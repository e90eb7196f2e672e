import TUIKit
import TUITesting
import Testing
import Time

@testable import peoplebook

@MainActor
@Suite struct TextSheetViewControllerTests {
  /// The lines of the screen, each with single blanks, under a sheet with lines.
  private func shown(_ lines: [String], _ size: Size = Size(width: 100, height: 30)) -> [String] {
    let window = Window(size: size, frameClock: FrameClock(scheduler: ManualScheduler()))
    window.frameClock.isMotionEnabled = false
    let root = ViewController()
    window.rootViewController = root
    root.present(TextSheetViewController(title: "Lines", lines: lines), style: .sheet)
    let surface = Surface(size: size)
    window.draw(into: surface)
    return (0..<size.height).map { surface.line($0).split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  @Test func `a line of 74 cells is whole, and a longer one is wrapped`() {
    let lines = [(70, "one"), (71, "two")].map { String(repeating: "x", count: $0) + " " + $1 }
    #expect(shown(lines) == ["Lines", lines[0], String(lines[1].prefix(71)), "two"])
  }

  @Test func `in a narrow window the sheet is as high as its wrapped lines`() {
    let lines = (1...5).map { String(repeating: "x", count: 40) + " word\($0)" }
    let wrapped = (1...5).flatMap { [String(repeating: "x", count: 40), "word\($0)"] }
    #expect(shown(lines, Size(width: 54, height: 24)) == ["Lines"] + wrapped)
  }

  @Test func `a sheet has at most twenty lines`() {
    let lines = (1...40).map { "\($0)" }
    #expect(shown(lines).filter { Int($0) != nil }.count <= 18)
    #expect(shown(lines, Size(width: 100, height: 12)).contains("Lines"))
  }
}
