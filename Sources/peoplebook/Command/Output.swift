import Glibc
import PeoplebookCore

/// Standard output and standard error.
enum Output {
  /// Writes all of the text to standard output. When its reader is gone, the program ends without an error, as `head`
  /// expects.
  static func write(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Writes a message, with the program's name before it, to standard error. What could steer the terminal is shown as
  /// visible stand-ins.
  static func message(_ text: String) {
    write("peoplebook: \(PlainText.lines(text))\n", to: STDERR_FILENO)
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether the terminal ignores sequences that it does not know; the others are recognised by their names.
  static var understandsLinks: Bool {
    let kind = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return !["", "dumb", "linux"].contains(kind)
  }

  /// The columns of the terminal on standard output; `nil` when standard output is not a terminal.
  static var terminalWidth: Int? { width(of: STDOUT_FILENO) }

  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes people in a format to standard output: byte for byte, but on a terminal with visible stand-ins for what could
  /// steer it.
  static func data(_ text: String) {
    write(isTerminal ? PlainText.lines(text.replacing("\r\n", with: "\n")) : text)
  }

  /// Writes all of the text. A pipe without a reader ends the program without an error; a full disk ends it with one.
  static func write(_ text: String, to descriptor: Int32) {
    guard let code = WholeWrite.write(text, to: descriptor), descriptor == STDOUT_FILENO else { return }
    if code == EPIPE { exit(ExitStatus.done.rawValue) }
    message(fullOutput(code))
    exit(ExitStatus.failed.rawValue)
  }

  /// Writes what a change of the book has led to. When that fails, the change is made all the same: a message says what the
  /// text would have said, and the exit status is ``ExitStatus/partly``.
  static func write(_ text: String, otherwise sentence: String) {
    guard let code = WholeWrite.write(text, to: STDOUT_FILENO) else { return }
    message("\(sentence) \(fullOutput(code))")
    exit(ExitStatus.partly.rawValue)
  }

  private static func fullOutput(_ code: Int32) -> String {
    "Standard output cannot be written: \(String(cString: strerror(code)))."
  }
}
