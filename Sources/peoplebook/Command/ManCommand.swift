/// Prints the manual page, from the same tables as the help.
enum ManCommand: Command {
  static let name = "man"
  static let summary = "Print the manual page, as in “peoplebook man | man -l -”."

  static func run(_ arguments: Arguments) async throws {
    Output.data(ManualPage.text)
  }
}

/// The manual page in the language of troff.
enum ManualPage {
  static var text: String {
    var page = """
      .TH PEOPLEBOOK 1 "" "peoplebook \(Program.version)" "User Commands"
      .SH NAME
      peoplebook \\- a people book for the terminal that shows every change as it happens
      .SH SYNOPSIS
      .B peoplebook
      [\\-\\-book PATH]
      .br
      .B peoplebook
      VERB [OPTION]… …
      .SH DESCRIPTION
      Without a verb, peoplebook opens the book on the screen, where ? lists the keys.
      With a verb, it does one thing: data goes to standard output, and messages go to standard error.
      .SH OPTIONS

      """
    page += options(Option.common + ScreenOptions.options)
    page += ".SH VERBS\n" + paragraph(Program.migration)
    for command in Program.listedCommands {
      page += ".SS \(escaped(command.usageLine))\n" + paragraph(command.summary)
      if !command.details.isEmpty { page += ".PP\n" + command.details.split(separator: "\n").map(line).joined() }
      page += options(command.options)
    }
    page += ".SS \(escaped("peoplebook \(Program.helpVerb.name) \(Program.helpVerb.operands)"))\n"
    page += paragraph(Program.helpVerb.summary)
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases { page += entry("\(status.rawValue)", status.meaning) }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page += entry(name, meaning) }
    page += ".SH FILES\n"
    for (path, meaning) in files { page += entry(path, meaning) }
    return page + ".SH SEE ALSO\n.BR peoplebook\\-sync (1)\n"
  }

  private static var files: [(path: String, meaning: String)] {
    let settings = SettingsFile.all.map(\.key).joined(separator: ", ")
    return [
      ("$XDG_DATA_HOME/peoplebook/people.db", "The book; ~/.local/share where the variable is not set."),
      ("BOOK.keys", "The keys of a shared book, beside it. Copy both, or the copy is not kept in step."),
      ("BOOK.sync", "How the exchange of a shared book is doing, from the process that keeps it in step."),
      (
        "$XDG_CONFIG_HOME/peoplebook/config.json",
        "Settings of the screen: \(settings); ~/.config where the variable is not set."
      ),
      (
        "$XDG_STATE_HOME/peoplebook",
        "The order, the filter and the searches of the screen; ~/.local/state where the variable is not set."
      ),
      (
        "$XDG_CONFIG_HOME/peoplebook/scenes",
        "Scene files of the user, which replace those of the program: \(sceneFiles); "
          + "~/.config where the variable is not set."
      ),
    ]
  }

  private static var sceneFiles: String { SceneName.allCases.map(\.fileName).joined(separator: ", ") }

  private static let environment = [
    ("PEOPLEBOOK", "The path of the book, unless --book names another."),
    ("LC_ALL, LC_CTYPE, LANG", "The letters that the terminal can show."),
    ("LC_ALL, LC_COLLATE, LANG", "The order of names in a new book."),
    ("NO_COLOR", "No colours on the screen."),
    ("COLORTERM", "With truecolor or 24bit, the screen uses 24 bits for colours."),
    ("COLORFGBG", "The colours of the terminal, such as 15;0: the theme is then dark or light, unless one is chosen."),
    ("TMPDIR", "The folder for the book of a demo, and for what an import reads from a pipe; /tmp by default."),
    ("XDG_RUNTIME_DIR", "The folder in which programs that have one book open find each other."),
    ("http_proxy", "The proxy through which a relay is reached, unless it is on this machine."),
  ]

  private static func options(_ options: [Option]) -> String {
    options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? ""
      return entry("\(letter)--\(option.name)" + (option.value.map { " \($0)" } ?? ""), option.help)
    }.joined()
  }

  private static func entry(_ term: String, _ text: String) -> String {
    ".TP\n.B \(escaped(term))\n" + paragraph(text)
  }

  private static func paragraph(_ text: String) -> String { text.split(separator: "\n").map { line($0) }.joined() }

  /// A line of text; an indented one is kept as it is.
  private static func line(_ text: Substring) -> String {
    let line = escaped(String(text))
    return text.first == " " ? ".nf\n\(line)\n.fi\n" : "\(line)\n"
  }

  /// The text without what troff would take for a request or an escape.
  private static func escaped(_ text: String) -> String {
    // An apostrophe and a tilde would become a quotation mark and an accent, which cannot be copied into a shell.
    let special = [("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("~", "\\(ti")]
    let text = special.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return text.first == "." ? "\\&" + text : text
  }
}
