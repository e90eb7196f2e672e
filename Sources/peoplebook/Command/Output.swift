import Glibc

/// Standard output and standard error, for programs that talk to pipes.
enum Output {
  /// Writes all of the text to standard output. When its reader is gone, the program ends quietly, as `head` wants it.
  static func write(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Writes a message, with the program's name before it, to standard error. What could steer the terminal does not
  /// reach it.
  static func message(_ text: String) {
    write("peoplebook: \(PlainText.lines(text))\n", to: STDERR_FILENO)
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether the terminal passes over what it does not know: the others say what they are.
  static var understandsLinks: Bool {
    let kind = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return !["", "dumb", "linux"].contains(kind)
  }

  /// The columns of the terminal on standard output; `nil` when it is none.
  static var terminalWidth: Int? { width(of: STDOUT_FILENO) }

  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          Glibc.poll(&poll, 1, -1)
        } else if errno != EINTR {
          end(afterWritingTo: descriptor)
          return
        }
      }
    }
  }

  /// A pipe without a reader is no error of ours; a full disk is.
  private static func end(afterWritingTo descriptor: Int32) {
    if descriptor != STDOUT_FILENO { return }
    if errno == EPIPE { exit(ExitStatus.done.rawValue) }
    let reason = String(cString: strerror(errno))
    message("Standard output cannot be written: \(reason).")
    exit(ExitStatus.failed.rawValue)
  }
}
