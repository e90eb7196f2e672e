import Glibc
import TUIKit
import Testing

@testable import TUITesting

@Suite struct `A pilot of a program` {
  private func shell(
    _ script: String, size: Size = Size(width: 40, height: 6), patience: Duration = .seconds(20)
  ) throws -> ProgramPilot {
    try ProgramPilot("/bin/sh", ["-c", script], size: size, patience: patience)
  }

  @Test func `has the program's output and exit status`() throws {
    let pilot = try shell("printf 'Ada \\033[1mLovelace'; exit 3")
    #expect(try pilot.waitForEnd() == .exited(3))
    #expect(pilot.screen.line(0) == "Ada Lovelace")
    #expect(pilot.screen.rendition(of: "Lovelace") == Rendition(.standard, on: .standard, .bold))
    #expect(pilot.leftovers == ["rendition"])
    #expect(pilot.peakMemory == nil)
  }

  @Test func `the peak memory of a small program is small`() throws {
    let pilot = try shell("echo up; read line")
    try pilot.waitFor("up")
    #expect((100_000..<20_000_000).contains(try #require(pilot.peakMemory)))
  }

  @Test func `reads all output before the end`() throws {
    let pilot = try shell("seq 1 20000; echo last")
    try pilot.waitForEnd()
    #expect(pilot.screen.contains("last"))
    #expect(pilot.output.count > 100_000)
    #expect(pilot.terminal.bytesWritten == pilot.output.count)
  }

  @Test func `finds text read after the end`() throws {
    // The pilot needs longer for a screen of this size than the report of the end, which arrives before the last text.
    let pilot = try shell("seq 1 20000; echo last", size: Size(width: 100, height: 50))
    try pilot.waitFor("last")
  }

