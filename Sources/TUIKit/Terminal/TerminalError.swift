/// The reason why a terminal cannot be used, described in one sentence with the way out.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// The environment does not name the terminal.
  case unnamed
  /// The terminal of that name has no description.
  case unknown(String)
  /// The terminal cannot move its cursor.
  case tooSimple(String)
  /// A system call failed.
  case system(String, errno: Int32)

  /// The reason, and the way out.
  public var description: String {
    switch self {
    case .notATerminal:
      "This needs a terminal: start it without redirecting its input or output."
    case .unnamed:
      "TERM is not set, so the terminal’s kind is unknown: set it, for example TERM=xterm-256color."
    case .unknown(let name):
      "The terminal “\(name.sanitized)” (TERM) is unknown on this machine: install its terminfo description, "
        + "or set TERM to one it resembles, for example TERM=xterm-256color."
    case .tooSimple(let name):
      "The terminal “\(name.sanitized)” (TERM) cannot move its cursor: use another terminal, "
        + "or set TERM to what it really is, for example TERM=xterm-256color."
    case .system(let what, let number):
      "\(what) failed (error \(number)): close other programs and try again."
    }
  }
}
