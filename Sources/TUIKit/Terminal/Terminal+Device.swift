import Glibc

/// The device of the terminal.
extension Terminal {
  /// The terminal opened again, so that other processes do not share its non-blocking mode.
  static func openDevice() throws(TerminalError) -> Int32 {
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    if let name = ttyname(STDIN_FILENO) {
      let device = Glibc.open(name, flags)
      if device >= 0 { return device }
    }
    let device = Glibc.open("/dev/tty", flags)
    guard device >= 0 else { throw .system("Opening the terminal", errno: errno) }
    return device
  }

  /// The most columns and lines that ncurses can count.
  private static let mostCells = Int(Int16.max)

  static func windowSize(of device: Int32) -> Size {
    var window = winsize()
    if ioctl(device, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      return Size(width: min(Int(window.ws_col), mostCells), height: min(Int(window.ws_row), mostCells))
    }
    return Size(width: 80, height: 24)
  }
}
