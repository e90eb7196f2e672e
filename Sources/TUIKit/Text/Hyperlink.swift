/// Text that leads somewhere when it is clicked (OSC 8), for what a program prints on a terminal: not for screens, whose
/// cells know nothing of it, and not for a pipe.
///
///     print(Hyperlink.text("ada@example.org", to: "mailto:ada@example.org"))
public enum Hyperlink {
  /// The words with the way to `url` around them. Nothing in either can steer the terminal: in the words stand-ins are
  /// visible, and a `url` that is not plain printable ASCII is left out.
  public static func text(_ words: String, to url: String) -> String {
    let words = words.sanitized
    guard !url.isEmpty, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return words }
    return "\u{1B}]8;;\(url)\u{1B}\\\(words)\u{1B}]8;;\u{1B}\\"
  }
}
