import Testing

@testable import TUIKit

@Suite struct TerminalEnvironmentTests {
  @Test(
    arguments: [
      ("xterm-256color", "truecolor", "xterm-direct"), ("xterm", "24bit", "xterm-direct"),
      ("rxvt-16color", "truecolor", "rxvt-direct"), ("st-color", "truecolor", "st-direct"),
      ("xterm-direct", "truecolor", "xterm-direct"), ("xterm-256color", "yes", nil), ("xterm-256color", "", nil),
    ] as [(String, String, String?)])
  func `direct colours have a description of their own`(term: String, colors: String, name: String?) {
    #expect(TerminalEnvironment(["TERM": term, "COLORTERM": colors]).directTerm == name)
    #expect(TerminalEnvironment(["TERM": term, "COLORTERM": colors, "NO_COLOR": "1"]).directTerm == nil)
    #expect(TerminalEnvironment(["COLORTERM": colors]).directTerm == nil)
  }

  @Test func `only a near terminal is queried`() {
    #expect(TerminalEnvironment([:]).allowsQueries)
    #expect(TerminalEnvironment(["TERM_PROGRAM": "iTerm.app", "SSH_TTY": ""]).allowsQueries)
    for (name, value) in [("SSH_CONNECTION", "1"), ("SSH_TTY", "1"), ("TERM_PROGRAM", "Apple_Terminal")] {
      #expect(!TerminalEnvironment([name: value]).allowsQueries, "\(name)")
    }
  }

  @Test func `an empty variable counts as none`() {
    #expect(TerminalEnvironment(["TERM": ""]).term == nil && TerminalEnvironment(["TERM": "x"]).term == "x")
    #expect(TerminalEnvironment(["NO_COLOR": "0"]).refusesColor && !TerminalEnvironment(["NO_COLOR": ""]).refusesColor)
  }

  @Test func `the console is dark by default`() {
    #expect(TerminalEnvironment(["TERM": "linux"]).background == .dark)
    #expect(TerminalEnvironment(["TERM": "linux", "COLORFGBG": "0;15"]).background == .light)
    #expect(TerminalEnvironment(["TERM": "xterm"]).background == nil && TerminalEnvironment([:]).background == nil)
  }

  @Test func `each error names the way out`() {
    #expect(TerminalError.notATerminal.description.contains("without redirecting"))
    #expect(TerminalError.unnamed.description.hasPrefix("TERM is not set"))
    #expect(TerminalError.unknown("abc").description.contains("“abc” (TERM) is unknown"))
    #expect(TerminalError.tooSimple("abc\u{1B}").description.contains("“abc␛” (TERM) cannot move its cursor"))
    #expect(TerminalError.system("Opening", errno: 5).description.hasPrefix("Opening failed (error 5)"))
  }
}
