extension String {
  /// The text on one line for a message: what a terminal would interpret is replaced by visible characters.
  var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar.value < 0x20:
        text.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        text.unicodeScalars.append("\u{FFFD}")
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text itself, or its beginning with an ellipsis.
  func shortened(to limit: Int) -> String {
    utf8.count <= limit || count <= limit ? self : prefix(limit - 1) + "…"
  }
}
