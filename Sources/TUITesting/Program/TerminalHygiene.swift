import Glibc
import TUIKit

/// Checks that a program restores its terminal whenever it ends or is stopped.
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
/// Each check starts a new program and returns the faults in words; empty when there are none.
public struct TerminalHygiene {
  /// An event that ends or stops a program.
  public enum Trigger: Hashable, Sendable, CustomStringConvertible {
    /// A key press.
    case key(KeyEvent)
    /// A signal from another process.
    case signal(Int32)

    public var description: String {
      switch self {
      case .key(let event): "\(event.modifiers.contains(.control) ? "Ctrl-" : "")\(event.key)"
      case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  /// The signals that end a program: requests, and signals of a crash.
  public static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

  private let start: () throws -> ProgramPilot

  /// Creates a check of a program.
  ///
  /// - Parameter start: Starts the program and returns once its first screen is complete.
  public init(start: @escaping () throws -> ProgramPilot) {
    self.start = start
  }

  /// Ends the program and returns the changes that it leaves behind.
  ///
  /// A program that a signal ends must die of that signal, so that its parent process can see the signal.
  ///
  /// - Throws: The error of starting the program, or ``PilotError`` when it does not end in time.
  /// - Complexity: O(*n*), where *n* is the number of modes.
  public func findings(after trigger: Trigger) throws -> [String] {
    let pilot = try start()
    try perform(trigger, on: pilot)
    let ending = try pilot.waitForEnd()
    var findings = pilot.leftovers.map { "left on: \($0)" }
    if case .signal(let number) = trigger, ending != .killed(signal: number) { findings.append("it \(ending)") }
    return findings
  }

  /// Stops the program and continues it, as Ctrl-Z and a shell's `fg` do.
  ///
  /// - Parameters:
  ///   - trigger: The event that stops it.
  ///   - size: The window's size when the program continues; it is set while the program is stopped.
  ///   - isBack: Whether the screen is complete again, at its new size.
  ///   - answers: Presses a key and waits for the answer: the first key must not be lost.
  /// - Returns: A line for each mode that was left on while stopped, or is not on again.
  /// - Throws: The error of starting the program or of `answers`, or ``PilotError`` when it does not stop or continue
  ///   in time.
  /// - Complexity: O(*n*), where *n* is the number of modes.
  public func findings(
    aroundStopBy trigger: Trigger, resizingTo size: Size? = nil, isBack: (ScreenContents) -> Bool,
    answers: (ProgramPilot) throws -> Void
  ) throws -> [String] {
    let pilot = try start()
    let modes = pilot.terminal.state.modes
    try perform(trigger, on: pilot)
    try pilot.waitForStop()
    var findings = pilot.leftovers.map { "left on while stopped: \($0)" }
    // A shell writes on the main screen and sets its own terminal settings.
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

  private func perform(_ trigger: Trigger, on pilot: ProgramPilot) throws {
    switch trigger {
    case .key(let event): try pilot.send(.key(event))
    case .signal(let number): pilot.signal(number)
    }
  }
}
