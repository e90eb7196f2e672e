import FoundationEssentials
import Time

extension TableView {
  /// The title that stands at the top: that of the section to which the first visible line belongs.
  var stickyHeader: TableItem? {
    guard stickyHeaders, let item = geometry.item(atLine: contentOffset), stickyInset(section: item.section) > 0 else {
      return nil
    }
    return .header(item.section)
  }

  /// The lines at the top that a section's title covers while its rows scroll.
  func stickyInset(section: Int) -> Int {
    let height = geometry.sections[section].headerHeight
    return stickyHeaders && bounds.height > 2 * height ? height : 0
  }

  /// Where a title stands that cannot leave the window before its section does.
  func stuck(_ line: Int, section: Int) -> Int {
    let end = geometry.lastLine(ofSection: section) - contentOffset
    return max(line, min(0, end - geometry.sections[section].headerHeight))
  }

  /// The first row of which something can be seen: a row that the title at the top covers is above the visible part.
  var firstUncoveredRow: RowIndex? {
    let covered = stickyHeader.map { max(0, line(of: $0) + geometry.height(of: $0)) } ?? 0
    return geometry.row(nearLine: contentOffset + covered)
  }

  /// Draws what exists: what comes and goes lowest, then the rows, above them titles, above these rows that travel, and the
  /// title that stays at the top above all.
  func drawRows(in canvas: Canvas) {
    if let backgroundView, !backgroundView.isHidden { backgroundView.drawTree(in: canvas.part(backgroundView.frame)) }
    if let fade = motion.crossFade, now < fade.half {
      let amount = (now - fade.start) / (fade.half - fade.start)
      for presentation in fade.old {
        presentation.look.draw(presentation.view, at: presentation.view.frame, in: canvas)
      }
      canvas.restyle { $0.mixed(with: $0.background, by: amount) }
      return
    }
    for ghost in ghosts where !ghost.look.isLifted { draw(ghost, in: canvas) }
    let sticky = stickyHeader
    for layer in Layer.allCases {
      for presentation in ordered where self.layer(of: presentation, sticky: sticky) == layer {
        draw(presentation, in: canvas)
      }
      if layer == .lifted { for ghost in ghosts where ghost.look.isLifted { draw(ghost, in: canvas) } }
    }
    if let fade = motion.crossFade, now < fade.end {
      let amount = (fade.end - now) / (fade.end - fade.half)
      canvas.restyle { $0.mixed(with: $0.background, by: amount) }
    }
  }

  private enum Layer: CaseIterable {
    case arriving, rows, titles, lifted, stuckTitle
  }

  private func layer(of presentation: RowPresentation, sticky: TableItem?) -> Layer {
    guard let item = presentation.item else { return .arriving }
    if item == sticky { return .stuckTitle }
    if presentation.look.isLifted { return .lifted }
    // What comes waits until others have made room for it.
    if presentation.look.revealed < 1 || presentation.look.faded > 0 { return .arriving }
    return item.row == nil ? .titles : .rows
  }

  private func draw(_ presentation: RowPresentation, in canvas: Canvas) {
    let frame = presentation.view.frame
    guard frame.maxY > 0, frame.minY < bounds.height else { return }
    presentation.look.draw(presentation.view, at: frame, in: canvas)
    guard !annotations.isEmpty, let row = presentation.item?.row, let cell = presentation.cell else { return }
    for annotation in annotations where annotation.row == row {
      draw(annotation, on: cell, in: canvas.part(frame))
    }
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

  /// Shows a note at the end of a row, such as the author of a change, that fades. It stays with its row through batches and
  /// replaces the row's previous note. A note that has no room in ``TableViewCell/annotationRoom`` is not shown.
  public func setAnnotation(_ text: String, forRowAt indexPath: IndexPath) {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    guard geometry.contains(row), !text.isEmpty, isMotionPossible else { return }
    annotations.removeAll { $0.row == row }
    annotations.append(RowAnnotation(row: row, text: text, start: now))
    // Nobody reads more than a screenful; the latest stay.
    if annotations.count > 2 * bounds.height + 8 { annotations.removeFirst() }
    cellForRow(at: indexPath)?.setNeedsDisplay()
    setNeedsLayout()
  }

  /// Draws a note over blank cells only: where the cell has no room for all of it, nothing is drawn.
  private func draw(_ annotation: RowAnnotation, on cell: TableViewCell, in canvas: Canvas) {
    let faded = annotation.faded(at: now)
    let room = cell.annotationRoom
    let width = annotation.text.displayWidth
    guard faded < 1, width + 3 <= room.count else { return }
    let style = cell.annotationStyle
    canvas.write(
      annotation.text, at: Point(x: room.upperBound - width - 1, y: 0),
      style: faded > 0 ? style.mixed(with: style.background, by: faded) : style)
  }

  func advanceAnnotations(at now: Instant) {
    guard !annotations.isEmpty else { return }
    for annotation in annotations where annotation.faded(at: now) > 0 {
      presentations[.row(annotation.row)]?.view.setNeedsDisplay()
    }
    annotations.removeAll { $0.end <= now }
  }
}
