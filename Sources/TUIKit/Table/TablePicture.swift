import Time

/// The state of a table before a batch.
struct TablePicture {
  let geometry: TableGeometry
  let offset: Int
  let height: Int
  let now: Instant
  /// The current line of each presentation in the window, moving or not.
  private var lines: [ObjectIdentifier: Double] = [:]

  @MainActor
  init(table: TableView) {
    geometry = table.geometry
    offset = table.contentOffset
    height = table.bounds.height
    now = table.now
    for presentation in table.presenter.rows.all {
      guard let item = presentation.item else { continue }
      lines[ObjectIdentifier(presentation)] = Double(table.viewport.line(of: item)) + presentation.distance(at: now)
    }
  }

  @MainActor
  func line(of presentation: RowPresentation) -> Double { lines[ObjectIdentifier(presentation)] ?? 0 }

  func line(of row: RowIndex) -> Int { geometry.line(of: row) - offset }

  func isVisible(_ row: RowIndex) -> Bool {
    let line = line(of: row)
    return line < height && line + geometry.height(of: .row(row)) > 0
  }
}
