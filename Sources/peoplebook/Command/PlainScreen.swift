import Dispatch
import Glibc
import PeoplebookCore
import Reactive
import TUIKit
import Time

/// Opens the book as lines of text, and ends the program at the end of the input.
@MainActor
func openPlainScreen(book path: String, fill: (@MainActor () async throws -> Void)? = nil) throws -> Never {
  let store = try Book.open(at: path)
  let people = PeopleViewModel(store: store, scheduler: MainScheduler.shared)
  let preferences = UserState.loadPreferences()
  DateForm.current = preferences.dateForm
  let surroundings = BookSurroundings(people)
  Task { @MainActor in
    do {
      try await fill?()
    } catch {
      Output.message("\(error)")
    }
    if let locale = preferences.sortLocale {
      people.sort(by: locale)
      await people.actions.settled()
    }
    await PlainScreen(people, input: InputLines(), write: Output.write).run()
    surroundings.end()
    store.closeAtExit()
    exit(ExitStatus.done.rawValue)
  }
  dispatchMain()
}

/// The screens as lines of text with prompts, for screen readers and for terminals without a cursor.
///
/// A line of input is a command, or the answer to the last question. Output is only ever added at the end.
@MainActor
final class PlainScreen {
  let people: PeopleViewModel
  private let lines: InputLines
  private let write: (String) -> Void
  /// The people of the last list, by the numbers that it has shown.
  var shown: [PersonRow] = []
  /// What the last list was narrowed to.
  var filter = PeopleFilter()
  /// The lines of the last list that are not printed yet.
  private var rest: ArraySlice<String> = []
  private var question: UndoQuestion?
  /// What others have changed last since the last prompt.
  private var news: [String] = []
  /// The number of all changes of others since the last prompt.
  private var newsCount = 0
  private var tokens: [AnyCancellable] = []

  private static let page = 20
  /// The people of a list: a search narrows a longer one.
  static let mostPeople = 10_000

  init(_ people: PeopleViewModel, input lines: InputLines, write: @escaping (String) -> Void) {
    self.people = people
    self.lines = lines
    self.write = write
    people.notices.sink { [weak self] in self?.say($0) }.store(in: &tokens)
    people.undoQuestions.sink { [weak self] in self?.question = $0 }.store(in: &tokens)
    people.changesByOthers.sink { [weak self] changes in
      let words = [changes.author, changes.summary, changes.detail].filter { !$0.isEmpty }
      self?.note(words.joined(separator: " "))
    }.store(in: &tokens)
  }

  isolated deinit {}

  /// Reads commands until `quit`, or the end of the input.
  func run() async {
    print("Peoplebook, \(people.fileName). Type help for the commands.")
    let others = people.presence.others.value.count
    if others > 0 { print("\(others.counted("other program has", "other programs have")) this book open.") }
    for problem in UserState.settingsFile?.problems ?? [] { print("config.json, \(problem).") }
    await list(PeopleFilter())
    while let line = await ask("Command") {
      let words = line.trimmed.split(separator: " ", maxSplits: 1).map(String.init)
      guard let word = words.first?.lowercased() else {
        printPage()
        continue
      }
      if ["quit", "q", "exit"].contains(word) { break }
      await perform(word, words.count > 1 ? words[1].trimmed : "", line: line.trimmed)
    }
  }

  /// A command: its names, the first of which the help shows, and what follows the name.
  struct PromptCommand {
    let names: [String]
    var operand = ""
    let help: String
    let perform: @MainActor (String) async -> Void
  }

