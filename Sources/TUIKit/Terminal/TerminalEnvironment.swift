import Glibc

/// The environment variables that describe the terminal and the user's preferences.
struct TerminalEnvironment {
  private let lookUp: (String) -> String?

  /// The environment of the process.
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

  /// Whether the user wants no colours, whatever the terminal supports.
  var refusesColor: Bool { self["NO_COLOR"] != nil }

  /// The terminal's background according to `COLORFGBG`.
  ///
  /// The Linux console is dark.
  var background: TerminalBackground? {
    self["COLORFGBG"].flatMap(TerminalBackground.init(colorFGBG:)) ?? (term?.hasPrefix("linux") == true ? .dark : nil)
  }

  /// The name of this terminal's description with direct colours, if the environment reports their support.
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

  /// Whether the terminal may be queried.
  ///
  /// Not over a connection that may be slow, where the answer could arrive after the program has ended, and not on a
  /// terminal that would show the query.
  var allowsQueries: Bool {
    self["SSH_CONNECTION"] == nil && self["SSH_TTY"] == nil && self["TERM_PROGRAM"] != "Apple_Terminal"
  }
}
