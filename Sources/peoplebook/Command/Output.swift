import Glibc
import PeoplebookCore
import TUIKit

/// Standard output and standard error.
///
/// Text for people is written as the locale can show it; see ``TUIKit/Swift/String/inUserLocale``. Data is UTF-8 in
/// every locale.
enum Output {
  /// Writes all of a text to standard output.
  static func write(_ text: String) {
    end(onError: write(text, to: STDOUT_FILENO))
  }

  /// Writes data to standard output: byte for byte, but on a terminal as text in which what could steer the terminal is
  /// shown as visible stand-ins.
  static func data(_ text: String) {
    end(onError: attempt(text, isData: true))
  }

  /// Writes text as ``write(_:)`` does, or data as ``data(_:)`` does, but does not end the program.
  ///
  /// - Returns: The system's number of the error that stopped it.
  static func attempt(_ text: String, isData: Bool) -> Int32? {
    guard isData else { return write(text, to: STDOUT_FILENO) }
    guard isTerminal else { return WholeWrite.write(text, to: STDOUT_FILENO) }
    // Tabs separate columns.
    let cells = text.replacing("\r\n", with: "\n").split(separator: "\t", omittingEmptySubsequences: false)
    return write(cells.map { PlainText.lines(String($0)) }.joined(separator: "\t"), to: STDOUT_FILENO)
  }

  /// Writes data to standard output, which is not a terminal.
  static func data(_ bytes: UnsafeRawBufferPointer) {
    end(onError: WholeWrite.write(bytes, to: STDOUT_FILENO))
  }

  /// Writes what a change of the book has led to.
  ///
  /// When that fails, the change is made all the same: a message says what the text would have said, and the exit
  /// status is ``ExitStatus/partly``.
  static func write(_ text: String, otherwise sentence: String) {
    guard let code = write(text, to: STDOUT_FILENO) else { return }
    message("\(sentence) \(fullOutput(code))")
    exit(ExitStatus.partly.rawValue)
  }

  /// Writes a message, after the program's name, to standard error.
  ///
  /// Control characters become visible stand-ins.
  static func message(_ text: String) {
    status("peoplebook: \(PlainText.lines(text))\n")
  }

  /// Writes text as it is to standard error.
  ///
  /// Nothing is done when it cannot be written.
  static func status(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether the terminal ignores unknown sequences; the others are recognised by their names.
  static var understandsLinks: Bool {
    let kind = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return !["", "dumb", "linux"].contains(kind)
  }

  /// The width of the terminal on standard output; `nil` when standard output is not a terminal.
  static var terminalWidth: Int? { width(of: STDOUT_FILENO) }

  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of the text in the locale's characters; returns the system's number of the error that stopped it.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    WholeWrite.write(text.inUserLocale, to: descriptor)
  }

  /// Ends the program when standard output could not be written: without an error when its reader has closed it, as
  /// `head` does, and with one otherwise.
  static func end(onError code: Int32?) {
    guard let code else { return }
    if code == EPIPE { exit(ExitStatus.done.rawValue) }
    message(fullOutput(code))
    exit(ExitStatus.failed.rawValue)
  }

  /// The sentence about standard output that could not be written.
  private static func fullOutput(_ code: Int32) -> String {
    "Cannot write to standard output: \(String(cString: strerror(code)))."
  }
}
