/// A text with a link (OSC 8), for programs that print on a terminal.
///
/// Screens do not support it, and it should not be written to a pipe.
///
///     print(Hyperlink.text("ada@example.org", to: "mailto:ada@example.org"))
public enum Hyperlink {
  /// Returns the text as a link to `url`.
  ///
  /// Neither can control the terminal: control characters in the text become visible stand-ins, and a `url` that is not
  /// plain printable ASCII is left out.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the words and the address.
  public static func text(_ words: String, to url: String) -> String {
    let words = words.sanitized
    guard !url.isEmpty, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return words }
    return "\u{1B}]8;;\(url)\u{1B}\\\(words)\u{1B}]8;;\u{1B}\\"
  }
}
