import Algorithms
import Glibc

/// Text for the user, in which what other machines, files and servers have sent cannot steer the terminal.
enum Messages {
  /// Writes a message to standard error, after the program's name.
  static func write(_ text: String) {
    let bytes = Array("peoplebook: \(sanitized(text))\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  /// The text in one line, with visible stand-ins for control characters.
  static func sanitized(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.standIn ?? $0 }))
  }
}
