import Glibc

/// Reports of actions that were not delivered, because their interactor is absent.
@MainActor
enum UndeliveredAction {
  /// Writes a line; to standard error by default.
  static var write: (String) -> Void = { line in
    var line = line + "\n"
    _ = line.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Writes a report in a debug build.
  static func report(_ action: Any, to interactor: Any.Type) {
    #if DEBUG
      write("“\(action)” is not delivered: \(interactor) is absent, because its parent's state has no value for it.")
    #endif
  }
}
