extension InputDecoder {
  /// A terminal's answer to a query.
  public enum Report: Hashable, Sendable {
    /// The state of a mode: 0 is unknown, 1 set, 2 reset, 3 permanently set and 4 permanently reset.
    case mode(Int, state: Int)
    /// The background colour.
    case background(TerminalBackground)
  }
}

extension InputDecoder.Report {
  /// Reads the string that follows Escape.
  ///
  /// The program queries only the background: `]11;COLOUR`.
  init?(string: some Sequence<UInt8>) {
    let text = String(decoding: Array(string), as: UTF8.self)
    guard text.hasPrefix("]11;"), let background = TerminalBackground(reported: text.dropFirst(4)) else { return nil }
    self = .background(background)
  }
}
