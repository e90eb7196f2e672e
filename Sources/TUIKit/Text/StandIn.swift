/// Characters that are drawn instead of others.
enum StandIn {
  /// Drawn for what no font can show: what is unassigned, or not a character.
  static let unprintable: Unicode.Scalar = "\u{FFFD}"

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
