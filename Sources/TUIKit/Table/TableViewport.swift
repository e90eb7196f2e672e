/// The visible part of a table's content: its scroll position, and what scrolling and batches do to it.
///
/// It reads the content, the selection and the size from the table, and never changes them.
@MainActor
final class TableViewport {
  /// Unchecked, as in ``RowPresenter``.
  private unowned(unsafe) let table: TableView

  /// The first visible line of the content.
  private(set) var offset = 0
  /// The number of rows inserted above the visible part since the top of the list was last visible.
  private(set) var insertedRowCount = 0
  /// Whether the user holds the scroll mark with the mouse.
  private(set) var isScrollMarkHeld = false
  /// Whether the selected row has to be visible after the next layout, whatever heights turn up.
  private var followsSelection = false

  init(_ table: TableView) {
    self.table = table
  }

  private var geometry: TableGeometry { table.geometry }
  private var height: Int { table.bounds.height }

  /// The visible lines of the content.
  var lines: Range<Int> { offset..<offset + height }

  /// The line of an item in the window, without its motion.
  func line(of item: TableItem) -> Int {
    let line = geometry.line(of: item) - offset
    return item.row == nil && item == stickyHeader ? stuck(line, section: item.section) : line
  }

  /// The first visible row; a row that the sticky title covers is above the visible part.
  var firstUncoveredRow: RowIndex? {
    let covered = stickyHeader.map { max(0, line(of: $0) + geometry.height(of: $0)) } ?? 0
    return geometry.row(nearLine: offset + covered)
  }

  // MARK: The sticky title

  /// The sticky title: that of the section of the first visible line.
  var stickyHeader: TableItem? {
    guard table.stickyHeaders, let item = geometry.item(atLine: offset), stickyInset(section: item.section) > 0 else {
      return nil
    }
    return .header(item.section)
  }

  /// The lines at the top that the sticky title of a section covers.
  func stickyInset(section: Int) -> Int {
    let title = geometry.sections[section].headerHeight
    return table.stickyHeaders && height > 2 * title ? title : 0
  }

  /// The line of a sticky title, which leaves the window only with its section.
  private func stuck(_ line: Int, section: Int) -> Int {
    let end = geometry.lastLine(ofSection: section) - offset
    return max(line, min(0, end - geometry.sections[section].headerHeight))
  }

  // MARK: The scroll mark

  /// The lines of the scroll mark; `nil` when everything is visible.
  var scrollMark: Range<Int>? {
    ScrollMark.lines(offset: offset, height: height, contentHeight: geometry.height)
  }

  func holdScrollMark() {
    isScrollMarkHeld = true
  }

  func releaseScrollMark() {
    isScrollMarkHeld = false
  }

  // MARK: Scrolling

  /// Scrolls to a line of the content, within the content.
  func scroll(to line: Int) {
    let before = offset
    offset = clamped(line)
    didScroll(from: before)
  }

  /// Scrolls to the selected row if it is not visible.
  ///
  /// - Parameters:
  ///   - start: The line to which the content is scrolled first; `nil` for the current one.
  ///   - withTitles: Whether the titles above and below the row become visible, too.
  func followSelection(from start: Int? = nil, withTitles: Bool = true) {
    followsSelection = true
    let before = offset
    if let start { offset = clamped(start) }
    revealSelection(withTitles: withTitles)
    didScroll(from: before)
  }

  private func didScroll(from before: Int) {
    guard offset != before else { return }
    uncountVisibleInsertions()
    table.setNeedsLayout()
  }

  func forgetInsertedRows() {
    insertedRowCount = 0
  }

  /// Makes the selected row visible; with the first and last row of a section also the title above and below.
  private func revealSelection(withTitles: Bool = false) {
    guard let selected = table.selection.row, geometry.contains(selected) else { return }
    offset = offset(revealing: selected, withTitles: withTitles)
  }

  /// The nearest offset at which a row is visible and not covered by the sticky title; of a row higher than the window,
  /// its beginning.
  func offset(revealing row: RowIndex, withTitles: Bool = true) -> Int {
    guard height > 0 else { return offset }
    let section = geometry.sections[row.section]
    let rowHeight = geometry.height(of: .row(row))
    var above = stickyInset(section: row.section)
    var below = 0
    if withTitles, height > rowHeight + 1 {
      if row.row == 0 { above = section.headerHeight }
      if row.row == section.rowCount - 1 { below = section.footerHeight }
    }
    let line = geometry.line(of: row)
    return clamped(min(max(offset, line + rowHeight + below - height), line - above))
  }

