import Glibc

/// Why a pilot gave up. Its description carries the screen, so that a failed test shows what a person would have seen.
public enum PilotError: Error, CustomStringConvertible {
  /// What was waited for did not come.
  case timeout(String, screen: ScreenContents)
  /// The program ended while something else was waited for.
  case ended(Ending, waitingFor: String, screen: ScreenContents)
  /// The program could not be started.
  case notStarted(String, code: Int32)
  /// The program has not asked for what was about to be sent: mouse events, say.
  case notAsked(String)
  /// The system refused to do something.
  case system(String, Int32)

  public var description: String {
    switch self {
    case .timeout(let what, let screen):
      "Waited in vain for \(what). The screen:\n\(ScreenSnapshot.text(of: screen))"
    case .ended(let ending, let what, let screen):
      "The program \(ending) while we waited for \(what). Its last screen:\n\(ScreenSnapshot.text(of: screen))"
    case .notStarted(let path, let code): "\(path) does not start: \(String(cString: strerror(code)))."
    case .notAsked(let what): "The program has not asked for \(what)."
    case .system(let what, let code): "Cannot \(what): \(String(cString: strerror(code)))."
    }
  }
}

/// How a program ended.
public enum Ending: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)

  public var description: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
