/// The format of what a verb prints: text for people, or JSON for programs.
enum OutputFormat: String, CaseIterable {
  case text, json

  /// Whether programs read it, and not people.
  var isData: Bool { self == .json }

  /// `--format text|json`.
  static let option = Option(
    "format", letter: "f", value: "FORMAT", "text (the default) or json.",
    completion: .words(allCases.map(\.rawValue)))

  /// The format that was asked for; text by default.
  init(_ arguments: Arguments) throws(Failure) {
    self = try arguments.choice(Self.option, of: OutputFormat.self) ?? .text
  }
}