  private var commands: [PromptCommand] {
    [
      PromptCommand(names: ["list", "l"], help: "list all people") { _ in await self.list(PeopleFilter()) },
      PromptCommand(names: ["search", "find", "s"], operand: "TEXT", help: "list the people who match") {
        await self.list(PeopleFilter(text: $0))
      },
      PromptCommand(names: ["tags", "t"], operand: "TAGS", help: "list the tags, or the people who have some tags") {
        await self.tags($0)
      },
      PromptCommand(names: ["saved"], operand: "NUMBER", help: "list the saved searches, or the people of one") {
        await self.savedSearches($0)
      },
      PromptCommand(names: ["save"], operand: "NAME", help: "save what the list is narrowed to") {
        await self.saveSearch(as: $0)
      },
      PromptCommand(names: ["forget"], operand: "NUMBER", help: "delete a saved search") { self.forgetSearch($0) },
      PromptCommand(names: ["sort", "o"], operand: "ORDER", help: "sort the list: \(Self.orders)") {
        await self.sort(by: $0)
      },
      PromptCommand(names: ["add", "a"], help: "add a person; add more asks for all fields") {
        await self.edit(nil, isWhole: $0 == "more")
      },
      PromptCommand(
        names: ["edit", "e"], operand: "NUMBER", help: "edit a person; edit NUMBER more asks for all fields"
      ) {
        let words = $0.split(separator: " ")
        guard let person = self.person(String(words.first ?? "")) else { return }
        await self.edit(person, isWhole: words.dropFirst().first == "more")
      },
      PromptCommand(
        names: ["delete", "remove", "d"], operand: "NUMBERS",
        help: "delete people, such as 1 3; delete all deletes the list"
      ) {
        await self.delete($0)
      },
      PromptCommand(
        names: ["tag"], operand: "NUMBERS TAGS", help: "change tags of people: tag 1 3 friend, -work; tag all friend"
      ) {
        await self.changeTags($0)
      },
      PromptCommand(names: ["favourite", "f"], operand: "NUMBER", help: "add a person to favourites, or remove them") {
        guard let person = self.person($0) else { return }
        self.people.toggleFavourites(PeopleSelection(rows: [person.row], name: person.displayName))
        await self.people.actions.settled()
      },
      PromptCommand(names: ["merge", "m"], operand: "NUMBER NUMBER", help: "merge the second person into the first") {
        await self.merge($0)
      },
      PromptCommand(names: ["undo", "u"], help: "undo the last change") { _ in await self.undo() },
      PromptCommand(names: ["redo", "r"], help: "redo what was undone") { _ in
        self.people.redo()
        await self.people.actions.settled()
      },
      PromptCommand(names: ["history", "h"], help: "list the last changes; history NUMBER lists those to a person") {
        await self.history($0)
      },
      PromptCommand(names: ["timeline"], help: "go through earlier states of the book, and restore one") { _ in
        await self.timeline()
      },
      PromptCommand(names: ["trash"], help: "list the deleted people; restore or erase them") { _ in await self.trash()
      },
      PromptCommand(names: ["duplicates"], help: "list the people who may be in the book twice, and merge them") { _ in
        await self.duplicates()
      },
      PromptCommand(names: ["birthdays", "b"], help: "list upcoming birthdays") { _ in await self.birthdays() },
      PromptCommand(names: ["figures"], help: "count people per tag and month, and changes per day") { _ in
        await self.figures()
      },
      PromptCommand(names: ["import"], operand: "FILE", help: "import people from a file, after showing a plan") {
        await self.importPeople(from: $0)
      },
      PromptCommand(names: ["export"], operand: "FILE", help: "export the people of the last list to a file") {
        await self.export(to: $0)
      },
      PromptCommand(names: ["settings", "set"], operand: "KEY VALUE", help: "list the settings, or change one") {
        await self.settings($0)
      },
    ]
  }

  private var help: String {
    let rows = commands.map { ("\($0.names[0]) \($0.operand)".trimmed, $0.help) }
    return HelpText.table(
      [("NUMBER", "show the person with this number of the list"), ("/TEXT", "the same as search TEXT")] + rows
        + [("quit", "leave; q and exit do the same"), ("an empty line", "print more of a long list")])
  }

  private func perform(_ word: String, _ rest: String, line: String) async {
    if let command = commands.first(where: { $0.names.contains(word) }) { return await command.perform(rest) }
    switch word {
    case "help", "?": print(help.trimmed)
    case _ where word.hasPrefix("/"): await list(PeopleFilter(text: String(line.dropFirst())))
    case _ where Int(word) != nil: if let person = person(line) { show(person) }
    default: print("There is no command \(word.excerpt). Type help for the commands.")
    }
  }

  // MARK: Lines

  private func note(_ change: String) {
    newsCount += 1
    news = (news + [change]).suffix(Self.page)
  }

  func print(_ text: String) { write(PlainText.lines(text) + "\n") }

  /// Prints the first of some lines; an empty line of input prints more.
  func print(_ lines: [String]) {
    rest = lines[...]
    printPage()
  }

