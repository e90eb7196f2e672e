import FoundationEssentials

extension TableView {
  /// Draws the section titles, or else the scroll mark.
  func drawLastColumn(in canvas: Canvas) {
    if showsIndexRail { return drawIndexRail(in: canvas) }
    canvas.drawScrollMark(
      in: bounds, offset: contentOffset, contentHeight: geometry.height, style: Style(.textDim))
  }

  // MARK: Notes

  /// Shows a note at the end of a row, such as the author of a change, and fades it out.
  ///
  /// The note follows its row through batches and replaces the row's previous one. It is not shown without room in
  /// ``TableViewCell/annotationRoom``, nor while motion is off.
  public func setAnnotation(_ text: String, forRowAt indexPath: IndexPath) {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    if geometry.contains(row) { presenter.annotate(row, text) }
  }
}
