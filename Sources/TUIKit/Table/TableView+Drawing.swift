import FoundationEssentials
import Time

extension TableView {
  /// The sticky title: that of the section of the first visible line.
  var stickyHeader: TableItem? {
    guard stickyHeaders, let item = geometry.item(atLine: contentOffset), stickyInset(section: item.section) > 0 else {
      return nil
    }
    return .header(item.section)
  }

  /// The lines at the top that the sticky title of a section covers.
  func stickyInset(section: Int) -> Int {
    let height = geometry.sections[section].headerHeight
    return stickyHeaders && bounds.height > 2 * height ? height : 0
  }

  /// The line of a sticky title, which leaves the window only with its section.
  func stuck(_ line: Int, section: Int) -> Int {
    let end = geometry.lastLine(ofSection: section) - contentOffset
    return max(line, min(0, end - geometry.sections[section].headerHeight))
  }

  /// The first visible row; a row that the sticky title covers is above the visible part.
  var firstUncoveredRow: RowIndex? {
    let covered = stickyHeader.map { max(0, line(of: $0) + geometry.height(of: $0)) } ?? 0
    return geometry.row(nearLine: contentOffset + covered)
  }

  // MARK: The scroll mark

  /// The lines of the scroll mark; `nil` when everything is visible.
  var scrollMark: Range<Int>? {
    ScrollMark.lines(offset: contentOffset, height: bounds.height, contentHeight: geometry.height)
  }

  /// Draws the section titles, or else the scroll mark.
  func drawLastColumn(in canvas: Canvas) {
    if showsIndexRail { return drawIndexRail(in: canvas) }
    canvas.drawScrollMark(
      in: bounds, offset: contentOffset, contentHeight: geometry.height, style: Style(.textDim))
  }

  // MARK: Notes

  /// Shows a note at the end of a row, such as the author of a change, and fades it out.
  ///
  /// The note follows its row through batches and replaces the row's previous one. Without room in
  /// ``TableViewCell/annotationRoom`` it is not shown.
  public func setAnnotation(_ text: String, forRowAt indexPath: IndexPath) {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    if geometry.contains(row) { presenter.annotate(row, text) }
  }
}
