import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// A screen of the book, from the title to the hints: its status line shows the running action, and a key stops it.
///
/// A subclass has the content and the commands.
class ScreenViewController: ViewController {
  let titleBar = TitleBar()
  let statusBar = StatusBar()
  var bindings = BindingGroup()
  private let activityLine: ActivityLine
  private let stopCommand: KeyCommand

  init(actions: ActionQueue, title: String) {
    activityLine = ActivityLine(actions, in: statusBar)
    stopCommand = actions.stopCommand
    super.init()
    self.title = title
    titleBar.title = StyledText(title)
  }

  isolated deinit {}

  // MARK: Views

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    if let header { stack.addArrangedSubview(header, sizing: .fixed(1)) }
    stack.addArrangedSubview(content, sizing: .fill)
    for view in panels { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(statusBar)
    stack.addArrangedSubview(HintBar(trailing: trailingHints), sizing: .fixed(1))
    return stack
  }

  /// The line below the title; `nil` for none.
  var header: View? { nil }

  /// The view in the middle.
  var content: View { View() }

  /// The views between the content and the status line.
  var panels: [View] { [] }

  /// The keys with hints at the right end.
  var trailingHints: [KeyEvent] { [KeyEvent(.escape), KeyEvent(.character("?"))] }

  /// Shows the results of actions in the status line, and asks before another program's change is undone.
  func showResults(of people: PeopleViewModel) {
    bindings.add(people.notices.sink { [weak statusBar] in statusBar?.show($0) })
    bindings.add(people.undoQuestions.sink { [weak self, people] in self?.ask($0, of: people) })
  }

  // MARK: Keys

  final override var keyCommands: [KeyCommand] { [stopCommand] + commands }

  /// The commands of the screen, besides the one that stops the running action.
  var commands: [KeyCommand] { [] }

  override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    stopCommand.matches(event) && stopCommand.isEnabled() ? .stop : nil
  }
}

extension ViewController {
  /// A command that presents the palette.
  ///
  /// - Parameter makeCheck: Called when the palette is opened; returns what is asked before a command on the selection
  ///   runs.
  func makePaletteCommand(
    _ makeCheck: @escaping @MainActor () -> (@MainActor (KeyCommand) -> Bool) = { { _ in true } }
  ) -> KeyCommand {
    KeyCommand(
      KeyEvent(.character("p"), .control), title: "commands", detail: "Find a command by its name", isHint: false
    ) { [weak self] in
      self.map { _ = CommandPalette.present(from: $0, mayRun: makeCheck()) }
    }
  }

  /// A command that presents the help.
  func makeHelpCommand(keys: [KeyEvent] = [KeyEvent(.character("?")), KeyEvent(.function(1))]) -> KeyCommand {
    KeyCommand(
      keys: keys, title: "keys", detail: "Show all keys of this screen", keywords: ["help", "shortcuts"]
    ) { [weak self] in self.map { _ = HelpViewController.present(from: $0) } }
  }
}
