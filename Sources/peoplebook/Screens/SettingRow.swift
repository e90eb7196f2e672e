import Bindery
import PeoplebookCore
import TUIKit

/// A row of the settings screen: the name of a setting and its value in words.
struct SettingRow: Hashable, Identifiable {
  /// The settings in the order of the rows.
  enum ID: String, CaseIterable {
    case theme, motion, nameOrder, dateForm, sortLocale, card, columns
  }

  let id: ID
  let title: String
  let value: String

  private init(_ id: ID, _ title: String, _ value: String) {
    self.id = id
    self.title = title
    self.value = value
  }

  private init(_ id: ID, in preferences: ScreenPreferences) {
    switch id {
    case .theme: self.init(id, "Theme", preferences.theme?.name ?? "same as the terminal")
    case .motion: self.init(id, "Motion", preferences.isMotionEnabled ? "on" : "off")
    case .nameOrder: self.init(id, "Names", Self.text(preferences.order))
    case .dateForm:
      let example = PartialDate(year: 1815, month: 12, day: 10)
      self.init(id, "Dates", example?.text(in: preferences.dateForm) ?? "")
    case .sortLocale: self.init(id, "Letters", preferences.sortLocale?.title ?? "in the order of the book")
    case .card: self.init(id, "Card", preferences.sceneSet.rawValue)
    case .columns:
      let titles = preferences.columns.choices.map(\.column.title)
      self.init(id, "Columns", titles.joined(separator: ", ") + " …")
    }
  }

  private static func text(_ order: PeopleOrder) -> String {
    switch order {
    case .name: "by first name"
    case .family: "by last name"
    default: "\(order.title.lowercased()) (s in the list changes it)"
    }
  }

  /// The rows of some preferences.
  static func rows(_ preferences: ScreenPreferences) -> [SettingRow] {
    ID.allCases.map { SettingRow($0, in: preferences) }
  }
}

extension SettingRow: @MainActor BindableViewModelItem {
  typealias View = SettingCell
}

/// A setting in the settings screen.
final class SettingCell: RowCell, BindableView {
  private var row: SettingRow? {
    didSet { if row != oldValue { setNeedsDisplay() } }
  }

  func bind(to row: SettingRow) { self.row = row }

  override func draw(in canvas: Canvas) {
    super.draw(in: canvas)
    guard let row else { return }
    canvas.write(row.title, at: Point(x: 2, y: 0), style: dimStyle, maxWidth: 10)
    canvas.write(row.value, at: Point(x: 13, y: 0), style: style, maxWidth: max(0, bounds.width - 14))
  }
}
