import PeoplebookCore
import RIV
import Reactive
import TUIKit

/// Exporting people to a file, and importing them from one.
extension PeopleViewController {
  /// A question for a path.
  ///
  /// - Parameter refusal: Returns the reason why the file at a path cannot be used.
  private static func question(
    _ title: String, example: String, refusal: @escaping (String) -> String?
  ) -> PromptViewController.Question {
    .init(
      title: title, example: example, need: "Type the path of a file", completions: TypedPath.completions,
      refusal: { refusal(TypedPath.path($0)) })
  }

  /// Asks for a file, and writes the marked people to it, or else all people that the list shows.
  func askForExport() {
    guard markedForAction.count == 0 else {
      return act("Export") { [weak self] in self?.askForFile(of: $0) }
    }
    askForFile(of: viewModel.shownPeople)
  }

  /// - Parameter text: The text that is in the field at first.
  private func askForFile(of people: PeopleSelection, text: String = "") {
    guard !people.isEmpty else { return statusBar.show("There are no people to export") }
    var question = Self.question(exportTitle(people), example: "people.vcf", refusal: Self.refusalToWrite)
    question.text = text
    present(PromptViewController(question) { [weak self] text in self?.export(people, to: TypedPath.path(text)) })
  }

  private func exportTitle(_ people: PeopleSelection) -> String {
    if people.count == 1 { return "Export \(people.title) to" }
    if people.isMarked { return "Export \(people.count.grouped) marked people to" }
    return isFiltered ? "Export the \(people.title) shown to" : "Export all \(people.title) to"
  }

