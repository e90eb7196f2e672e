import PeoplebookCore
import Persistence
import Reactive
import TUIKit

/// The screens beside the list.
extension PlainScreen {
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

  /// The element with a number that was typed below a list.
  private func element<Element>(_ number: some StringProtocol, of elements: [Element]) -> Element? {
    if let number = Int(number), elements.indices.contains(number - 1) { return elements[number - 1] }
    print("Type a number of the list, from 1 to \(elements.count.grouped).")
    return nil
  }

  // MARK: History

  func history(_ number: String) async {
    var subject: Person?
    if !number.isEmpty {
      subject = person(number)
      if subject == nil { return }
    }
    let changes = people.makeChanges(of: subject)
    guard await isReady(changes.isLoaded, { $0 }) else { return }
    let rows = Array(changes.rows.snapshot.items)
    guard !rows.isEmpty else { return print("There are no changes yet.") }
    print("\(changes.title), newest first.")
    print(
      rows.map { row in
        let undone = row.isUndone ? ", undone" : ""
        let line = "\(row.day) \(row.time), \(row.author): \(row.title)\(undone)"
        return row.detail.isEmpty ? line : "\(line)\n  \(row.detail)"
      })
  }

  func timeline() async {
    let timeline = people.makeTimeline(around: nil)
    while await isReady(timeline.state, { $0.isLoaded && !$0.isReading }) {
      let state = timeline.state.value
      print(state.index == 0 ? "The current state." : "\(state.index.counted("change", "changes")) ago.")
      print(([state.title] + state.details).filter { !$0.isEmpty }.joined(separator: "\n"))
      let step: Int
      switch await ask("Type earlier, later, restore, or nothing to go back")?.trimmed.lowercased() {
      case "earlier", "e": step = 1
      case "later", "l": step = -1
      case "restore", "r":
        guard await isReady(timeline.state, { !$0.isReading }) else { return }
        let present = timeline.state.value
        if (present.title, present.details) != (state.title, state.details) {
          print("The book has changed in the meantime: nothing was restored.")
          continue
        }
        if !timeline.restore() { print("This is the current state.") }
        return await people.actions.settled()
      case "", nil: return
      default:
        print("Type earlier, later, restore, or nothing to go back.")
        continue
      }
      guard 0...state.count ~= state.index + step else {
        print(step > 0 ? "There is no earlier state." : "There is no later state.")
        continue
      }
      timeline.step(by: step)
    }
  }

  func trash() async {
    let trash = people.makeTrash()
    guard await isReady(trash.progress, { $0.isComplete }) else { return }
    let lines = Array(trash.lines.snapshot.items)
    guard !lines.isEmpty else { return print("There are no deleted people.") }
    print(
      lines.enumerated().map { index, line in
        "\(index + 1). \(line.title), deleted \(line.section) \(line.lead) by \(line.trail)"
      })
    let question = "Type a number to restore, “erase NUMBER”, “empty” to erase all, or nothing to go back"
    guard let text = await askBelowList(question) else { return }
    let words = text.lowercased().split(separator: " ")
    if words == ["empty"] {
      guard await confirms("Erase \(lines.count.people) for good? \(trash.warning)") else {
        return print("Nothing was erased.")
      }
      trash.erase(rows: trash.rows)
    } else if words.first == "erase" {
      guard let line = element(words.dropFirst().joined(), of: lines) else { return }
      guard await confirms("Erase \(line.title) for good? \(trash.warning)") else {
        return print("Nothing was erased.")
      }
      trash.erase(line)
    } else {
      guard let line = element(text, of: lines) else { return }
      trash.restore(line)
    }
    await people.actions.settled()
  }

  // MARK: Duplicates

  func duplicates() async {
    let duplicates = people.makeDuplicates()
    guard await isReady(duplicates.progress, { $0 == .complete }) else { return }
    let lines = Array(duplicates.lines.items)
    guard !lines.isEmpty else { return print("No duplicates found.") }
    let pairs = lines.indices.compactMap { duplicates[$0] }
    print(lines.enumerated().map { "\($0 + 1). \($1.title): \($1.detail), \($1.lead)" })
    let question =
      "Type the number of a pair to merge, “different NUMBER” if they are different people, or nothing to go back"
    guard let text = await askBelowList(question) else { return }
    let words = text.lowercased().split(separator: " ")
    if words.first == "different" {
      guard let pair = element(words.dropFirst().joined(), of: pairs) else { return }
      duplicates.markDistinct(pair)
    } else {
      guard let pair = element(text, of: pairs) else { return }
      await decide(duplicates.makeMerge(of: pair))
    }
    await people.actions.settled()
  }

  /// Asks for the value of each field in which two people differ, and merges them.
  private func decide(_ merge: MergeViewModel) async {
    for row in Array(merge.rows.items) where row.choices.count > 1 {
      let options = row.choices.enumerated().map { index, choice in
        switch choice {
        case .first: "\(index + 1) for \(row.first.isEmpty ? "nothing" : row.first)"
        case .second: "\(index + 1) for \(row.second.isEmpty ? "nothing" : row.second)"
        case .both: "\(index + 1) for both"
        }
      }
      let present = (row.choices.firstIndex(of: row.choice) ?? 0) + 1
      guard let text = await ask("\(row.label): \(options.joined(separator: ", ")) [\(present)]")?.trimmed else {
        return
      }
      if !text.isEmpty, let choice = element(text, of: row.choices) { merge.choose(choice, in: row) }
    }
    print(PersonText.card(merge.result, relatives: people.relatives(of: merge.result)))
    guard await confirms("Merge them into \(merge.name)?") else { return print("Nothing was changed.") }
    merge.merge()
  }

