import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The settings of the screen, a row each; every change is applied and stored at once.
final class SettingsViewController: SettingsSheetViewController {
  private let didChoose: (SortLocale, _ isNew: Bool) -> Void

  /// - Parameter didChoose: Called after a language was chosen for sorting, also if it was chosen before.
  init(
    _ settings: ScreenSettings, rowWidth: CurrentValue<Int, Never>,
    didChoose: @escaping (SortLocale, _ isNew: Bool) -> Void
  ) {
    self.didChoose = didChoose
    super.init(settings, rowWidth: rowWidth, title: "Settings")
    preferredContentSize = Size(width: 50, height: SettingRow.ID.allCases.count + 1)
  }

  override func viewDidLoad() {
    bindings.capture {
      table *=
        TableViewSectionBinding
        .items(settings.preferences.map(SettingRow.rows).diff())
        .didSelectRow { [weak self] _ in self?.change(by: 1) }
    }
  }

  override var keyCommandsTitle: String { "The settings" }

  override var keyCommands: [KeyCommand] {
    [stopCommand].compactMap(\.self) + [
      KeyCommand(
        KeyEvent(.right), KeyEvent(.character(" ")), KeyEvent(.enter), title: "change", detail: "Choose the next value"
      ) { [weak self] in self?.change(by: 1) },
      KeyCommand(KeyEvent(.left), title: "back", detail: "Choose the previous value") { [weak self] in
        self?.change(by: -1)
      },
      makeClosingCommand(KeyEvent(.escape), KeyEvent(.character("q"))),
      makeHelpCommand(),
    ]
  }

  private func change(by step: Int) {
    guard let position = table.selectedPosition else { return }
    switch SettingRow.ID.allCases[position] {
    case .columns: present(ColumnsViewController(settings, rowWidth: rowWidth))
    case .sortLocale: chooseSortLocale()
    case let setting: settings.step(setting.rawValue, by: step)
    }
  }

  private func chooseSortLocale() {
    let chosen = settings.preferences.value.sortLocale
    func item(_ title: String, _ locale: SortLocale?) -> Menu.Item {
      Menu.Item(title, isOn: locale == chosen) { [settings, didChoose] in
        settings.set(\.sortLocale, to: locale)
        if let locale { didChoose(locale, locale != chosen) }
      }
    }
    let items = [item("in the order of the book", nil), .separator] + SortLocale.all.map { item($0.title, $0) }
    Menu(title: "Sort by the letters of", items: items).present(from: self)
  }
}
