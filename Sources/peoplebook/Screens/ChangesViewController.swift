import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The last changes of the book, or of a person: each can be looked at, undone and redone.
final class ChangesViewController: ViewController {
  private let viewModel: ChangesViewModel
  private let people: PeopleViewModel
  private let titleBar = TitleBar()
  private let table = TableView()
  private let emptyLabel = Label("", role: .textDim, alignment: .center)
  private let statusBar = StatusBar()
  private var activityLine: ActivityLine?
  private var bindings = BindingGroup()
  private var reading: Task<Void, Never>?

  init(_ viewModel: ChangesViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    self.people = people
    super.init()
    title = viewModel.title
  }

  isolated deinit {
    reading?.cancel()
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    stack.addArrangedSubview(statusBar)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.escape), KeyEvent(.character("?"))), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    titleBar.title = StyledText(viewModel.title)
    titleBar.onClick = { [weak self] run in if run.role == .chip { self?.showChanges(of: nil) } }
    table.backgroundView = emptyLabel
    bindings.capture {
      table *=
        TableViewBinding
        .sections(viewModel.rows.changesetPublisher, cell: ChangeCell.self, header: { $0 })
        .didSelectRow { [weak self] _ in self?.showDetails() }
        .didHighlightRow { [weak self] _ in self?.updatePosition() }
        .didUpdate { [weak self] _ in self?.updatePosition() }
      emptyLabel.textBinding *= viewModel.isLoaded.map { $0 ? "Nothing was changed yet" : "" }
      statusBar.conditionBinding *= people.status.map { $0.sentence ?? "" }
    }
    activityLine = ActivityLine(people.actions, in: statusBar)
    bindings.add(people.notices.sink { [weak statusBar] in statusBar?.show($0) })
  }

  override var preferredFirstResponder: Responder? { table }

  private var selectedRow: ChangesViewModel.Row? {
    table.selectedPosition.flatMap { viewModel[$0] }
  }

  private func updatePosition() {
    statusBar.position =
      table.selectedPosition.map { StyledText("\(($0 + 1).grouped) of \(table.numberOfRows.grouped)") } ?? ""
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The changes" }

  override var keyCommands: [KeyCommand] { [stopCommand] + commands }

  override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    stopCommand.matches(event) && stopCommand.isEnabled() ? .stop : nil
  }

  private lazy var stopCommand = people.actions.stopCommand

  private lazy var commands = makeCommands()

  private func makeCommands() -> [KeyCommand] {
    /// Whether the selected change can be undone, or redone.
    func canReverse(_ isUndone: Bool) -> @MainActor () -> Bool {
      { [weak self, people] in
        people.status.value.isLive && !people.isReadOnly && self?.selectedRow?.isUndone == isUndone
      }
    }
    return [
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
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("q")), title: "back", detail: "Go back"
      ) { [weak self] in self?.navigationController?.pop() },
      KeyCommand(
        KeyEvent(.character("p"), .control), title: "commands", detail: "Find a command by its name", isHint: false
      ) { [weak self] in self.map { _ = CommandPalette.present(from: $0) } },
      KeyCommand(
        KeyEvent(.character("?")), KeyEvent(.function(1)), title: "keys", detail: "Show every key of this screen"
      ) { [weak self] in self.map { _ = HelpViewController.present(from: $0) } },
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
