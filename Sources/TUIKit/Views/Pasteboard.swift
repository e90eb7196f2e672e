/// The text that was copied last.
///
/// Setting it also sends it to the terminal's clipboard (OSC 52), where other programs find it if the terminal permits
/// that.
///
/// Text that other programs have copied arrives as a paste, because terminals do not let programs read the clipboard.
@MainActor
public final class Pasteboard {
  /// The text; empty at first.
  ///
  /// Control characters other than tabs and line feeds become visible stand-ins, because a shell would interpret them
  /// when they are pasted.
  ///
  /// - Complexity: O(*n*) to set, where *n* is the length of the text.
  public var string: String {
    get { stored }
    set {
      stored = Self.harmless(newValue)
      onChange(stored)
    }
  }

  /// Sends the text to the terminal; set by the application.
  var onChange: (String) -> Void = { _ in }
  private var stored = ""

  private static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).sanitized }.joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
