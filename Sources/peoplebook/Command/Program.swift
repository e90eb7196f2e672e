import Algorithms
import Dispatch
import Glibc
import PeoplebookCore
import Persistence

/// The command line: finds the verb, runs it, and turns the result into an exit status.
enum Program {
  static let version = "0.1.0"

  static let commands: [any Command.Type] = [
    ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self, DuplicatesCommand.self,
    MergeCommand.self,
    UndoCommand.self, RedoCommand.self, LogCommand.self, ImportCommand.self, ExportCommand.self, BirthdaysCommand.self,
    FiguresCommand.self, QueryCommand.self, AddEmailCommand.self, WatchCommand.self, DemoCommand.self,
    DoctorCommand.self,
    ShareCommand.self, JoinCommand.self, MembersCommand.self, LeaveCommand.self,
    CompletionsCommand.self, ManCommand.self, CompleteCommand.self,
  ]

  /// The verbs that the help lists.
  static var listedCommands: [any Command.Type] { commands.filter { !$0.isHidden } }

  /// The verb that prints the help of another one, which the program answers itself.
  static let helpVerb = (name: "help", operands: "VERB", summary: "Print the help of a verb.")

  /// Runs the program with the words of the command line.
  @MainActor
  static func run() -> Never {
    // Writing to a pipe without a reader is then an error that is handled, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    StandardDescriptors.occupy()
    do {
      let invocation = try parse(commandLine())
      guard let command = invocation.command else {
        try open(ScreenRequest(book: BookPath.path(invocation.arguments), options: ScreenOptions(invocation.arguments)))
      }
      if let request = try command.screen(invocation.arguments) { try open(request) }
      Task { @MainActor in await run(command, invocation.arguments) }
      dispatchMain()
    } catch {
      end(with: Failure(error))
    }
  }

  /// The words of the command line, the program's name first.
  ///
  /// - Throws: ``Failure`` for a word that is not UTF-8: its repaired text would name another file or person.
  private static func commandLine() throws(Failure) -> [String] {
    let words = CommandLine.arguments
    for (index, word) in words.enumerated().dropFirst() {
      guard let bytes = CommandLine.unsafeArgv[index], strcmp(bytes, word) != 0 else { continue }
      throw .usage("The argument \(word.excerpt) is not UTF-8: rename the file, or set the terminal to UTF-8.")
    }
    return words
  }

  /// A verb with its arguments.
  struct Invocation: Sendable {
    /// The verb; `nil` opens the book on the screen.
    var command: (any Command.Type)?
    var arguments: Arguments
  }

  /// The verb and its arguments.
  ///
  /// Help and version are answered here, and end the program.
  static func parse(_ words: [String]) throws(Failure) -> Invocation {
    let operands = try operands(words)
    guard let verb = operands.first else {
      let arguments = try Arguments(words, options: screenOptions)
      answer(arguments, help: help)
      return Invocation(command: nil, arguments: arguments)
    }
    if verb == helpVerb.name { try printHelp(words) }
    guard let command = command(named: verb) else {
      // The value of an unknown option is read as the verb, so the option is reported.
      _ = try Arguments(words, options: allOptions)
      throw unknown(verb)
    }
    // Parses again with the options of this verb alone, which decide about abbreviations and errors.
    var arguments = try Arguments(words, options: command.options + Option.common)
    answer(arguments, help: command.help)
    arguments.dropVerb()
    try check(arguments.operands, of: verb, command.operandCount, usage: command.usageLine)
    return Invocation(command: command, arguments: arguments)
  }

  private static func check(
    _ operands: [String], of verb: String, _ count: ClosedRange<Int>, usage: String
  ) throws(Failure) {
    guard !count.contains(operands.count) else { return }
    let problem =
      operands.count < count.lowerBound ? "needs more arguments" : "does not take \(operands[count.upperBound].excerpt)"
    throw .usage("“\(verb)” \(problem). Usage: \(usage)")
  }

  /// Prints the help of a verb or of the program, and ends the program.
  private static func printHelp(_ words: [String]) throws(Failure) -> Never {
    var arguments = try Arguments(words, options: Option.common)
    answer(arguments, help: help)
    arguments.dropVerb()
    try check(arguments.operands, of: helpVerb.name, 0...1, usage: "peoplebook \(helpVerb.name) [VERB]")
    if let topic = arguments.operands.first, topic != helpVerb.name {
      guard let command = command(named: topic) else { throw unknown(topic) }
      Output.write(command.help)
    } else {
      Output.write(help)
    }
    exit(ExitStatus.done.rawValue)
  }

