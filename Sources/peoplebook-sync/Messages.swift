import Glibc

/// Messages to the user, on standard error.
enum Messages {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
