import TUIKit

/// A row of a list, with a mark while it is selected; a subclass draws the contents.
class RowCell: TableViewCell {
  /// The style of the row.
  final var style: Style { Style(isSelected ? .selectionText : .text, on: isSelected ? .selection : background) }

  /// The style of text that matters less.
  final var dimStyle: Style { isSelected ? style : style.foreground(.textDim) }

  /// Only the part that has changed lights.
  override var glowsOnlyWhereChanged: Bool { true }

  override func draw(in canvas: Canvas) {
    canvas.fill(style: style)
    if isSelected { canvas.write("▌", at: .zero, style: style.foreground(.accent), truncates: false) }
  }
}
