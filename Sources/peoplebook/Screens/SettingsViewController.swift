import PeoplebookCore
import TUIKit

/// The settings of the screen, a line each; every change is applied and stored at once.
final class SettingsViewController: ViewController {
  private let settings: ScreenSettings
  private let list: SettingsList
  private let presentColumns: () -> PersonColumns?

  /// - Parameter presentColumns: Returns the columns of the list at their present widths.
  init(_ settings: ScreenSettings, presentColumns: @escaping () -> PersonColumns?) {
    self.settings = settings
    self.presentColumns = presentColumns
    list = SettingsList(settings.preferences.value)
    super.init()
    title = "Settings"
    preferredContentSize = Size(width: 50, height: Line.allCases.count + 1)
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label("Settings", role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(list, sizing: .fill)
    return stack
  }

  override var preferredFirstResponder: Responder? { list }

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
    guard let key = list.selected.key else {
      present(ColumnsViewController(settings, present: presentColumns))
      return
    }
    settings.step(key, by: step)
    list.preferences = settings.preferences.value
  }

  /// A line of the screen.
  fileprivate enum Line: CaseIterable {
    case theme, motion, nameOrder, dateForm, card, columns

    /// The key of the setting that a step changes; `nil` for the columns, which have a screen of their own.
    var key: String? { self == .columns ? nil : "\(self)" }

    var title: String {
      switch self {
      case .theme: "Theme"
      case .motion: "Motion"
      case .nameOrder: "Names"
      case .dateForm: "Dates"
      case .card: "Card"
      case .columns: "Columns"
      }
    }

    func text(_ preferences: ScreenPreferences) -> String {
      switch self {
      case .theme: preferences.theme?.name ?? "same as the terminal"
      case .motion: preferences.moves ? "on" : "off"
      case .nameOrder:
        switch preferences.order {
        case .name: "by first name"
        case .family: "by last name"
        default: "\(preferences.order.title.lowercased()) (s changes it)"
        }
      case .dateForm: PartialDate(year: 1815, month: 12, day: 10)?.text(in: preferences.dateForm) ?? ""
      case .card: preferences.sceneSet.rawValue
      case .columns: preferences.columns.choices.map(\.column.title).joined(separator: ", ") + " …"
      }
    }
  }
}

/// The lines of the settings.
private final class SettingsList: View {
  var preferences: ScreenPreferences {
    didSet { setNeedsDisplay() }
  }
  private var index = 0
  var selected: SettingsViewController.Line { SettingsViewController.Line.allCases[index] }

  init(_ preferences: ScreenPreferences) {
    self.preferences = preferences
    super.init()
  }

  override var canBecomeFirstResponder: Bool { true }

  override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.down), KeyEvent(.character("j")): select(index + 1)
    case KeyEvent(.up), KeyEvent(.character("k")): select(index - 1)
    case KeyEvent(.home): select(0)
    case KeyEvent(.end): select(.max)
    default: return false
    }
    return true
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left else { return false }
    select(convertFromWindow(event.location).y)
    return true
  }

  private func select(_ index: Int) {
    self.index = min(max(index, 0), SettingsViewController.Line.allCases.count - 1)
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas) {
    for (y, line) in SettingsViewController.Line.allCases.enumerated() {
      let isSelected = y == index
      let style = Style(isSelected ? .selectionText : .text, on: isSelected ? .selection : background)
      canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), with: " ", style: style)
      if isSelected { canvas.write("▌", at: Point(x: 0, y: y), style: style.foreground(.accent)) }
      canvas.write(
        line.title, at: Point(x: 2, y: y), style: isSelected ? style : style.foreground(.textDim), maxWidth: 10)
      canvas.write(line.text(preferences), at: Point(x: 13, y: y), style: style, maxWidth: max(0, bounds.width - 14))
    }
  }
}
