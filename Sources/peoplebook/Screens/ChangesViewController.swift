import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The last changes of the book, or of a person: each can be looked at, undone and redone.
final class ChangesViewController: TableScreenViewController {
  private let viewModel: ChangesViewModel
  private var reading: Task<Void, Never>?

  init(_ viewModel: ChangesViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    super.init(people: people, title: viewModel.title)
  }

  isolated deinit {
    reading?.cancel()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    titleBar.onClick = { [weak self] run in if run.role == .chip { self?.showChanges(of: nil) } }
    bindings.capture {
      table *=
        TableViewBinding
        .sections(viewModel.rows.changesetPublisher, cell: ChangeCell.self, header: { $0 })
        .didSelectRow { [weak self] _ in self?.showDetails() }
        .didHighlightRow { [weak self] _ in self?.updatePosition() }
        .didUpdate { [weak self] _ in self?.updatePosition() }
      emptyLabel.textBinding *= viewModel.isLoaded.map { $0 ? "Nothing was changed yet" : "" }
    }
  }

  private var selectedRow: ChangesViewModel.Row? {
    table.selectedPosition.flatMap { viewModel[$0] }
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The changes" }

  override func makeCommands() -> [KeyCommand] {
    /// Whether the selected change can be undone, or redone.
    func canReverse(_ isUndone: Bool) -> @MainActor () -> Bool {
      { [weak self] in self.map { $0.canWrite && $0.selectedRow?.isUndone == isUndone } ?? false }
    }
    return [
      KeyCommand(
        KeyEvent(.enter), title: "details", detail: "Show what was changed", keywords: ["open", "card"],
        isReady: { [weak self] in self?.selectedRow != nil }
      ) { [weak self] in self?.showDetails() },
      KeyCommand(
        KeyEvent(.character("u")), title: "undo", detail: "Undo the selected change alone", keywords: ["take back"],
        isEnabled: canReverse(false)
      ) { [weak self] in self?.selectedRow.map { self?.viewModel.undo($0) } },
      KeyCommand(
        KeyEvent(.character("r"), .control), title: "redo", detail: "Redo the selected change",
        isEnabled: canReverse(true)
      ) { [weak self] in self?.selectedRow.map { self?.viewModel.redo($0) } },
      KeyCommand(
        KeyEvent(.character("t")), title: "day", detail: "Show the changes of one day", keywords: ["date", "filter"],
        isEnabled: { [viewModel] in !viewModel.days.isEmpty }
      ) { [weak self] in self?.chooseDay() },
      KeyCommand(
        KeyEvent(.escape), title: "all days", detail: "Show the changes of all days again",
        isEnabled: { [viewModel] in viewModel.day != nil }
      ) { [weak self] in self?.showChanges(of: nil) },
    ]
  }

  private func chooseDay() {
    let chosen = viewModel.day
    let all = Menu.Item("all days", isOn: chosen == nil) { [weak self] in self?.showChanges(of: nil) }
    let items = viewModel.days.map { day in
      Menu.Item("\(day.title)  \(day.count.grouped)", isOn: day == chosen) { [weak self] in self?.showChanges(of: day) }
    }
    Menu(title: "Days", items: [all, .separator] + items).present(from: self)
  }

  private func showChanges(of day: ChangesViewModel.Day?) {
    viewModel.day = day
    let title = StyledText(viewModel.title)
    titleBar.title = day.map { title + "   " + StyledText("\($0.title) ✕", role: .chip) } ?? title
  }

  private func showDetails() {
    guard let row = selectedRow else { return }
    reading?.cancel()
    reading = Task { [weak self, viewModel] in
      guard let lines = await viewModel.details(of: row), !Task.isCancelled,
        let self, presentedViewController == nil
      else { return }
      _ = present(TextSheetViewController(title: row.title, lines: lines))
    }
  }
}
