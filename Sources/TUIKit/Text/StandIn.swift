/// The visible stand-ins for characters that must not reach a terminal.
///
/// | from data | drawn |
/// |---|---|
/// | U+0000–001F, DEL | its picture: `␀`…`␟`, `␡` (Escape is `␛`, a line feed `␊`) |
/// | U+0080–009F (the other control characters) | `␦` |
/// | line and paragraph separator | `␊` |
/// | bidirectional controls, tags | `·` |
/// | what no font can show: unassigned, not a character | `�` |
///
/// All take one column.
enum StandIn {
  static let unprintable: Unicode.Scalar = "\u{FFFD}"

  /// The stand-in for a scalar; `nil` for one that may be drawn as it is.
  static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: nil
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{2426}"
    case 0x2028, 0x2029: "\u{240A}"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xE0000...0xE007F: "·"
    default: nil
    }
  }

  /// The replacement of a character where only ASCII may be sent: its base letter, a similar shape, or `?`.
  static func ascii(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar }
    switch scalar {
    case "─", "━", "–", "—", "‐", "‑", "╌", "╸", "╺": return "-"
    case "│", "┃", "▌", "▏", "▎", "▍", "▐", "▕", "¦": return "|"
    case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯": return "+"
    case "█", "▉", "▊", "▋", "▓", "■", "▇", "▆": return "#"
    case "▒", "▅", "▄", "▀": return "="
    case "░": return ":"
    case "▁", "▂", "▃": return "_"
    case "●", "•", "◆", "★", "✓", "✔": return "*"
    case "○", "◯", "◌": return "o"
    case "▸", "▶", "→", "›", "»": return ">"
    case "◂", "◀", "←", "‹", "«": return "<"
    case "▲", "↑", "△", "▴": return "^"
    case "▼", "↓", "▽", "▾": return "v"
    case "✕", "×", "✗": return "x"
    case "·", "…", "․": return "."
    case "‘", "’", "‚", "′": return "'"
    case "“", "”", "„", "″": return "\""
    case "\u{A0}", "\u{2002}"..."\u{200A}", "\u{202F}", "\u{3000}": return " "
    default:
      guard scalar.value < 0x1F00, let base = String(scalar).decomposed.first, base.isASCII else { return "?" }
      return base
    }
  }
}

extension String {
  /// The text with an ASCII stand-in for each scalar that is not ASCII.
  var asciiStandIns: String { String(UnicodeScalarView(unicodeScalars.map { StandIn.ascii(for: $0) })) }

  /// The text as the user's locale can show it: unchanged in UTF-8, elsewhere in ASCII, with one stand-in for each
  /// character.
  ///
  /// - Complexity: O(length) outside of UTF-8.
  package var inUserLocale: String {
    if TextLocale.isUTF8 || utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return String(UnicodeScalarView(compactMap { $0.unicodeScalars.first.map(StandIn.ascii) }))
  }
}
