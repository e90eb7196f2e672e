import Glibc
import TUIKit

/// Whether a program gives its terminal back, however it ends and while it is stopped.
///
/// ```swift
/// let hygiene = TerminalHygiene {
///   let pilot = try ProgramPilot(path)
///   try pilot.waitFor("ready")
///   return pilot
/// }
/// #expect(try hygiene.findings(after: .signal(SIGTERM)) == [])
/// ```
///
/// Each check starts the program anew and returns what is wrong, in words; nothing, when all is well.
public struct TerminalHygiene {
  /// A way to end, or to stop, a program.
  public enum Farewell: Hashable, Sendable, CustomStringConvertible {
    /// A key that a person presses.
    case key(KeyEvent)
    /// A signal from elsewhere.
    case signal(Int32)

    public var description: String {
      switch self {
      case .key(let event): "\(event.modifiers.contains(.control) ? "Ctrl-" : "")\(event.key)"
      case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  /// The signals that end a program: those that ask, and those that mean that it has failed.
  public static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

  private let start: () throws -> ProgramPilot

  /// - Parameter start: Starts the program and returns once its screen stands.
  public init(start: @escaping () throws -> ProgramPilot) {
    self.start = start
  }

  /// Ends the program and looks at what it leaves. One that a signal ends must be seen to be ended by that signal: whoever
  /// started it has to know.
  public func findings(after farewell: Farewell) throws -> [String] {
    let pilot = try start()
    try perform(farewell, on: pilot)
    let ending = try pilot.waitForEnd()
    var findings = pilot.leftovers.map { "left on: \($0)" }
    if case .signal(let number) = farewell, ending != .killed(signal: number) { findings.append("it \(ending)") }
    return findings
  }

  /// Stops the program and continues it, as Ctrl-Z and a shell's `fg` do.
  ///
  /// - Parameters:
  ///   - farewell: What stops it.
  ///   - size: The window's size when the program goes on; it hears of it only then.
  ///   - isBack: Whether the screen stands again, at its new size.
  ///   - answers: Presses a key and waits for the answer: the first key must not be lost.
  public func findings(
    aroundStopBy farewell: Farewell, resizingTo size: Size? = nil, isBack: (ScreenContents) -> Bool,
    answers: (ProgramPilot) throws -> Void
  ) throws -> [String] {
    let pilot = try start()
    let modes = pilot.terminal.state.modes
    try perform(farewell, on: pilot)
    try pilot.waitForStop()
    var findings = pilot.leftovers.map { "left on while stopped: \($0)" }
    // A shell writes on the main screen and sets the terminal as it likes it.
    pilot.restoreSettings()
    pilot.terminal.write("\u{1B}[2J\u{1B}[H$ fg\r\n")
    if let size { try pilot.resize(to: size) }
    pilot.resume()
    try pilot.waitUntil("the screen to stand again") { isBack($0) }
    let missing = modes.subtracting(pilot.terminal.state.modes)
    findings += missing.map { "not on again: \($0)" }.sorted()
    try answers(pilot)
    return findings
  }

  private func perform(_ farewell: Farewell, on pilot: ProgramPilot) throws {
    switch farewell {
    case .key(let event): try pilot.send(.key(event))
    case .signal(let number): pilot.signal(number)
    }
  }
}
