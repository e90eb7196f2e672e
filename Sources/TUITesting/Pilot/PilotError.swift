import Glibc

/// The reason why a pilot gave up.
///
/// Its description includes the screen, so that a failed test shows it.
public enum PilotError: Error, CustomStringConvertible {
  /// The expected content did not appear in time.
  case timeout(String, screen: ScreenContents)
  /// The program ended before the expected content appeared.
  case ended(TerminationStatus, waitingFor: String, screen: ScreenContents)
  /// The program could not be started.
  case notStarted(String, code: Int32)
  /// The program has not requested this kind of input, such as mouse events.
  case notAsked(String)
  /// A system call failed.
  case system(String, Int32)

  public var description: String {
    switch self {
    case .timeout(let what, let screen):
      "Waited in vain for \(what). The screen:\n\(ScreenSnapshot.text(of: screen))"
    case .ended(let ending, let what, let screen):
      "The program \(ending) before \(what). Its last screen:\n\(ScreenSnapshot.text(of: screen))"
    case .notStarted(let path, let code): "\(path) does not start: \(String(cString: strerror(code)))."
    case .notAsked(let what): "The program has not asked for \(what)."
    case .system(let what, let code): "Cannot \(what): \(String(cString: strerror(code)))."
    }
  }
}

/// How a program ended.
public enum TerminationStatus: Hashable, Sendable, CustomStringConvertible {
  /// The program ended with this status.
  case exited(Int32)
  /// A signal ended the program.
  case killed(signal: Int32)

  public var description: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
