import Bindery
import PeoplebookCore
import TUIKit

/// A change in the list of changes: its time, what was changed, and the author.
final class ChangeCell: LineDrawingCell, BindableView {
  func bind(to row: ChangesViewModel.Row) {
    isStruck = row.isUndone
    line = ListLine(
      id: "\(row.id)", section: row.day, lead: row.time, title: row.title, detail: row.detail,
      trail: row.isUndone ? "undone · \(row.author)" : row.author)
  }
}
