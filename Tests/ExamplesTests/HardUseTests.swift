import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import Examples

/// 100,000 random events on a program with one view of each kind in this process, and 2,000 on the program in a
/// terminal.
@Suite struct HardUseTests {
  private static let quit = KeyEvent(.character("q"), .control)

  /// Seed 4 is a regression: a list kept the focus although only the card beside it was shown.
  @Test(arguments: 0..<10) @MainActor func `random input breaks no invariant`(seed: UInt64) throws {
    let pilot = ApplicationPilot(root: ViewController())
    let application = pilot.application
    application.window.rootViewController = GalleryViewController(application: application) { $0 + "!" }
    var use = RandomUse(seed: seed)
    use.forbiddenKeys = [Self.quit]
    for burst in 0..<500 {
      var events = (0..<10).map { _ in use.next() }
      // The screen needs to be resized, too.
      if let index = events.lastIndex(where: \.isResize) { pilot.send(events.remove(at: index)) }
      application.send(events.filter { !$0.isResize })
      if !pilot.violations.isEmpty { try #require(pilot.violations == [], "burst \(burst), \(events)") }
      pilot.scheduler.advance(by: .milliseconds(50))
      if burst % 100 == 0 { try check(pilot.screen) }
      // The palette has a command that quits.
      if !application.isRunning {
        application.start(root: GalleryViewController(application: application) { $0 + "!" })
      }
    }
    try pilot.settle()
    #expect(pilot.violations == [])
  }

  /// Expects no half of a wide character and no control characters.
  private func check(_ screen: ScreenContents) throws {
    for y in 0..<screen.size.height {
      var x = 0
      while x < screen.size.width {
        let cell = screen[x, y]
        try #require(cell.width > 0 && !cell.text.isEmpty, "half of a character in column \(x) of line \(y)")
        try #require(
          cell.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) },
          "a control character in column \(x) of line \(y)")
        x += cell.width
      }
    }
  }

  @Test(arguments: 0..<2) func `the program survives a thousand random events`(seed: UInt64)
    throws
  {
    var use = RandomUse(seed: seed)
    use.forbiddenKeys = [Self.quit]
    use.eventsPerResize = 100
    var left = 1_000
    // The palette has a command that quits.
    while left > 0 {
      let pilot = try ProgramPilot(Built.program("Examples"), ["gallery"], environment: ["EDITOR": "true"])
      try pilot.waitFor("Gallery")
      while left > 0, pilot.ending == nil {
        left -= 1
        try? pilot.send(use.next())
        // The wait has no effect on the result except which picture the next events meet.
        if left % 20 == 0 { pilot.waitForSilence(of: .milliseconds(5)) }
      }
      do throws(PilotError) {
        // In a window that is too small, keys are ignored.
        try pilot.resize(to: Size(width: 80, height: 24))
        // The palette may cover the title; a sheet that covers everything has no hints.
        try pilot.waitUntil("room for a screen") { $0.contains("ctrl-q quit") || $0.contains("A sheet") }
        try pilot.send(.key(Self.quit))
      } catch {
        guard case .ended = error else { throw error }
      }
      #expect(try pilot.waitForEnd() == .exited(0))
      #expect(pilot.leftovers == [])
    }
  }
}

extension Event {
  fileprivate var isResize: Bool { if case .resize = self { true } else { false } }
}
