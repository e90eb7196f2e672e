import CVTerm
import Glibc
import TUIKit

/// The user's end of a pseudo-terminal: bytes written here are typed, bytes read here are shown.
///
/// It is closed when it is released.
public final class PseudoTerminal {
  /// The path of the device that a program opens as its terminal.
  public let path: String

  /// The user's end; −1 when it is closed.
  private(set) var descriptor: Int32

  /// Creates a pseudo terminal.
  ///
  /// - Throws: ``PilotError/system(_:_:)`` when the system has no terminal available.
  public init(size: Size = Size(width: 80, height: 24)) throws(PilotError) {
    var number: UInt32 = 0
    descriptor = cvterm_open_terminal(&number)
    guard descriptor >= 0 else { throw .system("open a pseudo-terminal", errno) }
    path = "/dev/pts/\(number)"
    resize(to: size)
  }

  deinit {
    close()
  }

  /// Hangs up, as when a terminal's window is closed.
  public func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    // The system may give the number to another file.
    descriptor = -1
  }

  /// Sets the window's size.
  ///
  /// The foreground programs receive a signal.
  public func resize(to size: Size) {
    var window = winsize(
      ws_row: UInt16(clamping: size.height), ws_col: UInt16(clamping: size.width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }

  /// The current settings; `nil` when the terminal is closed.
  public var settings: TerminalSettings? {
    var raw = termios()
    return tcgetattr(descriptor, &raw) == 0 ? TerminalSettings(raw) : nil
  }

  func restore(_ settings: TerminalSettings?) {
    guard var raw = settings?.raw else { return }
    tcsetattr(descriptor, TCSANOW, &raw)
  }

  enum Reading {
    case bytes([UInt8])
    case nothingYet
    /// The other end is closed everywhere, and all output has been read.
    case end
  }

  func read() -> Reading {
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    if !bytes.isEmpty { return .bytes(bytes) }
    return errno == EAGAIN || errno == EINTR ? .nothingYet : .end
  }

  /// Writes as many bytes as fit now, and returns their number.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { max(0, Glibc.write(descriptor, $0.baseAddress, $0.count)) }
  }
}
