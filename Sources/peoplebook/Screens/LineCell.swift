import Bindery
import PeoplebookCore
import TUIKit

/// A cell that draws a line of a list: a dim text before the title, its detail, and a dim text at the end.
class LineDrawingCell: RowCell {
  /// Whether the title is struck through, and dim.
  final var isStruck = false
  final var line: ListLine? {
    didSet { if line != oldValue { setNeedsDisplay() } }
  }

  override func draw(in canvas: Canvas) {
    super.draw(in: canvas)
    guard let line else { return }
    canvas.write(line.lead, at: Point(x: 2, y: 0), style: dimStyle)
    let start = 4 + max(5, line.lead.displayWidth)
    let end = max(start, bounds.width - 2 - min(line.trail.displayWidth, bounds.width / 3))
    canvas.write(line.trail, at: Point(x: end, y: 0), style: dimStyle, maxWidth: bounds.width - 1 - end)
    let title = StyledText(line.title, attributes: isStruck ? .strikethrough : [])
    let detail = line.detail.isEmpty ? "" : StyledText("  \(line.detail)", role: isSelected ? .selectionText : .textDim)
    canvas.write(
      title + detail, at: Point(x: start, y: 0), style: isStruck ? dimStyle : style, maxWidth: end - start - 2)
  }
}

/// A cell for a line of a list.
final class LineCell: LineDrawingCell, BindableView {
  func bind(to line: ListLine) { self.line = line }
}
