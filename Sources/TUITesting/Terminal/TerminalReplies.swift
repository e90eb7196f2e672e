extension TerminalState {
  /// The modes that are reported as supported, in addition to those of every terminal.
  private static let offered: Set<TerminalMode> = [
    .applicationCursorKeys, .autowrap, .cursorVisible, .mouseClicks, .mouseDrags, .mouseMoves, .focusReports,
    .mouseInSGR, .alternateScreen, .bracketedPaste, .synchronizedUpdate,
  ]

  /// The reply to a query that libvterm would answer wrongly; `nil` for any other sequence.
  func reply(to sequence: EscapeScanner.ControlSequence) -> [UInt8]? {
    let isModeQuestion = sequence.prefix == [UInt8(ascii: "?")] && sequence.intermediates == [UInt8(ascii: "$")]
    if isModeQuestion, sequence.final == UInt8(ascii: "p") {
      let mode = TerminalMode(rawValue: sequence.fields.first?.first ?? 0)
      let answer = !Self.offered.contains(mode) ? 0 : isOn(mode) ? 1 : 2
      return Array("\u{1B}[?\(mode.rawValue);\(answer)$y".utf8)
    }
    return nil
  }

  /// The reply to a query of colours: light on dark.
  func reply(toString opener: UInt8, _ content: [UInt8]) -> [UInt8]? {
    guard opener == UInt8(ascii: "]") else { return nil }
    switch String(decoding: content, as: UTF8.self) {
    case "10;?": return Array("\u{1B}]10;rgb:e6e6/e6e6/e6e6\u{1B}\\".utf8)
    case "11;?": return Array("\u{1B}]11;rgb:1616/1818/1d1d\u{1B}\\".utf8)
    default: return nil
    }
  }
}
