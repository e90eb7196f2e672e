import Glibc
import TUIKit
import TUITesting
import Testing

@Suite struct `Terminal hygiene` {
  private static let enter = "printf '\\033[?1049h\\033[?25l'; stty -echo -icanon"
  private static let leave = "stty echo icanon; printf '\\033[?1049l\\033[?25h'"

  private func program(_ script: String) -> TerminalHygiene {
    TerminalHygiene {
      let pilot = try ProgramPilot("/bin/bash", ["-c", script], size: Size(width: 40, height: 6))
      try pilot.waitFor("ready")
      return pilot
    }
  }

  /// Restores the terminal and dies of the signal.
  ///
  /// Its reads have a timeout, because a signal that arrives just before a shell begins to read waits for the end of
  /// the read.
  private static let tidy = """
    \(enter)
    for name in INT TERM HUP; do trap "\(leave); trap - $name; kill -s $name \\$\\$" $name; done
    printf ready
    while :; do read -r -n 1 -t 0.1 key; test "$key" = q && { \(leave); exit 0; }; done
    """

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `finds nothing where a program cleans up after the signal`(_ signal: Int32) throws {
    #expect(try program(Self.tidy).findings(after: .signal(signal)) == [])
  }

  @Test func `finds nothing after an orderly quit or Ctrl-C`() throws {
    #expect(try program(Self.tidy).findings(after: .key(KeyEvent(.character("q")))) == [])
    #expect(try program(Self.tidy).findings(after: .key(KeyEvent(.character("c"), .control))) == [])
  }

  @Test func `finds modes that a program leaves on`() throws {
    let findings = try program("\(Self.enter); printf ready; read -r line").findings(after: .signal(SIGTERM))
    #expect(findings == ["left on: alternate screen", "left on: no visible cursor", "left on: settings"])
  }

  @Test func `finds a signal that was ignored`() throws {
    let findings = try program("trap 'exit 1' TERM; printf ready; while :; do read -r -t 0.1 line; done")
      .findings(after: .signal(SIGTERM))
    #expect(findings == ["it ended with status 1"])
  }

  @Test func `finds changes made by hostile text`() throws {
    let text = HostileText.samples.joined(separator: "\n")
    let raw = try ProgramPilot("/usr/bin/printf", ["%s", text])
    try raw.waitForEnd()
    #expect(
      HostileText.traces(in: raw) == [
        "the title was set", "the clipboard was written", "a link was opened", "the bell rang",
        "a control character of the second set", "a device string (DCS)", "a device string (APC)",
        "a character that turns the text, or hides in it", "a control sequence", "a mode was switched on",
        "the terminal was reset", "the screen was cleared", "the text was overwritten", "a line end",
        "a control character",
      ])
    let shown = try ProgramPilot("/bin/bash", ["-c", "printf '%s' \"$1\" | cat -v", "bash", text])
    try shown.waitForEnd()
    #expect(shown.screen.contains(HostileText.marker))
    #expect(HostileText.traces(in: shown) == [])
    let cleaned = ["", "Mallory", "Mallorycleared"].joined(separator: "\u{1B}[2J\u{1B}[H")
    let clearing = try ProgramPilot("/usr/bin/printf", ["%s", cleaned])
    try clearing.waitForEnd()
    #expect(clearing.screen.contains(HostileText.marker))
    #expect(HostileText.traces(in: clearing) == [])
  }

  private func traces(of text: String) throws -> [String] {
    let pilot = try ProgramPilot("/usr/bin/printf", ["%s", text])
    try pilot.waitForEnd()
    return HostileText.traces(in: pilot)
  }

  @Test func `finds each sample of hostile text`() throws {
    for sample in HostileText.samples { #expect(try traces(of: sample) != [], "\(sample.debugDescription)") }
  }

  @Test func `finds each hidden character`() throws {
    let hidden = "\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}\u{2069}\u{E0000}\u{E007F}"
    for scalar in hidden.unicodeScalars {
      let found = try traces(of: "a\(scalar)b")
      #expect(found == ["a character that turns the text, or hides in it"], "\(scalar.value)")
    }
    #expect(try traces(of: "a\u{200D}b\u{2027}c\u{202F}d") == [])
  }

  @Test func `finds modes left on while a program is stopped`() throws {
    let script = "\(Self.enter); trap 'printf back' CONT; printf ready; while :; do read -r -t 0.1 line; done"
    let findings = try program(script).findings(
      aroundStopBy: .signal(SIGSTOP), isBack: { $0.contains("back") }, answers: { _ in })
    #expect(
      findings == [
        "left on while stopped: alternate screen", "left on while stopped: no visible cursor",
        "left on while stopped: settings",
      ])
  }
}