  /// The nearest offset within the content.
  func clamped(_ offset: Int) -> Int {
    min(max(offset, 0), max(0, geometry.height - height))
  }

  // MARK: Changes of the content

  /// Keeps the offset within the content, and the selected row visible, after a change of either.
  func keepPlace() {
    offset = clamped(offset)
    revealSelection()
    uncountVisibleInsertions()
  }

  /// Places a row at a line of the window, as far as the content allows.
  func keep(_ row: RowIndex, atLine line: Int) {
    offset = clamped(geometry.line(of: row) - line)
  }

  /// Makes the selected row visible again if it was followed since the last layout.
  func revealFollowedSelection() {
    if followsSelection { revealSelection() }
  }

  func endFollowingSelection() {
    followsSelection = false
  }

  // MARK: Batches

  /// Keeps the selected row on its line, or else the first remaining row, and counts the rows inserted above.
  ///
  /// - Parameters:
  ///   - plan: The batch that the content has followed.
  ///   - selection: The selected row before the batch.
  ///   - old: The table before the batch.
  func follow(_ plan: some RowPlan, selection: RowIndex?, since old: TablePicture) {
    keepInPlace(plan, selection: selection, since: old)
    offset = clamped(offset)
    // The user may have scrolled away from the selected row, or hold it at an edge.
    if selection.map(old.isVisible) ?? true { revealSelection() }
    countInsertions(of: plan)
  }

  private func keepInPlace(_ plan: some RowPlan, selection: RowIndex?, since old: TablePicture) {
    let rows = old.geometry.items(in: old.offset..<old.offset + old.height).compactMap(\.row)
    func isSteady(_ row: RowIndex) -> Bool { plan.new(of: row) != nil && !plan.isMoved(row) }
    let steady = rows.first(where: isSteady)
    func offset(keeping row: RowIndex) -> Int? {
      plan.new(of: row).map { clamped(geometry.line(of: $0) - old.line(of: row)) }
    }
    if old.offset == 0, selection == nil || showsArrivalAtTop(plan) {
      self.offset = 0
    } else if let selection, old.isVisible(selection), let new = plan.new(of: selection) {
      self.offset = offset(keeping: selection) ?? self.offset
      // The motion of a moved row is visible if one of its neighbours can keep its line instead.
      for neighbour in [steady, rows.last(where: isSteady)] where plan.isMoved(selection) {
        guard let neighbour, let other = offset(keeping: neighbour) else { continue }
        let line = geometry.line(of: new) - other
        guard line >= stickyInset(section: new.section), line + geometry.height(of: .row(new)) <= old.height else {
          continue
        }
        self.offset = other
        break
      }
    } else if let steady {
      self.offset = offset(keeping: steady) ?? self.offset
    } else if let first = rows.first, let next = plan.successor(of: first) {
      self.offset = geometry.line(of: next) - old.line(of: first)
    }
  }

  /// Whether a row that was inserted at the top of the list, or moved there, can be shown together with the selected
  /// row.
  private func showsArrivalAtTop(_ plan: some RowPlan) -> Bool {
    guard let first = geometry.row(atOrdinal: 0), plan.old(of: first) == nil || plan.origin(ofMoved: first) != nil
    else { return false }
    guard let selected = table.selection.row else { return true }
    return geometry.line(of: selected) + geometry.height(of: .row(selected)) <= height
  }

  private func countInsertions(of plan: some RowPlan) {
    if let first = firstUncoveredRow { insertedRowCount += plan.arrivals(before: first) }
    uncountVisibleInsertions()
  }

  /// Keeps ``insertedRowCount`` within the number of rows that are above the visible part.
  private func uncountVisibleInsertions() {
    guard insertedRowCount > 0 else { return }
    let rowsAbove = offset > 0 ? firstUncoveredRow.map(geometry.ordinal) ?? 0 : 0
    insertedRowCount = min(insertedRowCount, rowsAbove)
  }
}