  @Test func `sends text that the program reads`() throws {
    let pilot = try shell("read name; echo \"hello $name\"; read other; echo \"and $other\"")
    try pilot.type("Ada\n")
    try pilot.waitFor("hello Ada")
    try pilot.paste("Åsa")
    try pilot.press(.enter)
    try pilot.waitFor("and Åsa")
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `sends keys in the form that the program has requested`() throws {
    let pilot = try shell(
      "stty raw -echo; printf '\\033[?1h\\033[?2004h\\033[?1000h\\033[?1006hready'; "
        + "dd bs=1 count=44 2>/dev/null | od -An -c -w60"
    )
    try pilot.waitFor("ready")
    try pilot.press(.up)
    try pilot.press(.down, .control)
    try pilot.press("s", .control)
    try pilot.press("x", .alt)
    try pilot.press(.tab, .shift)
    try pilot.press(.pageDown)
    try pilot.paste("a\nb")
    try pilot.click(x: 4, y: 2)
    try pilot.waitForEnd()
    let shown = pilot.screen.text.split { " \n".contains($0) }.joined().dropFirst("ready".count)
    #expect(shown == "033OA033[1;5B023033x033[Z033[6~033[200~a\\rb033[201~033[<0;5;3M033")
  }

  @Test func `sends requested focus reports`() throws {
    let pilot = try shell("stty raw -echo; printf '\\033[?1004hready'; dd bs=1 count=6 2>/dev/null | od -An -c")
    try pilot.waitFor("ready")
    try pilot.send(.focus(true))
    try pilot.send(.focus(false))
    try pilot.waitForEnd()
    #expect(pilot.screen.text.split { " \n".contains($0) }.joined() == "ready033[I033[O")
  }

  @Test(.timeLimit(.minutes(1))) func `sends more than the terminal holds`() throws {
    let text = (1...20_000).map { "\($0)\n" }.joined()
    let pilot = try shell(
      "stty raw -echo; printf ready; "
        + "test \"$(head -c \(text.utf8.count) | cksum)\" = \"$(seq 1 20000 | cksum)\" && printf same")
    try pilot.waitFor("ready")
    try pilot.send(Array(text.utf8))
    try pilot.waitFor("same")
  }

  @Test(.timeLimit(.minutes(1))) func `gives up when the program does not read`() throws {
    let pilot = try shell("stty raw -echo; printf ready; exec sleep 600")
    try pilot.waitFor("ready")
    pilot.patience = .milliseconds(100)
    let error = #expect(throws: PilotError.self) { try pilot.send([UInt8](repeating: 0x78, count: 1_000_000)) }
    guard case .timeout("it to read its input", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(.timeLimit(.minutes(1))) func `sends nothing to an ended program`() throws {
    let pilot = try shell("exit 4")
    try pilot.waitForEnd()
    let error = #expect(throws: PilotError.self) { try pilot.send([UInt8](repeating: 0x78, count: 1_000_000)) }
    guard case .ended(.exited(4), _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `sends only reports that the program has requested`() throws {
    let pilot = try shell("read line")
    #expect(throws: PilotError.self) { try pilot.click(x: 1, y: 1) }
    #expect(throws: PilotError.self) { try pilot.send(.focus(true)) }
  }

  @Test func `reports what it waited for in vain, with the screen`() throws {
    let pilot = try shell("echo Ada; read line", patience: .milliseconds(300))
    let error = #expect(throws: PilotError.self) { try pilot.waitFor("Grace") }
    #expect(error.map { "\($0)".contains("“Grace”") && "\($0)".contains("│Ada ") } == true)
  }

  @Test func `waits for the end of a synchronized update`() throws {
    let pilot = try shell("printf '\\033[?2026hAda'; read line; printf '\\033[?2026l'; read line")
    #expect(throws: PilotError.self) {
      try pilot.waitUntil("Ada", within: .milliseconds(500)) { $0.screen.contains("Ada") }
    }
    try pilot.press(.enter)
    try pilot.waitFor("Ada")
    #expect(!pilot.terminal.state.isOn(.synchronizedUpdate))
  }

  @Test func `notices that a program is silent`() throws {
    let pilot = try shell("echo up; read line")
    try pilot.waitFor("up")
    #expect(pilot.waitForSilence(of: .milliseconds(20)))
  }

  @Test func `a writing program is not silent`() throws {
    let pilot = try shell("exec yes")
    try pilot.waitFor("y")
    pilot.patience = .milliseconds(100)
    #expect(!pilot.waitForSilence(of: .seconds(10)))
  }

  @Test func `the clock does not go back`() {
    let instants = (0..<1_000).map { _ in ProgramPilot.now }
    #expect(instants == instants.sorted())
  }

  @Test func `fails at once when the program has ended`() throws {
    let pilot = try shell("echo Ada; exit 4", patience: .seconds(600))
    let error = #expect(throws: PilotError.self) { try pilot.waitFor("Grace") }
    guard case .ended(.exited(4), _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `reports a missing program`() throws {
    let error = #expect(throws: PilotError.self) { try ProgramPilot("/no/such/program") }
    guard case .notStarted("/no/such/program", ENOENT) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a signal ends the program and leaves its terminal readable`() throws {
    let pilot = try shell("stty -echo -icanon; echo set; exec sleep 600")
    try pilot.waitFor("set")
    pilot.signal(SIGTERM)
    #expect(try pilot.waitForEnd() == .killed(signal: SIGTERM))
    #expect(pilot.settings?.echoes == false)
    #expect(pilot.settings?.isCanonical == false)
    #expect(pilot.leftovers == ["settings"])
  }

  @Test func `restores changed settings`() throws {
    let pilot = try shell("stty -echo -icanon; echo set; read line")
    try pilot.waitFor("set")
    #expect(pilot.leftovers == ["settings"])
    pilot.restoreSettings()
    #expect(pilot.settings == pilot.initialSettings)
    #expect(pilot.leftovers == [])
  }

  @Test func `Ctrl-C at the keyboard is a signal too`() throws {
    let pilot = try shell("echo up; exec sleep 600")
    try pilot.waitFor("up")
    try pilot.press("c", .control)
    #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    #expect(pilot.leftovers == [])
  }

  @Test func `Ctrl-Z stops the program, and it can be continued`() throws {
    let pilot = try shell("echo up; exec cat")
    try pilot.waitFor("up")
    try pilot.press("z", .control)
    #expect(try pilot.waitForStop() == SIGTSTP)
    #expect(pilot.ending == nil)
    pilot.resume()
    try pilot.type("here again\n")
    try pilot.waitUntil("the echo, twice") { $0.lines.count { $0.contains("here again") } == 2 }
    try pilot.press("d", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `the program is notified of a new size`() throws {
    let pilot = try shell(
      "trap 'stty size' WINCH; echo up; while :; do read line; done", size: Size(width: 30, height: 5))
    try pilot.waitFor("up")
    try pilot.resize(to: Size(width: 77, height: 9))
    try pilot.waitFor("9 77")
    #expect(pilot.screen.size == Size(width: 77, height: 9))
  }

  @Test func `silence lasts as long as asked for`() throws {
    let pilot = try shell("echo up; read line")
    try pilot.waitFor("up")
    let begin = ProgramPilot.now
    #expect(pilot.waitForSilence(of: .milliseconds(50)))
    #expect(ProgramPilot.now - begin >= 50_000_000)
  }

  @Test func `knows whether keys stop the output`() throws {
    let pilot = try shell("stty ixon; echo flowing; read line; stty -ixon; echo free; read line")
    try pilot.waitFor("flowing")
    #expect(pilot.settings?.hasFlowControl == true)
    try pilot.press(.enter)
    try pilot.waitFor("free")
    #expect(pilot.settings?.hasFlowControl == false)
  }

  @Test func `hanging up sends a signal to the program`() throws {
    let pilot = try shell("echo up; exec sleep 600")
    try pilot.waitFor("up")
    pilot.hangUp()
    #expect(try pilot.waitForEnd() == .killed(signal: SIGHUP))
  }

  @Test(arguments: ["", "trap '' HUP; "])
  func `a program is killed when its pilot is released`(preparation: String) throws {
    var pilot: ProgramPilot? = try shell(preparation + "echo up; exec sleep 600")
    try pilot?.waitFor("up")
    let process = try #require(pilot?.process)
    pilot = nil
    #expect(kill(process, 0) == -1)
  }

  @Test func `the test sets the environment`() throws {
    let pilot = try ProgramPilot("/usr/bin/env", environment: ["TERM": "vt100", "BOOK": "b"], directory: "/tmp")
    try pilot.waitForEnd()
    #expect(
      Set(pilot.screen.lines.filter { !$0.isEmpty }) == [
        "BOOK=b", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "TERM=vt100",
      ])
  }

  @Test func `a terminal without output has not ended`() throws {
    let pty = try PseudoTerminal()
    let device = open(pty.path, O_RDWR | O_NOCTTY)
    try #require(device >= 0)
    defer { close(device) }
    guard case .nothingYet = pty.read() else {
      Issue.record("the terminal has output, or has ended")
      return
    }
  }

  @Test func `a closed terminal uses no other file`() throws {
    let closed = try PseudoTerminal()
    closed.close()
    let next = try PseudoTerminal()
    closed.resize(to: Size(width: 10, height: 2))
    #expect(closed.settings == nil && closed.write([0x41]) == 0)
    #expect(next.settings != nil)
  }

  @Test func `a job has no report after its end, whatever failed before`() throws {
    let job = try Job("/no/such/program", [], environment: [:], directory: nil, in: PseudoTerminal())
    guard case .notStarted = job.nextReport() else {
      Issue.record("the program was started")
      return
    }
    errno = EINTR
    let isOver = job.nextReport() == nil
    #expect(isOver)
  }
}