  /// The words that are neither options nor their values, the verb first.
  private static func operands(_ words: [String]) throws(Failure) -> [String] {
    // The options of verbs take time to make, and opening the book needs none of them.
    if let arguments = try? Arguments(words, options: screenOptions), arguments.operands.isEmpty { return [] }
    let operands = try Arguments(words, options: allOptions, isTolerant: true).operands
    if let verb = operands.first, verb == helpVerb.name || command(named: verb) != nil { return operands }
    // A letter before the verb may have a value with one verb and none with another.
    for command in commands where words.contains(command.name) {
      let own = try Arguments(words, options: command.options + Option.common, isTolerant: true).operands
      if own.first == command.name { return own }
    }
    return operands
  }

  /// The options without a verb.
  private static var screenOptions: [Option] { Option.common + ScreenOptions.options }

  /// The options of all verbs, with which the verb can be found among the words.
  static var allOptions: [Option] {
    var known: Set<String> = []
    let options = commands.flatMap { $0.options } + screenOptions
    return options.filter { known.insert($0.name).inserted }
  }

  private static func command(named name: String) -> (any Command.Type)? {
    commands.first { $0.name == name }
  }

  private static func answer(_ arguments: Arguments, help: String) {
    if arguments.has(.help) {
      Output.write(help)
    } else if arguments.has(.version) {
      Output.write("peoplebook \(version)\n")
    } else {
      return
    }
    exit(ExitStatus.done.rawValue)
  }

  /// The letters in which an unknown verb may differ from the one that it is taken for.
  private static let mostTypos = 2

  private static func unknown(_ verb: String) -> Failure {
    let names = listedCommands.map { $0.name }.filter { abs($0.count - verb.count) <= mostTypos }
    let near = names.map { (name: $0, typos: $0.editDistance(to: verb)) }.min { $0.typos < $1.typos }
    let hint = near.flatMap { $0.typos <= mostTypos ? " Did you mean “\($0.name)”?" : nil } ?? ""
    return .usage("There is no verb \(verb.excerpt).\(hint) “peoplebook --help” lists them.")
  }

  /// The rows of the list of verbs in the help.
  private static var verbs: [(String, String)] {
    listedCommands.map { ("  \($0.name)", $0.summary) } + [("  \(helpVerb.name)", helpVerb.summary)]
  }

  /// The help's sentence about the conversion, which verbs that only read do too.
  static let migration =
    "A book of an older version is converted when a verb or the screen opens it, after a copy was made beside it."

  static var help: String {
    """
    Peoplebook is a people book for the terminal that shows every change as it happens.

    Usage: peoplebook [--book PATH]            open the book on the screen
           peoplebook VERB [OPTION]… …         do one thing

    Verbs
    \(HelpText.table(verbs))
    “peoplebook VERB --help” says more about each.
    \(migration)

    Options
    \(HelpText.lines(for: Option.common + ScreenOptions.options))
    Exit status
    \(HelpText.table(ExitStatus.allCases.map { ("  \($0.rawValue)", $0.meaning) }))
    """
  }

  // MARK: Running

  @MainActor
  private static func run(_ command: any Command.Type, _ arguments: Arguments) async {
    do {
      try await command.run(arguments)
      await OpenBook.close()
      exit(ExitStatus.done.rawValue)
    } catch {
      await OpenBook.close()
      end(with: Failure(error))
    }
  }

  @MainActor
  private static func open(_ request: ScreenRequest) throws -> Never {
    guard request.options.isPlain || (isatty(STDIN_FILENO) == 1 && Output.isTerminal) else {
      throw Failure.failed("The screen needs a terminal. “peoplebook list” prints the people.")
    }
    do {
      if request.options.isPlain { try openPlainScreen(book: request.book, fill: request.fill) }
      try openScreen(book: request.book, options: request.options)
    } catch let error as StoreError {
      throw Failure(opening: error)
    }
  }

  private static func end(with failure: Failure) -> Never {
    if !failure.message.isEmpty { Output.message(failure.message) }
    if let signal = failure.signal {
      DemoFolder.remove()
      Interruption.end(by: signal)
    }
    exit(failure.status.rawValue)
  }
}
