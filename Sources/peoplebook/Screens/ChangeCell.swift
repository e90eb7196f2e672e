import Bindery
import PeoplebookCore
import TUIKit

/// A change in the list of changes: its time, what was changed, and the author.
final class ChangeCell: TableViewCell, BindableView {
  private var row: ChangesViewModel.Row?

  func bind(to row: ChangesViewModel.Row) {
    guard row != self.row else { return }
    self.row = row
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas) {
    let style = Style(isSelected ? .selectionText : .text, on: isSelected ? .selection : .surface)
    canvas.fill(style: style)
    if isSelected { canvas.write("▌", at: .zero, style: style.foreground(.accent)) }
    guard let row else { return }
    let dim = isSelected ? style : style.foreground(.textDim)
    canvas.write(row.time, at: Point(x: 2, y: 0), style: dim)
    let author = row.isUndone ? "undone · \(row.author)" : row.author
    let end = max(9, bounds.width - 2 - min(author.displayWidth, bounds.width / 3))
    canvas.write(author, at: Point(x: end, y: 0), style: dim, maxWidth: bounds.width - 1 - end)
    let title = StyledText(row.title, attributes: row.isUndone ? .strikethrough : [])
    let detail = row.detail.isEmpty ? "" : StyledText("  \(row.detail)", role: isSelected ? .selectionText : .textDim)
    canvas.write(title + detail, at: Point(x: 9, y: 0), style: row.isUndone ? dim : style, maxWidth: end - 11)
  }
}
