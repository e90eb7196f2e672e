#if DEBUG
  import Glibc

  extension FileChanges {
    /// Writes a line to standard error, unless that is a terminal, on which a screen may be drawn.
    static func log(_ message: String) {
      guard isatty(STDERR_FILENO) == 0 else { return }
      var line = message.printable + "\n"
      _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }
#endif
