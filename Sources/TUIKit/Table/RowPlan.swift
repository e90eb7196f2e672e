/// The index mapping of a change of a table: from the places before it to those after it, and back.
protocol RowPlan {
  /// Whether sections are inserted, deleted, moved or reloaded.
  var changesSections: Bool { get }

  func new(ofSection old: Int) -> Int?
  func old(ofSection new: Int) -> Int?
  /// Whether a section (after the change) was reloaded with all its rows.
  func isRenewed(section: Int) -> Bool

  func new(of old: RowIndex) -> RowIndex?
  func old(of new: RowIndex) -> RowIndex?
  /// Whether a row (before the change) was moved itself, rather than shifted by other changes.
  func isMoved(_ old: RowIndex) -> Bool
  func origin(ofMoved new: RowIndex) -> RowIndex?
  /// The new index of a row; for a deleted row, that of the next remaining one, or of the last one.
  func successor(of old: RowIndex) -> RowIndex?
  /// The number of inserted rows before `index` (after the change).
  ///
  /// - Complexity: O(sections + moves).
  func arrivals(before index: RowIndex) -> Int

  /// The known heights of the rows of a section after the change.
  func heights(ofSection new: Int, in geometry: TableGeometry) -> RowHeights
  /// The marks after the change: each stays with its row. Marks of deleted rows and reloaded sections end.
  ///
  /// - Complexity: O(marked ranges + changes + sections).
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

  /// The run of marks after the change; `nil` when one of its ends has left its place.
  func moved(_ run: MarkRun) -> MarkRun? {
    guard !isMoved(run.start), !isMoved(run.end), let start = new(of: run.start), let end = new(of: run.end) else {
      return nil
    }
    return MarkRun(start: start, end: end)
  }
}
