#if DEBUG
  import Glibc
  import Reactive

  extension FileChanges {
    /// Writes a line to standard error, unless that is a terminal, on which a screen may be drawn.
    static func log(_ message: String) {
      guard isatty(STDERR_FILENO) == 0 else { return }
      StandardError.writeLine(message.printable)
    }
  }
#endif
