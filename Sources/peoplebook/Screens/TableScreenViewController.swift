import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// A screen above the list of people that is a table: the changes, the trash, the birthdays.
///
/// A subclass binds the table, and adds its commands.
class TableScreenViewController: ViewController {
  let people: PeopleViewModel
  let titleBar = TitleBar()
  let table = TableView()
  /// The text of an empty table.
  let emptyLabel = Label("", role: .textDim, alignment: .center, numberOfLines: 0)
  let statusBar = StatusBar()
  var bindings = BindingGroup()
  private var activityLine: ActivityLine?

  init(people: PeopleViewModel, title: String) {
    self.people = people
    super.init()
    self.title = title
    titleBar.title = StyledText(title)
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    stack.addArrangedSubview(header ?? View(), sizing: .fixed(1))
    stack.addArrangedSubview(content, sizing: .fill)
    for view in panels { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(statusBar)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.escape), KeyEvent(.character("?"))), sizing: .fixed(1))
    return stack
  }

  /// The line above the table; `nil` leaves it blank.
  var header: View? { nil }

  /// The view in the middle.
  var content: View { table }

  /// The views between the table and the status line.
  var panels: [View] { [] }

  override func viewDidLoad() {
    table.backgroundView = emptyLabel
    bindings.capture { statusBar.conditionBinding *= people.status.map { $0.sentence ?? "" } }
    activityLine = ActivityLine(people.actions, in: statusBar)
    bindings.add(people.notices.sink { [weak statusBar] in statusBar?.show($0) })
    bindings.add(people.undoQuestions.sink { [weak self, people] in self?.ask($0, of: people) })
  }

  override var preferredFirstResponder: Responder? { content }

  /// Shows `3 of 1,204` in the status line.
  func updatePosition() {
    statusBar.position =
      table.selectedPosition.map { StyledText("\(($0 + 1).grouped) of \(table.numberOfRows.grouped)") } ?? ""
  }

  // MARK: Keys

  override var keyCommands: [KeyCommand] { [stopCommand] + commands }

  override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    stopCommand.matches(event) && stopCommand.isEnabled() ? .stop : nil
  }

  private lazy var stopCommand = people.actions.stopCommand

  private lazy var commands = makeCommands() + closingCommands

  /// The commands of the screen, without those that every such screen has.
  func makeCommands() -> [KeyCommand] { [] }

  /// The words of the command that leaves the screen.
  var closing: (title: String, detail: String) { ("back", "Go back") }

  /// Whether the book can be written.
  var canWrite: Bool { people.status.value.isLive && !people.isReadOnly }

  private var closingCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("q")), title: closing.title, detail: closing.detail
      ) { [weak self] in self?.navigationController?.pop() },
      KeyCommand(
        KeyEvent(.character("p"), .control), title: "commands", detail: "Find a command by its name", isHint: false
      ) { [weak self] in self.map { _ = CommandPalette.present(from: $0) } },
      KeyCommand(
        KeyEvent(.character("?")), KeyEvent(.function(1)), title: "keys", detail: "Show every key of this screen"
      ) { [weak self] in self.map { _ = HelpViewController.present(from: $0) } },
    ]
  }
}
