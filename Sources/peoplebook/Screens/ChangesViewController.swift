import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The last changes of the book, or of a person: each can be looked at, undone and redone.
final class ChangesViewController: TableScreenViewController {
  private let viewModel: ChangesViewModel
  private let show: (Person) -> Void
  private var reading: Task<Void, Never>?

  /// - Parameter show: Shows the card of a person.
  init(_ viewModel: ChangesViewModel, people: PeopleViewModel, show: @escaping (Person) -> Void) {
    self.viewModel = viewModel
    self.show = show
    super.init(people: people, title: viewModel.title, problem: viewModel.problem)
  }

  isolated deinit {
    reading?.cancel()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    titleBar.onClick = { [weak self] run in if run.role == .chip { self?.showChanges(of: nil) } }
    bindTable(.sections(viewModel.rows.changesetPublisher, cell: ChangeCell.self, header: { $0 })) { [weak self] in
      self?.showDetails()
    }
    bindings.capture {
      emptyLabel.textBinding *= viewModel.isLoaded.map { $0 ? "No changes yet" : "Reading…" }
    }
    bindings.add(viewModel.hasMore.sink { [weak self] _ in self?.updatePosition() })
  }

  /// Shows `3 of 100+` while there are older changes, and reads them before the selection reaches the end.
  override func updatePosition() {
    super.updatePosition()
    guard viewModel.hasMore.value else { return }
    if table.selectedPosition != nil { statusBar.position = statusBar.position + "+" }
    if table.selectedPosition ?? 0 >= table.numberOfRows - Self.rowsAhead { viewModel.readMore() }
  }

  private static let rowsAhead = 50

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
        KeyEvent(.enter), title: "details", detail: "Show what has changed", keywords: ["open", "card"],
        actsOnSelection: true,
        isEnabled: { [weak self] in self?.selectedRow != nil }
      ) { [weak self] in self?.showDetails() },
      makeCardCommand(KeyEvent(.character("o"))) { [weak self] in self?.selectedRow },
      writing(
        KeyCommand(
          KeyEvent(.character("u")), title: "undo", detail: "Undo only the selected change", keywords: ["take back"],
          actsOnSelection: true, isEnabled: canReverse(false)
        ) { [weak self] in self?.undo() }),
      writing(
        KeyCommand(
          KeyEvent(.character("r"), .control), title: "redo", detail: "Redo the selected change",
          actsOnSelection: true, isEnabled: canReverse(true)
        ) { [weak self] in self?.selectedRow.map { self?.viewModel.redo($0) } }),
      KeyCommand(
        KeyEvent(.character("t")), title: "day", detail: "Show one day’s changes", keywords: ["date", "filter"],
        isEnabled: { [viewModel] in !viewModel.days.isEmpty }
      ) { [weak self] in self?.chooseDay() },
      KeyCommand(
        KeyEvent(.escape), title: "all days", detail: "Show all days again",
        isEnabled: { [viewModel] in viewModel.day != nil }
      ) { [weak self] in self?.showChanges(of: nil) },
    ]
  }

  /// Undoes the selected change; asks before the change of several people is undone.
  private func undo() {
    guard let row = selectedRow else { return }
    guard row.count > 1 else { return viewModel.undo(row) }
    let all = Alert.Button.destructive(viewModel.isOfPerson ? "For all \(row.count.people)" : "Undo") { [viewModel] in
      viewModel.undo(row)
    }
    let one = Alert.Button("Only here") { [viewModel] in viewModel.undoForPerson(row) }
    ask(
      Alert(
        title: "Undo “\(row.title)”?",
        message: viewModel.isOfPerson
          ? "It can be undone for this person only." : "It is undone for all \(row.count.people).",
        buttons: [.cancel("Keep the change")] + (viewModel.isOfPerson ? [one] : []) + [all]))
  }

  /// The command that shows the card of the person that a change was about.
  private func makeCardCommand(
    _ key: KeyEvent, of row: @escaping @MainActor () -> ChangesViewModel.Row?
  ) -> KeyCommand {
    let person: @MainActor () -> Person? = { [viewModel] in row().flatMap(viewModel.person) }
    return KeyCommand(
      key, title: "card", detail: "Show the person", keywords: ["jump", "go to", "open"],
      actsOnSelection: true, isEnabled: { person() != nil }
    ) { [weak self] in
      guard let self, let person = person() else { return }
      presentedViewController?.dismiss()
      show(person)
    }
  }

  private func chooseDay() {
    let chosen = viewModel.day
    let all = Menu.Item("all days", isOn: chosen == nil) { [weak self] in self?.showChanges(of: nil) }
    let days = viewModel.days
    let items = days.map { day in
      let count = day.count.grouped + (viewModel.hasOlder && day == days.last ? "+" : "")
      return Menu.Item("\(day.title)  \(count)", isOn: day == chosen) { [weak self] in self?.showChanges(of: day) }
    }
    let older = Menu.Item("older days…") { [weak self] in self?.chooseOlderDay() }
    Menu(title: "Days", items: [all, .separator] + items + (viewModel.hasOlder ? [older] : [])).present(from: self)
  }

  private func chooseOlderDay() {
    reading?.cancel()
    reading = Task { [weak self, viewModel] in
      await viewModel.readOlderDay()
      if !Task.isCancelled, let self, presentedViewController == nil { chooseDay() }
    }
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
      let card = viewModel.person(of: row) == nil ? [] : [makeCardCommand(KeyEvent(.enter)) { row }]
      _ = present(TextSheetViewController(title: row.title, lines: lines, commands: card))
    }
  }
}
