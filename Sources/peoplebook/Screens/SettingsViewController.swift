import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The settings of the screen, a row each; every change is applied and stored at once.
final class SettingsViewController: ViewController {
  private let settings: ScreenSettings
  private let rowWidth: CurrentValue<Int, Never>
  private let table = TableView()
  private var bindings = BindingGroup()

  /// - Parameter rowWidth: The width of a row of the list.
  init(_ settings: ScreenSettings, rowWidth: CurrentValue<Int, Never>) {
    self.settings = settings
    self.rowWidth = rowWidth
    super.init()
    title = "Settings"
    preferredContentSize = Size(width: 50, height: SettingRow.ID.allCases.count + 1)
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    return stack
  }

  override func viewDidLoad() {
    bindings.capture {
      table *=
        TableViewSectionBinding
        .items(settings.preferences.map(SettingRow.rows).diff(), cell: SettingCell.self)
        .didSelectRow { [weak self] _ in self?.change(by: 1) }
    }
  }

  override var preferredFirstResponder: Responder? { table }

  override var dismissesOnOutsideClick: Bool { true }

  override var keyCommandsTitle: String { "The settings" }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.right), KeyEvent(.character(" ")), KeyEvent(.enter), title: "change", detail: "Take the next value"
      ) { [weak self] in self?.change(by: 1) },
      KeyCommand(KeyEvent(.left), title: "back", detail: "Take the previous value") { [weak self] in
        self?.change(by: -1)
      },
      KeyCommand(KeyEvent(.escape), KeyEvent(.character("q")), title: "done", detail: "Go back to the list") {
        [weak self] in self?.dismiss()
      },
    ]
  }

  private func change(by step: Int) {
    guard let position = table.selectedPosition else { return }
    switch SettingRow.ID.allCases[position] {
    case .columns: present(ColumnsViewController(settings, rowWidth: rowWidth))
    case let setting: settings.step(setting.rawValue, by: step)
    }
  }
}
