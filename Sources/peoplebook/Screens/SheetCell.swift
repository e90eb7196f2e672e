import TUIKit

/// A row on the background of a sheet, with a mark while it is selected.
class SheetCell: TableViewCell {
  /// The style of the row.
  final var style: Style { Style(isSelected ? .selectionText : .text, on: isSelected ? .selection : background) }

  /// The style of text that matters less.
  final var dimStyle: Style { isSelected ? style : style.foreground(.textDim) }

  override var glowsOnlyWhereChanged: Bool { true }

  override func draw(in canvas: Canvas) {
    canvas.fill(style: style)
    if isSelected { canvas.write("▌", at: .zero, style: style.foreground(.accent), truncates: false) }
  }
}
