/// Where everything in a table goes: from the places before a change to those after it, and back.
protocol RowPlan {
  /// Whether sections come, go, move or begin anew.
  var changesSections: Bool { get }

  func new(ofSection old: Int) -> Int?
  func old(ofSection new: Int) -> Int?
  /// Whether a section (after the change) was reloaded, and all that is in it with it.
  func isRenewed(section: Int) -> Bool

  func new(of old: RowIndex) -> RowIndex?
  func old(of new: RowIndex) -> RowIndex?
  /// Whether a row (before the change) was sent elsewhere itself, rather than by what happened around it.
  func isMoved(_ old: RowIndex) -> Bool
  func origin(ofMoved new: RowIndex) -> RowIndex?
  /// Where a row is now; when it is gone, the row that took its place: the next one that stayed, the last one when there
  /// is none.
  func successor(of old: RowIndex) -> RowIndex?
  /// How many of the rows before `index` (after the change) were not there before it. O(sections).
  func arrivals(before index: RowIndex) -> Int

  /// What becomes of the heights of rows.
  func heights(ofSection new: Int, in geometry: TableGeometry) -> RowHeights
  /// Where the marks are after the change: each stays with its row, wherever that has gone. Those of rows that are gone, and
  /// of sections that were reloaded, end. O(marked ranges + changes + sections).
  func moved(_ marks: RowMarks) -> RowMarks
}

extension RowPlan {
  func new(of item: TableItem) -> TableItem? {
    switch item {
    case .header(let section): new(ofSection: section).map { .header($0) }
    case .footer(let section): new(ofSection: section).map { .footer($0) }
    case .row(let index): new(of: index).map { .row($0) }
    }
  }

  func old(of item: TableItem) -> TableItem? {
    switch item {
    case .header(let section): old(ofSection: section).map { .header($0) }
    case .footer(let section): old(ofSection: section).map { .footer($0) }
    case .row(let index): old(of: index).map { .row($0) }
    }
  }

  func moved(_ run: MarkRun) -> MarkRun? {
    guard let start = new(of: run.start), let end = new(of: run.end) else { return nil }
    return MarkRun(start: start, end: end)
  }
}
