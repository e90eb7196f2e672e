#if DEBUG
  import Glibc

  extension FileChanges {
    /// Writes a line to standard error.
    static func log(_ message: String) {
      var line = message.printable + "\n"
      _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }
#endif
