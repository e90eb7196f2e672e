import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// Chooses the columns of the list, their order and their widths.
///
/// Each change is applied at once.
final class ColumnsViewController: SettingsSheetViewController {
  init(_ settings: ScreenSettings, rowWidth: CurrentValue<Int, Never>) {
    super.init(settings, rowWidth: rowWidth, title: "Columns")
    preferredContentSize = Size(width: 46, height: rows.count + 1)
  }

  override func viewDidLoad() {
    let rows = settings.preferences.map(\.columns).combineLatest(rowWidth).map(ColumnRow.rows).diff()
    bindings.capture {
      table *=
        TableViewSectionBinding
        .items(rows)
        .didSelectRow { [weak self] _ in self?.change { $0.toggle($1.column) } }
    }
  }

  override var keyCommandsTitle: String { "The columns" }

  override var keyCommands: [KeyCommand] {
    func command(
      _ keys: KeyEvent..., title: String, detail: String, needsShown: Bool = true,
      _ body: @escaping @MainActor (inout ColumnLayout, ColumnRow) -> Void
    ) -> KeyCommand {
      KeyCommand(
        keys: keys, title: title, detail: detail,
        isReady: { [weak self] in self?.selectedRow.map { $0.isShown || !needsShown } ?? false }
      ) { [weak self] in self?.change(body) }
    }
    return [
      command(
        KeyEvent(.character(" ")), title: "show", detail: "Show or hide the column", needsShown: false
      ) { $0.toggle($1.column) },
      command(KeyEvent(.right), KeyEvent(.character("+")), title: "wider", detail: "Make the column wider") {
        $0.widen($1, by: 1)
      },
      command(KeyEvent(.left), KeyEvent(.character("-")), title: "narrower", detail: "Make the column narrower") {
        $0.widen($1, by: -1)
      },
      command(
        KeyEvent(.character("J")), KeyEvent(.down, .shift), title: "later", detail: "Move the column to the right"
      ) { $0.move($1.column, by: 1) },
      command(
        KeyEvent(.character("K")), KeyEvent(.up, .shift), title: "earlier", detail: "Move the column to the left"
      ) { $0.move($1.column, by: -1) },
      makeClosingCommand(KeyEvent(.escape), KeyEvent(.enter)),
      makeHelpCommand(),
    ]
  }

  private var rows: [ColumnRow] { ColumnRow.rows(settings.preferences.value.columns, inWidth: rowWidth.value) }

  private var selectedRow: ColumnRow? { table.selectedPosition.map { rows[$0] } }

  /// Changes the layout for the selected row.
  private func change(_ body: (inout ColumnLayout, ColumnRow) -> Void) {
    if let selectedRow { settings.change(\.columns) { body(&$0, selectedRow) } }
  }
}

extension ColumnLayout {
  /// Makes the column of a row wider, or narrower for a negative number of cells.
  fileprivate mutating func widen(_ row: ColumnRow, by cells: Int) {
    widen(row.column, by: cells, from: row.width ?? 12)
  }
}
