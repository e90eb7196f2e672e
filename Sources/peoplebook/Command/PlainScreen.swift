import Dispatch
import Glibc
import PeoplebookCore
import Reactive
import TUIKit
import Time

/// Opens the book as lines of text, and ends the program at the end of the input.
@MainActor
func openPlainScreen(book path: String) throws -> Never {
  let people = PeopleViewModel(store: try Book.open(at: path), scheduler: MainScheduler.shared)
  DateForm.current = UserState.loadPreferences().dateForm
  Task { @MainActor in
    await PlainScreen(people, input: InputLines(), write: Output.write).run()
    exit(ExitStatus.done.rawValue)
  }
  dispatchMain()
}

/// The screens as lines of text with prompts, for people who listen to their terminal, and for terminals without a
/// cursor.
///
/// A line of input is a command, or the answer to the last question. Output is only ever added at the end.
@MainActor
final class PlainScreen {
  private let people: PeopleViewModel
  private let lines: InputLines
  private let write: (String) -> Void
  /// The people of the last list, by the numbers that it has shown.
  private var shown: [PersonRow] = []
  /// The number of people of the list that are printed already.
  private var printed = 0
  private var question: UndoQuestion?
  /// What others have changed since the last prompt.
  private var news: [String] = []
  private var tokens: [AnyCancellable] = []

  private static let page = 20
  /// The people of a list: a search narrows a longer one.
  private static let mostPeople = 10_000

  init(_ people: PeopleViewModel, input lines: InputLines, write: @escaping (String) -> Void) {
    self.people = people
    self.lines = lines
    self.write = write
    people.notices.sink { [weak self] in self?.say($0) }.store(in: &tokens)
    people.undoQuestions.sink { [weak self] in self?.question = $0 }.store(in: &tokens)
    people.changesByOthers.sink { [weak self] changes in
      let words = [changes.author, changes.summary, changes.detail].filter { !$0.isEmpty }
      self?.news.append(words.joined(separator: " "))
    }.store(in: &tokens)
  }

  isolated deinit {}

