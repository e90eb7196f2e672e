import Glibc

/// The standard error of the process, for reports.
package enum StandardError {
  /// Writes a line; a line that cannot be written is lost.
  package static func writeLine(_ line: String) {
    var text = line + "\n"
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
