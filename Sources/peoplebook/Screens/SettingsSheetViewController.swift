import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// A sheet with settings as a table under its title; every change is applied and stored at once.
///
/// A subclass binds the table, and adds its commands.
class SettingsSheetViewController: ViewController {
  let settings: ScreenSettings
  /// The width of a row of the list.
  let rowWidth: CurrentValue<Int, Never>
  let table = TableView()
  /// Stops the action that a setting has begun.
  var stopCommand: KeyCommand?
  var bindings = BindingGroup()

  init(_ settings: ScreenSettings, rowWidth: CurrentValue<Int, Never>, title: String) {
    self.settings = settings
    self.rowWidth = rowWidth
    super.init()
    self.title = title
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    return stack
  }

  override var preferredFirstResponder: Responder? { table }

  override var dismissesOnOutsideClick: Bool { true }

  override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    stopCommand.map { $0.matches(event) && $0.isEnabled() } == true ? .stop : nil
  }

  /// A command that closes the sheet.
  func makeClosingCommand(_ keys: KeyEvent...) -> KeyCommand {
    KeyCommand(keys: keys, title: "done", detail: "Go back to the list") { [weak self] in self?.dismiss() }
  }
}
