import Reactive

/// Reports of actions that were not delivered, because their interactor is absent.
@MainActor
enum UndeliveredAction {
  /// Writes a line; to standard error by default.
  static var write: (String) -> Void = { StandardError.writeLine($0) }

  /// Writes a report in a debug build.
  static func report(_ action: Any, to interactor: Any.Type) {
    #if DEBUG
      write("“\(action)” is not delivered: \(interactor) is absent, because its parent's state has no value for it.")
    #endif
  }
}
