/// A verb of the command line.
protocol Command: SendableMetatype {
  static var name: String { get }
  /// One line for the list of verbs.
  static var summary: String { get }
  /// The operands after the name, as the help shows them: `WHO…`.
  static var operands: String { get }
  /// Its options, in addition to those of every verb.
  static var options: [Option] { get }
  /// The rest of the help; may be empty.
  static var details: String { get }
  /// The permitted numbers of operands.
  static var operandCount: ClosedRange<Int> { get }
  /// The operands that a shell suggests.
  static var completion: CompletionKind { get }
  /// Whether only scripts use it, so that the list of verbs leaves it out.
  static var isHidden: Bool { get }

  /// The screen that the verb opens instead of running; `nil` for most.
  @MainActor static func screen(_ arguments: Arguments) throws -> ScreenRequest?
  @MainActor static func run(_ arguments: Arguments) async throws
}

/// A book to open on the screen.
struct ScreenRequest {
  var book: String
  var options: ScreenOptions
  /// Fills the book before it is opened with ``ScreenOptions/isPlain``, without a stage.
  var fill: (@MainActor () async throws -> Void)?
}

extension Command {
  static var operands: String { "" }
  static var options: [Option] { [] }
  static var details: String { "" }
  static var operandCount: ClosedRange<Int> { 0...0 }
  static var completion: CompletionKind { .nothing }
  static var isHidden: Bool { false }

  @MainActor static func screen(_ arguments: Arguments) throws -> ScreenRequest? { nil }

  static var usageLine: String {
    "peoplebook \(name)" + (options.isEmpty ? "" : " [OPTION]…") + (operands.isEmpty ? "" : " \(operands)")
  }

  /// The help of this verb.
  static var help: String {
    var text = "Usage: \(usageLine)\n\n\(summary)\n"
    if !details.isEmpty { text += "\n\(details)\n" }
    if !options.isEmpty { text += "\nOptions\n" + HelpText.lines(for: options) }
    text += "\nAlways\n" + HelpText.lines(for: Option.common)
    return text
  }
}

/// The layout of help.
enum HelpText {
  static func lines(for options: [Option]) -> String {
    let heads = options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return "  \(letter)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
    return table(zip(heads, options.map(\.help)))
  }

  /// Two columns; the second starts after the longest text of the first.
  static func table(_ rows: some Sequence<(String, String)>) -> String {
    let rows = Array(rows)
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0 + String(repeating: " ", count: width - $0.count + 3) + $1 + "\n" }.joined()
  }
}
