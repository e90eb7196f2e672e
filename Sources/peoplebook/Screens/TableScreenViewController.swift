import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// A screen above the list of people that is a table: the changes, the trash, the birthdays.
///
/// A subclass binds the table, and adds its commands.
class TableScreenViewController: ScreenViewController {
  let people: PeopleViewModel
  let table = TableView()
  /// The text of an empty table.
  let emptyLabel = Label("", role: .textDim, alignment: .center, numberOfLines: 0)

  /// What cannot be read at the moment; `nil` when the page is up to date.
  private let problem: CurrentValue<String?, Never>

  init(people: PeopleViewModel, title: String, problem: CurrentValue<String?, Never> = CurrentValue(nil)) {
    self.people = people
    self.problem = problem
    super.init(actions: people.actions, title: title)
  }

  override var header: View? { View() }

  override var content: View { table }

  override func viewDidLoad() {
    table.backgroundView = emptyLabel
    bindings.capture {
      statusBar.conditionBinding *= people.status.combineLatest(problem) { $0.sentence ?? $1 ?? "" }
    }
    showResults(of: people)
  }

  override var preferredFirstResponder: Responder? { content }

  /// Binds the rows of the table; the status line has the position of the selected one.
  ///
  /// - Parameter choose: Called when a row is chosen.
  func bindTable(_ rows: TableViewBinding, choose: @escaping () -> Void) {
    bindings.capture {
      table *= rows.didSelectRow { _ in choose() }.didUpdate { [weak self] _ in self?.updatePosition() }
    }
  }

  /// Shows `3 of 1,204` in the status line.
  func updatePosition() {
    statusBar.position =
      table.selectedPosition.map { StyledText("\(($0 + 1).grouped) of \(table.numberOfRows.grouped)") } ?? ""
  }

  // MARK: Keys

  override var commands: [KeyCommand] { tableCommands }

  private lazy var tableCommands = {
    let palette = makePaletteCommand { [table, weak statusBar] in
      let isPresent = table.makeRowCheck()
      return { _ in
        if isPresent() { return true }
        statusBar?.showError("What was selected has left the list: nothing was done")
        return false
      }
    }
    let commands = makeCommands() + [makeClosingCommand(), palette, makeHelpCommand()]
    return commands + [people.makeRefusal(of: writingKeys, in: statusBar)]
  }()

  /// The keys of the commands that change the book.
  private var writingKeys: [KeyEvent] = []

  /// A command that changes the book: while the book cannot be written, its keys say why.
  func writing(_ command: KeyCommand) -> KeyCommand {
    writingKeys += command.keys
    return command
  }

  /// The commands of the screen, without those that every such screen has.
  func makeCommands() -> [KeyCommand] { [] }

  /// The words of the command that leaves the screen.
  var closing: (title: String, detail: String) { ("back", "Go back") }

  /// Whether the book can be written.
  var canWrite: Bool { people.writeRefusal == nil }

  /// Shows why the book cannot be written; `false` when it can be.
  func refusesWrite() -> Bool {
    guard let reason = people.writeRefusal else { return false }
    statusBar.showError(reason)
    return true
  }

  private func makeClosingCommand() -> KeyCommand {
    KeyCommand(
      KeyEvent(.escape), KeyEvent(.character("q")), title: closing.title, detail: closing.detail
    ) { [weak self] in self?.navigationController?.pop() }
  }
}