  // MARK: Birthdays, figures

  func birthdays() async {
    let birthdays = people.makeBirthdays()
    guard await isReady(birthdays.isLoaded, { $0 }) else { return }
    let lines = birthdays.lines.snapshot.items
    if lines.isEmpty { print("There are no birthdays in the next \(BirthdaysViewModel.days) days.") }
    print(
      lines.map { line in
        [line.title, line.lead.trimmed, line.detail, line.trail].filter { !$0.isEmpty }.joined(separator: ", ")
      })
  }

  func figures() async {
    let viewModel = people.makeFigures()
    guard await isReady(viewModel.figures, { $0 != nil }), let figures = viewModel.figures.value else { return }
    var lines = ["\(figures.people.people)."]
    lines += figures.tags.map { "Tag \($0.name): \($0.count.people)" }
    for month in figures.months where month.count > 0 { lines.append("Added in \(month.name): \(month.count.people)") }
    if figures.earlier > 0 { lines.append("Added earlier: \(figures.earlier.people)") }
    for day in figures.days where day.count > 0 {
      lines.append("\(day.name): \(day.count.counted("change", "changes"))")
    }
    print(lines)
  }

  // MARK: Files

  /// The result of an action; `nil` after a failure, which is printed.
  private func result<Value: Sendable>(
    of title: String, _ work: @escaping @MainActor (ActionControl) async throws -> Value
  ) async -> Value? {
    let result = await withCheckedContinuation { continuation in
      people.actions.enqueue(title, work) { continuation.resume(returning: $0) }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error):
      say(.problem("\(error)"))
      return nil
    }
  }

  func importPeople(from file: String) async {
    guard !file.isEmpty else { return print("Type the path of a file after import.") }
    let path = TypedPath.path(file)
    if let refusal = ImportFile.refusalToRead(at: path) { return say(.problem(refusal)) }
    let plan = await result(of: "Reading the file") { [people] in
      try await people.planImport(from: path, mappings: [], control: $0)
    }
    guard let plan else { return }
    print(["\(plan.outcome.sentence(isPlan: true))."] + plan.lines + plan.outcome.problems)
    while printPage() {}
    guard await confirms("Import them?") else { return print("Nothing was imported.") }
    guard !plan.isOutdated(for: path) else {
      return say(.problem("The file has changed in the meantime: nothing was imported. Try again"))
    }
    let feature = people.makeImport()
    feature.send(.begin(path: path))
    for await state in feature.viewStates.values where state.isOver {
      say(state.isFailure ? .problem(state.sentence) : .done(state.sentence))
      print(state.problems)
      break
    }
  }

  func export(to file: String) async {
    guard !file.isEmpty else { return print("Type the path of a file after export.") }
    let path = TypedPath.path(file)
    if let refusal = PeopleViewController.refusalToWrite(to: path) { return say(.problem(refusal)) }
    if PeopleFile.writesOver(path, besides: people.path), !(await confirms("Replace \(path)?")) {
      return print("Nothing was written.")
    }
    let sentences = await result(of: "Exporting people") { [people, filter] _ in
      let format = try PersonFormat.forWriting(to: path)
      let written = try await people.peopleAndSimilar(in: filter, limit: .max)
      let report = try PeopleFile.write(written, with: format.writer(), to: path, besides: people.path)
      return ["\(report.people.people) written to \(path)", report.loss(in: format)].compactMap { $0 }
    }
    if let sentences { say(.hint(sentences.joined(separator: ". "))) }
  }

  // MARK: Settings

  func settings(_ text: String) async {
    let words = text.split(separator: " ").map(String.init)
    let old = UserState.loadPreferences()
    guard let key = words.first else {
      return print(SettingsFile.all.map { "\($0.key): \($0.text(in: old)) (\($0.values))" })
    }
    guard let setting = SettingsFile.all.first(where: { $0.key.lowercased() == key.lowercased() }) else {
      return print("There is no setting \(key.excerpt). Type settings for all of them.")
    }
    let values = Array(words.dropFirst())
    guard !values.isEmpty else { return print("\(setting.key): \(setting.text(in: old)) (\(setting.values))") }
    var new = old
    let value = values.joined(separator: " ")
    // As the list of settings shows it, or in words.
    let json = FlatJSON("{\"value\": \(value)}".utf8)
    let readings = [
      json.brokenLine == nil ? json.members.first?.value : nil,
      ["true": true, "false": false][value.lowercased()].map(FlatJSON.Value.flag), .text(value), .texts(values),
    ]
    guard readings.contains(where: { $0.map { setting.set($0, &new) } ?? false }) else {
      return print("\(setting.key) must be \(setting.values).")
    }
    guard setting.value(new) != nil else { return print("Nothing was changed: \(setting.text(in: new)).") }
    do {
      try UserState.save(new, changedFrom: old)
      DateForm.current = new.dateForm
      print("\(setting.key): \(setting.text(in: new)).")
      if new.sortLocale != old.sortLocale, let locale = new.sortLocale {
        people.sort(by: locale)
        await people.actions.settled()
      }
    } catch {
      say(.problem("\(error)"))
    }
  }
}