  /// Prints the next lines of a list; returns `false` when there were none.
  @discardableResult
  func printPage() -> Bool {
    guard !rest.isEmpty else { return false }
    for line in rest.prefix(Self.page) { print(line) }
    rest = rest.dropFirst(Self.page)
    if !rest.isEmpty { print("\(rest.count.grouped) more. An empty line lists the next ones.") }
    return true
  }

  /// Asks for a line of text; `nil` at the end of the input.
  func ask(_ text: String) async -> String? {
    if newsCount > news.count { print("News: \((newsCount - news.count).grouped) earlier changes.") }
    for line in news { print("News: \(line)") }
    (news, newsCount) = ([], 0)
    write("\(PlainText.line(text)): ")
    let line = await lines.next()
    if line == nil { write("\n") }
    return line
  }

  /// Asks for a line of text until it is not empty; an empty one prints more of the list, or ends the questions.
  func askBelowList(_ text: String) async -> String? {
    while let line = await ask(text)?.trimmed {
      if !line.isEmpty { return line }
      if !printPage() { return nil }
    }
    return nil
  }

  func confirms(_ text: String) async -> Bool {
    ["y", "yes"].contains(await ask("\(text) Type yes or no")?.trimmed.lowercased())
  }

  func say(_ notice: PeopleViewModel.StatusMessage) {
    switch notice {
    case .done(let text, _), .hint(let text): print(Self.sentence(text))
    case .problem(let text, _): print("Problem: \(Self.sentence(text))")
    }
  }

  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  private func show(_ person: Person) {
    print(PersonText.card(person, relatives: people.relatives(of: person)) + people.lastChange(of: person))
  }

  // MARK: Changes

  /// - Parameter isWhole: Whether it asks for all fields, and not for the common ones alone.
  private func edit(_ original: Person?, isWhole: Bool) async {
    var draft = original ?? Person()
    print("An empty line keeps a value, a minus removes it. Several values are separated by semicolons.")
    for field in FieldCatalogue.current.fields
    where field.formPlace == .common || isWhole && field.formPlace != nil {
      var doubted: String?
      while true {
        let present = field.kind.values(of: draft).map { $0.label.isEmpty ? $0.value : "\($0.label): \($0.value)" }
        let value = present.isEmpty ? "" : " [\(present.joined(separator: "; "))]"
        guard let text = await ask(field.label + value)?.trimmed else { return }
        if text.isEmpty { break }
        do throws(InvalidValue) {
          let isList = field.kind is any ListFieldKind
          let texts = isList ? text.split(separator: ";").map { String($0).trimmed } : [text]
          try field.kind.assign(text == "-" ? [""] : texts, to: &draft)
          guard text != "-", text != doubted, let kind = field.kind as? any TextFieldKind else { break }
          if let remark = PartialDate.today.flatMap({ kind.remark(on: text, today: $0) }) { print("\(remark).") }
          guard let doubt = kind.doubt(about: text, today: .today) else { break }
          print(doubt.hasSuffix(".") ? doubt : "\(doubt).")
          doubted = text
        } catch {
          print(error.description)
        }
      }
    }
    guard !draft.name.isInvisible else {
      return print("A person needs one of \(FieldCatalogue.current.needed): nothing was changed.")
    }
    guard await confirms("Save \(draft.displayName)?") else { return print("Nothing was changed.") }
    people.save(draft, editedFrom: original)
    await people.actions.settled()
  }

  private func undo() async {
    people.undo()
    await people.actions.settled()
    guard let question else { return }
    self.question = nil
    guard await confirms("\(question.title) \(question.origin)") else { return print("Nothing was changed.") }
    people.undo(question)
    await people.actions.settled()
  }

  private func merge(_ numbers: String) async {
    let words = numbers.split(separator: " ").map(String.init)
    guard words.count == 2, words[0] != words[1] else { return print("Type the numbers of two people of the list.") }
    guard let first = person(words[0]), let second = person(words[1]) else { return }
    guard await confirms("Merge \(second.displayName) into \(first.displayName)?") else {
      return print("Nothing was changed.")
    }
    people.merge(PeopleSelection(rows: [first.row, second.row], name: first.displayName))
    await people.actions.settled()
  }
}
