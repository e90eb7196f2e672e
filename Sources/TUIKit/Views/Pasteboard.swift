/// What was copied last. Setting it also offers it to the terminal's clipboard (OSC 52), where other programs find it if the
/// terminal allows.
///
/// What other programs have copied comes as a paste: a terminal does not let itself be asked.
@MainActor
public final class Pasteboard {
  /// The text; empty at first. Characters that could steer a terminal are visible stand-ins, since what is pasted into a
  /// shell is read by it: only tabs and line feeds stay.
  public var string: String {
    get { stored }
    set {
      stored = Self.harmless(newValue)
      onChange(stored)
    }
  }

  /// Takes the text to the terminal; the application sets it.
  var onChange: (String) -> Void = { _ in }
  private var stored = ""

  private static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).sanitized }.joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
