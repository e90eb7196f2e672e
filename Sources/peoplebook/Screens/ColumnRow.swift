import Bindery
import TUIKit

/// A row of the column chooser: a column of the list, and the width that it has there.
struct ColumnRow: Hashable, Identifiable {
  let column: PersonColumn
  /// Whether the user has chosen the column.
  let isShown: Bool
  /// The present width in cells; `nil` while the list has no room for the column.
  let width: Int?

  var id: PersonColumn { column }

  /// The chosen columns in their order, then the others.
  ///
  /// - Parameter width: The width of a row of the list.
  static func rows(_ layout: ColumnLayout, inWidth width: Int) -> [ColumnRow] {
    let columns = PersonColumns(width: width, layout)
    let shown = layout.choices.map(\.column)
    let others = PersonColumn.all.filter { $0 != .name && !shown.contains($0) }
    return shown.map { ColumnRow(column: $0, isShown: true, width: columns[$0]?.count) }
      + others.map { ColumnRow(column: $0, isShown: false, width: nil) }
  }
}

extension ColumnRow: @MainActor BindableViewModelItem {
  typealias View = ColumnCell
}

/// A column in the column chooser.
final class ColumnCell: RowCell, BindableView {
  private var row: ColumnRow? {
    didSet { if row != oldValue { setNeedsDisplay() } }
  }

  func bind(to row: ColumnRow) { self.row = row }

  override func draw(in canvas: Canvas) {
    super.draw(in: canvas)
    guard let row else { return }
    canvas.write(row.column.title, at: Point(x: 4, y: 0), style: row.isShown ? style : dimStyle)
    guard row.isShown else { return }
    canvas.write("✓", at: Point(x: 2, y: 0), style: style.foreground(.accent))
    let width = row.width.map { "\($0) wide" } ?? "no room"
    canvas.write(width, at: Point(x: bounds.width - width.displayWidth - 1, y: 0), style: dimStyle)
  }
}
