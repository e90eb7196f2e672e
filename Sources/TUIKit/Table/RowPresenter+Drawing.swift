import FoundationEssentials
import Time

extension RowPresenter {
  /// Draws all presentations: arriving and leaving ones lowest, then rows, titles, travelling rows, and the sticky
  /// title above all.
  func draw(in canvas: Canvas) {
    if let fade = motion.crossFade, now < fade.half {
      let amount = (now - fade.start) / (fade.half - fade.start)
      for presentation in fade.old {
        presentation.look.draw(presentation.view, at: presentation.view.frame, in: canvas)
      }
      canvas.restyle { $0.mixed(with: $0.background, by: amount) }
      return
    }
    for ghost in rows.ghosts where !ghost.look.isLifted { draw(ghost, in: canvas) }
    let sticky = viewport.stickyHeader
    let layers = rows.ordered.map { layer(of: $0, sticky: sticky) }
    for layer in Layer.allCases {
      for (presentation, place) in zip(rows.ordered, layers) where place == layer { draw(presentation, in: canvas) }
      if layer == .lifted { for ghost in rows.ghosts where ghost.look.isLifted { draw(ghost, in: canvas) } }
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
    // An arriving row is covered until others have made room for it.
    if presentation.look.revealed < 1 || presentation.look.faded > 0 { return .arriving }
    return item.row == nil ? .titles : .rows
  }

  private func draw(_ presentation: RowPresentation, in canvas: Canvas) {
    let frame = presentation.view.frame
    presentation.look.draw(presentation.view, at: frame, in: canvas)
    guard !annotations.isEmpty, let row = presentation.item?.row, let cell = presentation.cell,
      let annotation = annotations[row]
    else { return }
    draw(annotation, on: cell, in: canvas.part(frame))
  }

  // MARK: Notes

  /// Shows a note at the end of a row, which fades.
  func annotate(_ row: RowIndex, _ text: String) {
    guard !text.isEmpty, isMotionPossible else { return }
    // Notes for two screenfuls of rows are kept.
    annotations.add(RowAnnotation(row: row, text: text, start: now), limit: 2 * bounds.height)
    rows[.row(row)]?.view.setNeedsDisplay()
    table.setNeedsLayout()
  }

  /// Draws a note over blank cells only, and nothing without room for all of it.
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
    for row in annotations.advance(to: now) { rows[.row(row)]?.view.setNeedsDisplay() }
  }
}
