import Glibc

/// A terminal's settings (`termios`), for comparisons.
public struct TerminalSettings: Equatable, CustomStringConvertible {
  let raw: termios

  private var flags: [UInt32] { [raw.c_iflag, raw.c_oflag, raw.c_cflag, raw.c_lflag] }
  private var characters: [UInt8] { withUnsafeBytes(of: raw.c_cc) { Array($0) } }

  init(_ raw: termios) {
    self.raw = raw
  }

  private func local(_ flag: Int32) -> Bool { flags[3] & UInt32(flag) != 0 }

  /// Whether the terminal edits lines and delivers them whole, as in a shell.
  public var isCanonical: Bool { local(ICANON) }
  /// Whether the terminal echoes typed characters.
  public var echoes: Bool { local(ECHO) }
  /// Whether Ctrl-C, Ctrl-Z and Ctrl-\ send signals.
  public var sendsSignals: Bool { local(ISIG) }
  /// Whether Ctrl-S and Ctrl-Q stop and start the output instead of reaching the program.
  public var hasFlowControl: Bool { flags[0] & UInt32(IXON) != 0 }

  /// Two settings differ when any flag or control character does.
  public static func == (left: TerminalSettings, right: TerminalSettings) -> Bool {
    left.flags == right.flags && left.characters == right.characters
  }

  public var description: String {
    let words = [
      isCanonical ? "lines" : "bytes", echoes ? "echo" : "no echo", sendsSignals ? "signals" : "no signals",
      hasFlowControl ? "flow control" : "no flow control",
    ]
    return words.joined(separator: ", ") + " " + flags.map { String($0, radix: 8) }.joined(separator: "/")
  }
}
