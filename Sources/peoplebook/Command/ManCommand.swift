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
    page += ".SH VERBS\n"
    for command in Program.listedCommands {
      page += ".SS \(escaped(command.usageLine))\n" + paragraph(command.summary)
      if !command.details.isEmpty { page += ".PP\n" + command.details.split(separator: "\n").map(line).joined() }
      page += options(command.options)
    }
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases { page += entry("\(status.rawValue)", status.meaning) }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page += entry(name, meaning) }
    page += ".SH FILES\n"
    page += entry("$XDG_DATA_HOME/peoplebook/people.db", "The book; ~/.local/share where the variable is not set.")
    page += entry(
      "$XDG_CONFIG_HOME/peoplebook/config.json",
      "Settings of the screen: \(SettingsFile.all.map(\.key).joined(separator: ", ")); "
        + "~/.config where the variable is not set.")
    page += entry(
      "$XDG_STATE_HOME/peoplebook",
      "The order, the filter and the searches of the screen; ~/.local/state where the variable is not set.")
    page += entry(
      "$XDG_CONFIG_HOME/peoplebook/scenes",
      "Scene files of the user, which replace those of the program: \(sceneFiles); "
        + "~/.config where the variable is not set.")
    return page
  }

  private static var sceneFiles: String { SceneName.allCases.map(\.fileName).joined(separator: ", ") }

  private static let environment = [
    ("PEOPLEBOOK", "The path of the book, unless --book names another."),
    ("LC_ALL, LC_CTYPE, LANG", "The letters that the terminal can show."),
    ("LC_ALL, LC_COLLATE, LANG", "The order of names in a new book."),
    ("NO_COLOR", "No colours on the screen."),
    ("COLORTERM", "With truecolor, the screen uses 24 bits for colours."),
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
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.first == "." || text.first == "'" ? "\\&" + text : text
  }
}
