/// The rows of a table that the user has selected or marked, or that an action concerns.
///
/// Each has an identity: it follows its row through every batch.
@MainActor
final class TableSelection {
  /// The selected row.
  private(set) var row: RowIndex?
  private(set) var marks = RowMarks()
  /// The marks that were last reported to the delegate.
  private var reportedMarks = RowMarks()
  /// The rows that were marked with Shift and a cursor key, from the first to the last.
  private var run: MarkRun?
  /// The row with the open menu, or of ``TableView/makeRowCheck()``.
  private(set) var menuRow: RowIndex?
  /// The row that the user holds with the mouse.
  private(set) var drag: RowDrag?

  /// Follows the rows of a batch.
  func follow(_ plan: some RowPlan) {
    row = row.flatMap { plan.successor(of: $0) }
    marks = plan.moved(marks)
    run = run.flatMap { plan.moved($0) }
    menuRow = menuRow.flatMap { plan.new(of: $0) }
    drag = drag.flatMap { drag in
      plan.new(of: drag.row).map { RowDrag(row: $0, target: nil, choosesRow: drag.choosesRow) }
    }
  }

  /// Keeps only the selected row: after a reload the identity of rows is unknown.
  func forgetIdentities() {
    marks = RowMarks()
    run = nil
    menuRow = nil
    drag = nil
  }

  /// Selects a row; `nil` selects none.
  func select(_ row: RowIndex?) {
    self.row = row
  }

  // MARK: The menu

  func openMenu(at row: RowIndex) {
    menuRow = row
  }

  func closeMenu() {
    menuRow = nil
  }

  // MARK: The held row

  /// Begins to hold a row.
  ///
  /// - Parameter choosesRow: Whether the row is chosen if it is released without having been dragged.
  func beginDrag(of row: RowIndex, choosesRow: Bool) {
    drag = RowDrag(row: row, choosesRow: choosesRow)
  }

  /// Drags the held row to the place where it would be dropped; `nil` is its own.
  func moveDrag(to target: RowIndex?) {
    drag?.choosesRow = false
    drag?.target = target
  }

  func endDrag() {
    drag = nil
  }

  // MARK: Marks

  /// Marks or unmarks rows; returns whether that changes anything.
  func mark(
    _ isMarked: Bool, from start: RowIndex, through end: RowIndex, in geometry: TableGeometry
  ) -> Bool {
    let before = marks
    marks.set(isMarked, from: start, through: end, in: geometry)
    return marks != before
  }

  /// Replaces all marks; returns whether that changes anything.
  func setMarks(_ new: RowMarks) -> Bool {
    guard new != marks else { return false }
    run = nil
    marks = new
    return true
  }

  /// Removes all marks; returns whether there were any.
  func unmarkAll() -> Bool {
    run = nil
    defer { marks = RowMarks() }
    return !marks.isEmpty
  }

  /// Returns whether the marks differ from those last reported to the delegate, and records them as reported.
  func takeNewMarks() -> Bool {
    defer { reportedMarks = marks }
    return marks != reportedMarks
  }

  /// The row where the run of marks that ends at `row` began; `row` itself without a run.
  func startOfRun(endingAt row: RowIndex) -> RowIndex {
    run.flatMap { $0.end == row ? $0.start : nil } ?? row
  }

  func setRun(from start: RowIndex, to end: RowIndex) {
    run = MarkRun(start: start, end: end)
  }

  func endRun() {
    run = nil
  }
}
