import Glibc

/// What the environment says about the terminal and about its owner's wishes.
struct TerminalEnvironment {
  private let lookUp: (String) -> String?

  /// The process's own.
  init() {
    lookUp = { name in getenv(name).map { String(cString: $0) } }
  }

  init(_ variables: [String: String]) {
    lookUp = { variables[$0] }
  }

  subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return value
  }

  var term: String? { self["TERM"] }

  /// Whether no colours are wanted, whatever the terminal can do.
  var refusesColor: Bool { self["NO_COLOR"] != nil }

  /// What the terminal says about its background in `COLORFGBG`. The console of Linux is dark.
  var background: TerminalBackground? {
    self["COLORFGBG"].flatMap(TerminalBackground.init(colorFGBG:)) ?? (term?.hasPrefix("linux") == true ? .dark : nil)
  }

  /// The description of this terminal that knows direct colours, where the environment says that it has them.
  var directTerm: String? {
    guard let term, !refusesColor else { return nil }
    switch self["COLORTERM"] {
    case "truecolor", "24bit": break
    default: return nil
    }
    if term.hasSuffix("-direct") { return term }
    for suffix in ["-256color", "-16color", "-color"] where term.hasSuffix(suffix) {
      return term.dropLast(suffix.count) + "-direct"
    }
    return term + "-direct"
  }

  /// Whether the terminal may be asked what it can do. Not over a connection that may be slow, where the answer could
  /// come after the program has ended, and not one that shows the question.
  var allowsQueries: Bool {
    self["SSH_CONNECTION"] == nil && self["SSH_TTY"] == nil && self["TERM_PROGRAM"] != "Apple_Terminal"
  }
}
