import CTerminal

/// The desktop that the terminal belongs to.
@MainActor
public enum Desktop {
  /// The schemes of the links that are opened; a link to a file or a script may come from another person.
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "geo"]

  /// Opens a link with the program that the user has chosen for its kind (`xdg-open`), which does not use the terminal.
  ///
  /// - Returns: Whether there is such a program, and the link is one to a page, an address, a phone or a place.
  /// - Complexity: O(*n*), where *n* is the length of the link.
  public static func open(_ link: String) -> Bool {
    guard let scheme = link.split(separator: ":").first, schemes.contains(scheme.lowercased()) else { return false }
    // The shell ends at once, and `xdg-open` continues.
    return cterminal_run_apart("command -v xdg-open || exit 127\nxdg-open \"$1\" &", link) == 0
  }
}
