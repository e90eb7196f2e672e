import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The deleted people: each can be restored or erased, and the trash can be searched and emptied.
final class TrashViewController: TableScreenViewController {
  private let viewModel: TrashViewModel
  private let searchField = TextField(placeholder: "name, e-mail, phone, tag…")

  init(_ viewModel: TrashViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    super.init(people: people, title: "Deleted people", problem: viewModel.problem)
  }

  isolated deinit {}

  override func viewDidLoad() {
    super.viewDidLoad()
    bindTable(.sections(viewModel.lines.changesetPublisher, cell: LineCell.self, header: { $0 })) { [weak self] in
      self?.restore()
    }
    bindings.capture {
      searchField *= .subject(viewModel.search).didReturn { [weak self] in self?.keepSearch() }
        .didEndEditing { [weak self] in if self?.table.isFirstResponder == true { self?.keepSearch() } }
      emptyLabel.textBinding *= viewModel.progress.combineLatest(viewModel.search).map(Self.emptyText)
      titleBar.detailBinding *= viewModel.progress.map { progress in
        progress.isComplete ? StyledText(progress.count.people) : StyledText("reading…  \(progress.count.grouped)")
      }
      titleBar.titleBinding *= viewModel.search.map { [weak searchField] text in
        let isTyping = searchField?.isFirstResponder == true
        return StyledText("Deleted people")
          + (text.isEmpty || isTyping ? "" : "   " + StyledText("“\(text)” ✕", role: .chip))
      }
    }
    titleBar.onClick = { [weak self] run in if run.role == .chip { self?.endSearch() } }
  }

  private static func emptyText(_ progress: TrashViewModel.Progress, search: String) -> String {
    guard progress.isComplete else { return "" }
    return progress.count == 0 ? "There are no deleted people" : "No deleted people match “\(search)”"
  }

  private var selectedLine: ListLine? { table.selectedPosition.flatMap { viewModel[$0] } }

  // MARK: Search

  private func beginSearch() {
    titleBar.title = "Deleted people"
    titleBar.accessory = searchField
    searchField.becomeFirstResponder()
  }

  private func keepSearch() {
    titleBar.accessory = nil
    table.becomeFirstResponder()
    viewModel.search.value = viewModel.search.value
  }

  private func endSearch() {
    viewModel.search.value = ""
    keepSearch()
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The deleted people" }

  override var commands: [KeyCommand] { searchField.isFirstResponder ? searchCommands : super.commands }

  private lazy var searchCommands = [
    KeyCommand(KeyEvent(.enter), KeyEvent(.down), title: "keep", detail: "Keep the search and go to the list") {
      [weak self] in self?.keepSearch()
    },
    KeyCommand(KeyEvent(.escape), title: "all", detail: "Show all deleted people again") { [weak self] in
      self?.endSearch()
    },
  ]

  override func makeCommands() -> [KeyCommand] {
    let canChange: @MainActor () -> Bool = { [weak self] in
      self.map { $0.canWrite && $0.table.selectedPosition != nil } ?? false
    }
    return [
      writing(
        KeyCommand(
          KeyEvent(.character("u")), KeyEvent(.enter), title: "restore",
          detail: "Put the selected person back into the book", keywords: ["undelete", "take back"],
          actsOnSelection: true, isEnabled: canChange
        ) { [weak self] in self?.restore() }),
      KeyCommand(
        KeyEvent(.character("/")), title: "search", detail: "Search the deleted people", keywords: ["find", "filter"]
      ) { [weak self] in self?.beginSearch() },
      KeyCommand(
        KeyEvent(.escape), title: "all", detail: "Show all deleted people again",
        isEnabled: { [viewModel] in !viewModel.search.value.isEmpty }
      ) { [weak self] in self?.endSearch() },
      writing(
        KeyCommand(
          KeyEvent(.character("d")), KeyEvent(.delete), title: "erase", detail: "Erase the selected person for good",
          keywords: ["delete", "remove", "purge"], role: .destructive, actsOnSelection: true, isEnabled: canChange
        ) { [weak self] in self?.askToErase() }),
      writing(
        KeyCommand(
          KeyEvent(.character("E")), title: "empty", detail: "Erase all deleted people for good",
          keywords: ["trash", "purge", "clear"], role: .destructive,
          isEnabled: { [weak self, viewModel] in self?.canWrite == true && viewModel.progress.value.count > 0 },
          isReady: { [viewModel] in viewModel.progress.value.isComplete }
        ) { [weak self] in self?.askToEmpty() }),
    ]
  }

  private func restore() {
    if let selectedLine, !refusesWrite() { viewModel.restore(selectedLine) }
  }

  private func askToErase() {
    guard let line = selectedLine else { return }
    ask(
      Alert(
        title: "Erase \(line.title) for good?", message: viewModel.warning,
        buttons: [.cancel("Keep"), .destructive("Erase") { [viewModel] in viewModel.erase(line) }]))
  }

  private func askToEmpty() {
    let rows = viewModel.rows
    let hidden = viewModel.search.value.isEmpty ? "" : " People that the search hides are included."
    ask(
      Alert(
        title: "Erase \(rows.count.people) for good?",
        message: viewModel.warning + hidden,
        buttons: [.cancel("Keep"), .destructive("Empty the trash") { [viewModel] in viewModel.erase(rows: rows) }]))
  }
}