  /// The reason why people cannot be exported to a path.
  static func refusalToWrite(to path: String) -> String? {
    if PeopleFile.isFolder(path) { return "\(path) is a folder: name a file in it." }
    if PeopleFile.isStream(path) {
      return "\(path) is not a regular file: “peoplebook export” can write to pipes and devices."
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !folder.isEmpty, !PeopleFile.isFolder(folder) { return "There is no folder \(folder)." }
    do {
      _ = try PersonFormat.forWriting(to: path)
      return nil
    } catch {
      return error.description
    }
  }

  private func export(_ people: PeopleSelection, to path: String) {
    let format: PersonFormat
    do {
      format = try PersonFormat.forWriting(to: path)
    } catch {
      return statusBar.showError(error.description)
    }
    guard PeopleFile.writesOver(path, besides: viewModel.path) else { return write(people, as: format, to: path) }
    ask(
      Alert(
        title: "Replace \(path)?",
        buttons: [
          .cancel("Keep the file") { [weak self] in self?.askForFile(of: people, text: path) },
          .destructive("Replace") { [weak self] in self?.write(people, as: format, to: path) },
        ]))
  }

  private func write(_ selection: PeopleSelection, as format: PersonFormat, to path: String) {
    viewModel.actions.enqueue("Exporting \(selection.title)", canCancel: true) {
      [viewModel, files] control -> [String]? in
      let people = try await viewModel.people(in: selection, control: control)
      guard !people.isEmpty else { return nil }
      let book = viewModel.path
      let report = try await files.run {
        try PeopleFile.write(
          people, with: format.writer(), to: path, besides: book, isCancelled: control.isCancelled)
      }
      return ["\(report.people.people) written to \(path)", report.loss(in: format)].compactMap { $0 }
    } completion: { [weak self] result in
      switch result {
      case .success(nil):
        self?.statusBar.showError("Nothing was written: \(selection.goneSentence)")
      case .success(let sentences?):
        if selection.isMarked { self?.unmarkAll() }
        self?.statusBar.show("\(sentences.joined(separator: ". "))")
      case .failure(is CancellationError): self?.statusBar.show("Export stopped. Nothing was written.")
      case .failure(let error): self?.statusBar.showError("\(error)")
      }
    }
  }

  /// Asks for a file, and imports the people in it.
  func askForImport() {
    present(
      PromptViewController(
        Self.question("Import from", example: "contacts.vcf", refusal: ImportFile.refusalToRead)
      ) { [weak self] text in
        self?.planImport(from: TypedPath.path(text), [])
      })
  }

  /// Reads a file, and shows what an import would do.
  ///
  /// - Parameter note: A sentence above the plan.
  private func planImport(from path: String, _ mappings: [ColumnMapping], note: String? = nil) {
    viewModel.actions.enqueue("Reading \(Self.fileName(path))", canCancel: true, isVisible: true) {
      [viewModel] control in
      try await viewModel.planImport(from: path, mappings: mappings, control: control)
    } completion: { [weak self] result in
      switch result {
      case .success(let plan): self?.show(plan, of: path, mappings, note)
      case .failure(is CancellationError): self?.statusBar.show("Import stopped. The book is unchanged.")
      case .failure(let error): self?.statusBar.showError("\(error)")
      }
    }
  }

  /// Shows a plan, which an Enter that is typed after it is visible carries out.
  private func show(_ plan: ImportPlan, of path: String, _ mappings: [ColumnMapping], _ note: String?) {
    let columns = plan.outcome.files.flatMap(\.columns)
    let sentences = [note, "\(plan.outcome.sentence(isPlan: true))."].compactMap(\.self)
    let lines = sentences + [plan.lines, plan.outcome.problems].filter { !$0.isEmpty }.flatMap { [""] + $0 }
    let commands = [
      KeyCommand(KeyEvent(.enter), title: "import", detail: "Import these people") { [weak self] in
        self?.dismiss()
        guard !plan.isOutdated(for: path) else {
          self?.planImport(from: path, mappings, note: "The file has changed in the meantime. This is the new plan.")
          return
        }
        self?.importPeople(from: path, mappings)
      },
      KeyCommand(
        KeyEvent(.character("m")), title: "correct a column", detail: "Choose the field for a column",
        isEnabled: { !columns.isEmpty }
      ) { [weak self] in self?.askForMapping(of: columns, in: path, mappings) },
    ]
    present(TextSheetViewController(title: "Import \(Self.fileName(path))", lines: lines, commands: commands))
    ignoreInputTypedAhead()
  }

  /// Asks above the plan for the field of a column, and plans the import again.
  private func askForMapping(of columns: [ImportColumn], in path: String, _ mappings: [ColumnMapping]) {
    let question = PromptViewController.Question(
      title: "Column=field", example: "\(columns[0].name.text)=phone:work", need: "Type a column and a field",
      refusal: { ColumnMapping.refusal(of: $0, among: columns) })
    let plan = presentedViewController
    (plan ?? self).present(
      PromptViewController(question) { [weak self] text in
        plan?.dismiss()
        let mapping = try? ColumnMapping(text)
        self?.planImport(from: path, mappings + [mapping].compactMap { $0 })
      })
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private func importPeople(from path: String, _ mappings: [ColumnMapping]) {
    let ended = Mailbox(of: ImportViewState.self)
    viewModel.actions.enqueue("Importing people", isVisible: true) { _ in
      for await state in ended {
        if state.isFailure { throw ImportError(description: state.sentence) }
        return state
      }
      throw CancellationError()
    } completion: { [weak self] result in
      switch result {
      case .success(let state): self?.showImport(state, of: path)
      case .failure(is CancellationError): self?.statusBar.clearMessage()
      case .failure(let error): self?.statusBar.showError("\(error)")
      }
    }
    let isShown = navigate(
      .importPeople(path: path, mappings) { state in
        if let state { ended.post(state) }
        ended.finish()
      })
    if !isShown { ended.finish() }
  }

  /// Says what an import did, and lists its problems.
  private func showImport(_ state: ImportViewState, of path: String) {
    statusBar.show(.done(state.sentence, keys: state.keys))
    guard !state.problems.isEmpty else { return }
    present(TextSheetViewController(title: "Problems in \(Self.fileName(path))", lines: state.problems))
  }
}
