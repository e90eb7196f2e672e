import PeoplebookCore
import Persistence

/// The values of an option, or the operands of a verb, that a shell suggests.
enum CompletionKind: Sendable {
  case nothing
  case words([String])
  /// The shell lists files itself.
  case files
  /// The names of the people in the book.
  case people
  /// The texts of a field of the people in the book.
  case values(of: PersonField)
}

/// A completion of the word that is being typed.
struct WordCompletion: Hashable, Sendable {
  /// The whole word.
  var text: String
  /// A short description; may be empty.
  var note = ""
}

/// The completions of the last word of a command line, from the same tables as the help.
struct WordCompletions {
  /// Whether the shell is to suggest files as well.
  private(set) var hasFiles = false
  private(set) var all: [WordCompletion] = []

  /// The number of people that are suggested.
  private static let limit = 200

  /// - Parameters:
  ///   - words: The words of the line, the program's name first; the last one is being typed, and may be empty.
  ///   - open: Opens the book that the line names.
  @MainActor
  init(for words: [String], opening open: (Arguments) throws -> Store) throws {
    let typed = words.last ?? ""
    let line = TypedLine(words.dropLast())
    if let option = line.pending {
      try add(option.completion, typed, line.arguments, open)
    } else if !line.hasEndedOptions, typed.hasPrefix("-") {
      if let equals = typed.firstIndex(of: "="), let option = line.option(named: typed[..<equals].dropFirst(2)) {
        let value = typed[typed.index(after: equals)...]
        try add(option.completion, String(value), line.arguments, open, after: String(typed[...equals]))
      } else {
        add(line.options.map { WordCompletion(text: "--\($0.name)", note: $0.help) }, typed)
      }
    } else if line.verb == nil || line.verb == Program.helpVerb.name {
      let verbs = Program.listedCommands.map { WordCompletion(text: $0.name, note: $0.summary) }
      let help = WordCompletion(text: Program.helpVerb.name, note: Program.helpVerb.summary)
      add(verbs + (line.verb == nil ? [help] : []), typed)
    } else if let command = line.command, line.operands < command.operandCount.upperBound {
      try add(command.completion, typed, line.arguments, open)
    }
  }

  private mutating func add(_ suggestions: [WordCompletion], _ typed: String) {
    all += suggestions.filter { $0.text.hasPrefix(typed) }
  }

  /// - Parameter head: The text before the value in the same word: `--format=`.
  @MainActor
  private mutating func add(
    _ completion: CompletionKind, _ typed: String, _ arguments: Arguments, _ open: (Arguments) throws -> Store,
    after head: String = ""
  ) throws {
    var found: [WordCompletion] = []
    switch completion {
    case .nothing: break
    case .files: hasFiles = true
    case .words(let words): found = words.filter { $0.hasPrefix(typed) }.map { WordCompletion(text: $0) }
    case .values(let field):
      guard let path = field.kind.suggestedTexts else { return }
      found = try open(arguments).values(of: path).filter { Self.begins($0.value, with: typed) }
        .map { WordCompletion(text: $0.value, note: $0.count.people) }
    case .people: found = try Self.people(typed, in: open(arguments))
    }
    all += found.map { WordCompletion(text: head + $0.text, note: $0.note) }
  }

  @MainActor
  private static func people(_ typed: String, in store: Store) throws -> [WordCompletion] {
    // A name begins with one of these; the search finds the same word in any field.
    let first = typed.prefix { !$0.isWhitespace }
    var begun = Filter<Person>.isText(\.firstName, "") && .isText(\.lastName, "")
    for beginning in Set([String(first), first.prefix(1).uppercased() + first.dropFirst()]) {
      for part in [\Person.firstName, \.lastName, \.fullName] { begun = begun || .hasPrefix(part, beginning) }
    }
    let query = Query<Person>().where(begun)
    var names: Set<String> = []
    return try TypedSearch(typed).people(of: query, in: store, limit: 5 * limit)
      .filter { !$0.name.isEmpty && begins($0.name, with: typed) && names.insert($0.name).inserted }
      .prefix(limit).map { WordCompletion(text: $0.name, note: $0.emails.first?.value ?? "") }
  }

  private static func begins(_ text: String, with typed: String) -> Bool {
    text.lowercased().hasPrefix(typed.lowercased())
  }
}

/// The words before the one that is being typed, read as far as they make sense.
private struct TypedLine {
  private(set) var arguments = Arguments()
  private(set) var verb: String?
  /// The number of words after the verb that are not options.
  private(set) var operands = 0
  /// The option that the typed word is the value of.
  private(set) var pending: Option?
  private(set) var hasEndedOptions = false

  var command: (any Command.Type)? { Program.commands.first { $0.name == verb } }

  /// The options that can be given next.
  var options: [Option] {
    verb == nil ? Option.common + ScreenOptions.options : (command?.options ?? []) + Option.common
  }

  /// - Parameter words: The program's name first.
  init(_ words: some Sequence<String>) {
    for word in words.dropFirst() { read(word) }
  }

  /// The option with a name, or the only one that begins so.
  func option(named name: some StringProtocol) -> Option? {
    // An option may stand before its verb.
    let known = verb == nil ? Program.allOptions : options
    if let option = known.first(where: { $0.name == name }) { return option }
    let near = known.filter { $0.name.hasPrefix(name) }
    return near.count == 1 ? near[0] : nil
  }

  private mutating func read(_ word: String) {
    if let option = pending {
      pending = nil
      arguments.give(word, to: option)
    } else if !hasEndedOptions, word == "--" {
      hasEndedOptions = true
    } else if !hasEndedOptions, word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = option(named: parts[0]) else { return }
      if parts.count > 1 {
        arguments.give(String(parts[1]), to: option)
      } else if option.value != nil {
        pending = option
      }
    } else if !hasEndedOptions, word.hasPrefix("-"), word.count > 1 {
      readLetters(word.dropFirst())
    } else if verb == nil {
      verb = word
    } else {
      operands += 1
    }
  }

  /// Reads `-rn5` and `-rn`.
  private mutating func readLetters(_ letters: Substring) {
    for index in letters.indices {
      let known = verb == nil ? Program.allOptions : options
      guard let option = known.first(where: { $0.letter == letters[index] }), option.value != nil else { continue }
      let value = letters[letters.index(after: index)...]
      if value.isEmpty { pending = option } else { arguments.give(String(value), to: option) }
      return
    }
  }
}
