import Glibc
import TUIKit
import TUITesting
import TestSupport
import Testing

/// A program of the toolkit restores the terminal and draws in the right columns.
@Suite struct HygieneTests {
  private var hygiene: TerminalHygiene {
    TerminalHygiene {
      let pilot = try ProgramPilot(Built.program("Examples"), ["gallery"], environment: Built.environment())
      try pilot.waitFor("ctrl-q quit")
      // A page without a text field, in which Ctrl-Z would undo typing.
      try pilot.press("2", .alt)
      try pilot.waitFor("1 of 102")
      return pilot
    }
  }

  @Test func `an unknown theme is refused before it`() throws {
    let pilot = try ProgramPilot(Built.program("Examples"), ["gallery", "nope"], environment: Built.environment())
    #expect(try pilot.waitForEnd() == .exited(2))
    #expect(pilot.screen.contains("There is no theme “nope”"))
  }

  @Test(arguments: TerminalHygiene.signals) func `after every signal`(signal: Int32) throws {
    #expect(try hygiene.findings(after: .signal(signal)) == [])
  }

  @Test func `after a key that quits, and after Ctrl-C`() throws {
    for key in ["q", "c"] as [Character] {
      #expect(try hygiene.findings(after: .key(KeyEvent(.character(key), .control))) == [])
    }
  }

  @Test(arguments: [
    TerminalHygiene.Trigger.key(KeyEvent(.character("z"), .control)), .signal(SIGTSTP), .signal(SIGSTOP),
  ])
  func `around a stop, at another size`(trigger: TerminalHygiene.Trigger) throws {
    // A program cannot react to SIGSTOP, but it restores the screen when it continues.
    let findings = try hygiene.findings(
      aroundStopBy: trigger, resizingTo: Size(width: 90, height: 20),
      isBack: { $0.size.width == 90 && $0.contains("ctrl-q quit") },
      answers: { pilot in
        try pilot.press("2", .alt)
        try pilot.waitFor("1 of 102")
      })
    #expect(findings.filter { !$0.hasPrefix("left on while stopped") || trigger != .signal(SIGSTOP) } == [])
  }

  /// The program is notified of the window's size once, or not while it is busy, and the terminal has cut the screen.
  @Test func `a window that was small for a moment is drawn again`() throws {
    let pilot = try ProgramPilot(Built.program("Examples"), ["gallery"], environment: Built.environment())
    try pilot.waitFor("ctrl-q quit")
    pilot.terminal.write(Array("\u{1B}[2J".utf8))
    pilot.signal(SIGWINCH)
    try pilot.waitUntil("the whole screen") { $0.contains("Gallery") && $0.contains("ctrl-q quit") }
    try pilot.press("q", .control)
    try pilot.waitForEnd()
  }

  @Test(arguments: WidthModel.allCases)
  func `twelve awkward names leave the column behind them in place`(model: WidthModel) throws {
    let pilot = try ProgramPilot(
      Built.program("Examples"), ["gallery"], environment: Built.environment(), size: Size(width: 80, height: 30))
    try pilot.press("3", .alt)
    try pilot.waitFor("Hard names")
    let size = Size(width: 80, height: 48)
    let start = pilot.output.count
    try pilot.resize(to: size)
    try pilot.waitFor("A tree of words")
    try pilot.waitUntil("the whole picture") { $0.line(47).contains("ctrl-q quit") }
    let first = try #require(pilot.screen.row(of: "Hard names")) + 1
    let picture = WidthPicture(pilot.output[start...], size: size, model: model)
    #expect(picture.unknown == [])
    for line in first..<first + 6 { #expect(picture.columns(of: "│", line: line) == [22, 50], "line \(line - first)") }
    try pilot.press("q", .control)
    try pilot.waitForEnd()
  }
}