  /// Reads commands until `quit`, or the end of the input.
  func run() async {
    print("Peoplebook, \(people.fileName). Type help for the commands.")
    list("")
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

  private static let help = """
    NUMBER          show the person with this number of the list
    list            list all people; an empty line lists the next ones
    search TEXT     list the people that a search finds; /TEXT does the same
    add             add a person
    edit NUMBER     edit a person
    delete NUMBER   delete a person
    undo, redo      undo the last change, or redo it
    history         list the last changes; history NUMBER lists those of a person
    trash           list the deleted people, and restore one
    birthdays       list the birthdays of the next weeks
    duplicates      list the people who may be in the book twice
    quit            leave
    """

  private func perform(_ word: String, _ rest: String, line: String) async {
    switch word {
    case "help", "?": print(Self.help)
    case "list", "l": list("")
    case "search", "find", "s": list(rest)
    case _ where word.hasPrefix("/"): list(String(line.dropFirst()))
    case "add", "a": await edit(nil)
    case "edit", "e": if let person = person(rest) { await edit(person) }
    case "delete", "remove", "d": if let person = person(rest) { await delete(person) }
    case "undo", "u": await undo()
    case "redo", "r":
      people.redo()
      await people.actions.settled()
    case "history", "h": await history(rest)
    case "trash": await trash()
    case "birthdays", "b": await birthdays()
    case "duplicates": await duplicates()
    case _ where Int(word) != nil: if let person = person(word) { show(person) }
    default: print("There is no command \(word.excerpt). Type help for the commands.")
    }
  }

  // MARK: Lines

  private func print(_ text: String) { write(PlainText.lines(text) + "\n") }

  /// Asks for a line of text; `nil` at the end of the input.
  private func ask(_ text: String) async -> String? {
    for line in news { print("News: \(line)") }
    news = []
    write("\(PlainText.line(text)): ")
    let line = await lines.next()
    if line == nil { write("\n") }
    return line
  }

  private func confirms(_ text: String) async -> Bool {
    ["y", "yes"].contains(await ask("\(text) Type yes or no")?.trimmed.lowercased())
  }

  private func say(_ notice: PeopleViewModel.Notice) {
    switch notice {
    // The keys of the screen are commands here.
    case .done(let text): print("\(text.split(separator: " · ").first ?? "").")
    case .hint(let text): print("\(text).")
    case .problem(let text): print("Problem: \(text)")
    }
  }

  // MARK: The list

  private func list(_ search: String) {
    if let sentence = people.status.value.sentence { print(sentence) }
    shown = people.people(matching: search, limit: Self.mostPeople)
    printed = 0
    let count = shown.count == Self.mostPeople ? "\(shown.count.grouped) people or more" : shown.count.people
    guard people.status.value.isLive else { return }
    print(search.isEmpty ? "\(count)." : "\(count) found for “\(search)”.")
    printPage()
  }

  /// Prints the next people of the list.
  private func printPage() {
    for index in printed..<min(shown.count, printed + Self.page) {
      let row = shown[index]
      let texts = row.texts.prefix(FieldCatalogue.current.listed.count).filter { !$0.isEmpty && $0 != row.name }
      print(([("\(index + 1). \(row.name)")] + texts).joined(separator: ", "))
    }
    printed = min(shown.count, printed + Self.page)
    if printed < shown.count { print("\((shown.count - printed).grouped) more. An empty line lists the next ones.") }
  }

  /// The person with a number of the list, as they are now.
  private func person(_ number: String) -> Person? {
    guard let number = Int(number), shown.indices.contains(number - 1) else {
      print("Type a number of the list, from 1 to \(shown.count.grouped).")
      return nil
    }
    let person = people.person(withID: shown[number - 1].id)
    if person == nil, people.status.value.isLive { print("\(shown[number - 1].name) is no longer in the book.") }
    return person
  }

  private func show(_ person: Person) {
    print(PersonText.card(person) + people.lastChange(of: person))
  }

  // MARK: Changes

  private func edit(_ original: Person?) async {
    var draft = original ?? Person()
    print("An empty line keeps a value, a minus removes it. Several values are separated by semicolons.")
    for field in FieldCatalogue.current.fields where field.formPlace == .common {
      while true {
        let present = field.kind.values(of: draft).map { $0.label.isEmpty ? $0.value : "\($0.label): \($0.value)" }
        let value = present.isEmpty ? "" : " [\(present.joined(separator: "; "))]"
        guard let text = await ask(field.label + value)?.trimmed else { return }
        if text.isEmpty { break }
        do throws(InvalidValue) {
          let isList = field.kind is any ListFieldKind
          let texts = isList ? text.split(separator: ";").map { String($0).trimmed } : [text]
          try field.kind.assign(text == "-" ? [""] : texts, to: &draft)
          break
        } catch {
          print(error.description)
        }
      }
    }
    guard await confirms("Save \(draft.displayName)?") else { return print("Nothing was changed.") }
    people.save(draft, editedFrom: original)
    await people.actions.settled()
  }

  private func delete(_ person: Person) async {
    guard await confirms("Delete \(person.displayName)?") else { return print("Nothing was changed.") }
    people.remove(PeopleSelection(rows: [person.row], name: person.displayName))
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

  // MARK: Other screens

  /// Waits until a screen has its content; `false` when the book cannot be read.
  private func isReady<Value>(_ value: CurrentValue<Value, Never>, _ condition: (Value) -> Bool) async -> Bool {
    for await (value, status) in value.combineLatest(people.status).values {
      if condition(value) { return true }
      guard let sentence = status.sentence else { continue }
      print(sentence)
      return false
    }
    return false
  }

  private func history(_ number: String) async {
    var subject: Person?
    if !number.isEmpty {
      subject = person(number)
      if subject == nil { return }
    }
    let changes = people.makeChanges(of: subject)
    guard await isReady(changes.isLoaded, { $0 }) else { return }
    let rows = changes.rows.snapshot.items.prefix(Self.page)
    print(rows.isEmpty ? "Nothing was changed yet." : "\(changes.title), the newest first.")
    for row in rows {
      let undone = row.isUndone ? ", undone" : ""
      print("\(row.day) \(row.time), \(row.author): \(row.title)\(undone)")
      if !row.detail.isEmpty { print("  \(row.detail)") }
    }
  }

  private func trash() async {
    let trash = people.makeTrash()
    guard await isReady(trash.progress, \.isComplete) else { return }
    let lines = Array(trash.lines.snapshot.items.prefix(Self.page))
    guard !lines.isEmpty else { return print("There are no deleted people.") }
    for (index, line) in lines.enumerated() {
      print("\(index + 1). \(line.title), deleted \(line.section) \(line.lead) by \(line.trail)")
    }
    guard let text = await ask("Number to restore, or an empty line")?.trimmed, !text.isEmpty else { return }
    guard let number = Int(text), lines.indices.contains(number - 1) else { return print("There is no such number.") }
    trash.restore(lines[number - 1])
    await people.actions.settled()
  }

  private func birthdays() async {
    let birthdays = people.makeBirthdays()
    guard await isReady(birthdays.isLoaded, { $0 }) else { return }
    let lines = birthdays.lines.snapshot.items
    if lines.isEmpty { print("There are no birthdays in the next \(BirthdaysViewModel.days) days.") }
    for line in lines.prefix(Self.page) {
      print([line.title, line.lead.trimmed, line.detail, line.trail].filter { !$0.isEmpty }.joined(separator: ", "))
    }
  }

  private func duplicates() async {
    let duplicates = people.makeDuplicates()
    guard await isReady(duplicates.progress, { $0 == .complete }) else { return }
    if duplicates.lines.items.isEmpty { print("No two people look like one.") }
    for line in duplicates.lines.items.prefix(Self.page) { print("\(line.title): \(line.detail), \(line.lead)") }
  }
}
