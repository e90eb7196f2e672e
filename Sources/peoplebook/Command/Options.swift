/// An option of the command line.
struct Option: Sendable {
  /// The name without the dashes.
  var name: String
  /// One letter; `nil` for none.
  var letter: Character?
  /// The word for its value in the help; `nil` when it takes none.
  var value: String?
  /// One line of help.
  var help: String
  /// The values that a shell suggests.
  var completion: CompletionKind

  init(
    _ name: String, letter: Character? = nil, value: String? = nil, _ help: String,
    completion: CompletionKind = .nothing
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
    self.completion = completion
  }
}

extension Option {
  static let help = Option("help", letter: "h", "Print this help.")
  static let version = Option("version", letter: "V", "Print the version.")
  static let book = Option(
    "book", letter: "b", value: "PATH", "The book; by default $PEOPLEBOOK, or else people.db in the data folder.",
    completion: .files)
  static let author = Option("author", value: "NAME", "The author of the change, in the log and on other screens.")

  /// The options of every verb.
  static let common = [help, version, book]

  static let search = Option("search", letter: "s", value: "TEXT", "Only people who match.")
  static let tag = Option(
    "tag", letter: "t", value: "TAG", "Only people with this tag; may be given several times.",
    completion: .values(of: .tags))
}
