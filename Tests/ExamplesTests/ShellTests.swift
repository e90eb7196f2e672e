import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing

/// The terminal is handed to an editor or a shell, and taken back.
@Suite struct ShellTests {
  /// A full-screen program like an editor: it takes the terminal, shows the file, waits for a key, writes and releases
  /// it.
  private static let editor = """
    trap '' INT
    settings=$(stty -g)
    stty -icanon -echo
    printf '\\033[?1049h\\033[H\\033[2JEditing: %s' "$(cat "$1")"
    while read -r -n 1 key; do
      case $key in
        w) printf 'Dear Ada Lovelace,' > "$1.new" && mv "$1.new" "$1"; break;;
        !) break;;
      esac
    done
    printf '\\033[?1049l'
    stty "$settings"
    test "$key" = w
    """

  private func withEditor(_ body: (ProgramPilot) throws -> Void) throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/editor"
    try Data(Self.editor.utf8).write(to: URL(filePath: path))
    // Not run itself: while another test starts a program, that has the new file open, and it is “busy”.
    let pilot = try ProgramPilot(
      Built.program("Examples"), ["gallery"], environment: ["EDITOR": "bash \(path)", "TMPDIR": folder.path],
      size: Size(width: 160, height: 30))
    try pilot.press("5", .alt)
    try pilot.waitFor("Your own editor")
    for _ in 0..<8 { try pilot.press(.down) }
    try pilot.press(.enter)
    try pilot.waitFor("Editing: Dear Ada,")
    try body(pilot)
    // The temporary file is deleted.
    #expect(folder.names == ["editor"])
  }

  private func quit(_ pilot: ProgramPilot) throws {
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
  }

  @Test func `an editor takes the terminal, then the screen is restored`() throws {
    try withEditor { pilot in
      // All modes of the program are off, and the window may be resized.
      #expect(!pilot.terminal.state.isOn(.bracketedPaste) && !pilot.terminal.state.isOn(.focusReports))
      try pilot.resize(to: Size(width: 90, height: 20))
      try pilot.press("w")
      try pilot.waitFor("Written: Dear Ada Lovelace,")
      #expect(pilot.screen.line(19).contains("ctrl-q quit"))
      #expect(pilot.terminal.state.isOn(.bracketedPaste))
      // The first key is not lost.
      try pilot.press("2", .alt)
      try pilot.waitFor("1 of 102")
      try quit(pilot)
    }
  }

  @Test func `a failing editor is named, and the text is unchanged`() throws {
    try withEditor { pilot in
      try pilot.press("!")
      try pilot.waitFor("ended with status 1")
      try quit(pilot)
    }
  }

  @Test func `Ctrl-C in the editor ends neither program`() throws {
    try withEditor { pilot in
      try pilot.press("c", .control)
      try pilot.press("w")
      try pilot.waitFor("Written: Dear Ada Lovelace,")
      try quit(pilot)
    }
  }

  @Test func `the shell can stop and continue the program`() throws {
    let pilot = try ProgramPilot("/bin/bash", ["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> "])
    try pilot.waitFor("shell>")
    try pilot.type("\(Built.program("Examples")) gallery\n")
    try pilot.waitFor("ctrl-q quit")
    try pilot.press("2", .alt)
    try pilot.waitFor("1 of 102")
    for key in ["z", "z"] as [Character] {
      try pilot.press(key, .control)
      try pilot.waitFor("Stopped")
      try pilot.type("echo $((6 * 7))\n")
      try pilot.waitUntil("the shell's answer") { $0.lines.contains("42") }
      try pilot.resize(to: Size(width: 90, height: 20))
      try pilot.type("fg\n")
      try pilot.waitUntil("the screen to stand again") { $0.line(19).contains("ctrl-q quit") }
      try pilot.press("2", .alt)
      try pilot.waitFor("1 of 102")
    }
    try pilot.press("q", .control)
    try pilot.waitUntil("the shell again") { $0.lines.last { !$0.isEmpty } == "shell>" }
    try pilot.type("echo status $?\n")
    try pilot.waitUntil("how it ended") { $0.lines.contains("status 0") }
    try pilot.type("exit\n")
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
  }
}
