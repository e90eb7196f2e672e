import TUIKit

/// Data as text that is safe to print.
enum PlainText {
  /// One line: control characters, line ends among them, are visible stand-ins, as are characters that the locale
  /// cannot show.
  static func line(_ text: String) -> String { text.sanitized.inUserLocale }

  /// Like ``line(_:)``, but keeps line ends.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
  }
}
