import FoundationEssentials

/// The place in the window to which a row is scrolled.
public enum ScrollPosition: Hashable, Sendable {
  /// The nearest place where it is visible.
  case nearest
  /// At the top, in the middle or at the bottom of the window.
  case top, middle, bottom
}

extension TableView {
  // MARK: Selection

  /// The selected row; `nil` without one.
  public var selectedIndexPath: IndexPath? {
    loadIfNeeded()
    return selection.row?.path
  }

  /// The position of the selected row among all rows of all sections, from 0.
  public var selectedPosition: Int? { selectedIndexPath.flatMap(position) }

  /// Selects a row, or none, and scrolls to it.
  ///
  /// The delegate is not notified of a highlighted row. An index path that does not exist is ignored.
  public func selectRow(at indexPath: IndexPath?, scrollPosition: ScrollPosition = .nearest) {
    loadIfNeeded()
    let row = indexPath.map(RowIndex.init)
    if let row, !geometry.contains(row) { return }
    highlight(row, notify: false)
    if let row { scroll(to: row, at: scrollPosition) }
    delegate?.tableViewDidUpdate(self)
  }

  func highlight(_ row: RowIndex?, notify: Bool) {
    guard row != selection.row else { return }
    if let selected = selection.row { presenter.cell(at: selected)?.isSelected = false }
    selection.select(row)
    guard let row else { return }
    presenter.cell(at: row)?.isSelected = true
    if notify { delegate?.tableView(self, didHighlightRowAt: row.path) }
  }

  /// Chooses the selected row, as Enter does.
  public func chooseSelectedRow() {
    loadIfNeeded()
    if let selected = selection.row { delegate?.tableView(self, didSelectRowAt: selected.path) }
  }

  /// Moves the selection by rows, through all sections, as far as the first or last row.
  public func moveSelection(by count: Int) {
    loadIfNeeded()
    let count = min(max(count, -geometry.rowCount), geometry.rowCount)
    moveSelection { $0 + count }
  }

  private func moveSelection(_ ordinal: (Int) -> Int) {
    loadIfNeeded()
    guard geometry.rowCount > 0 else { return }
    presenter.endCrossFade()
    let target = selection.row.map { ordinal(geometry.ordinal(of: $0)) } ?? 0
    let row = geometry.row(atOrdinal: min(max(target, 0), geometry.rowCount - 1))
    highlight(row, notify: true)
    viewport.followSelection()
    delegate?.tableViewDidUpdate(self)
  }

  /// Moves the selection by pages.
  ///
  /// The selection keeps its line in the window.
  public func moveSelection(byPages count: Int) {
    loadIfNeeded()
    guard let selected = selection.row else { return moveSelection(by: 0) }
    presenter.endCrossFade()
    let page = max(1, bounds.height - viewport.stickyInset(section: selected.section))
    let line = geometry.line(of: selected)
    let count = min(max(count, -geometry.height), geometry.height)
    guard var row = geometry.row(nearLine: line + count * page) else { return }
    if row == selected {
      // A row as high as the window: at least one row further.
      let next = geometry.ordinal(of: row) + (count > 0 ? 1 : -1)
      row = geometry.row(atOrdinal: min(max(next, 0), geometry.rowCount - 1)) ?? row
    }
    let start = contentOffset + geometry.line(of: row) - line
    highlight(row, notify: true)
    viewport.followSelection(from: start, withTitles: false)
    delegate?.tableViewDidUpdate(self)
  }

  /// Selects the first row, as Home does.
  public func selectFirstRow() {
    moveSelection { _ in 0 }
    // The title above the first row becomes visible too, where there is room.
    setContentOffset(0)
    viewport.followSelection()
  }

  /// Selects the last row, as End does.
  public func selectLastRow() {
    moveSelection { _ in .max }
  }

  // MARK: Scrolling

  /// Scrolls by lines.
  ///
  /// A selected row that would leave the window passes the selection to the nearest visible row.
  ///
  /// - Complexity: O(visible rows · log sections).
  public func scroll(by lines: Int) {
    loadIfNeeded()
    presenter.endCrossFade()
    let limit = max(0, geometry.height)
    setContentOffset(contentOffset + min(max(lines, -limit), limit))
    keepSelectionInSight()
    delegate?.tableViewDidUpdate(self)
  }

  /// Scrolls to a line of the content, within the content.
  public func setContentOffset(_ offset: Int) {
    loadIfNeeded()
    viewport.scroll(to: offset)
  }

  private func scroll(to row: RowIndex, at position: ScrollPosition) {
    let line = geometry.line(of: row)
    let height = geometry.height(of: .row(row))
    switch position {
    case .nearest: setContentOffset(viewport.offset(revealing: row))
    case .top: setContentOffset(line - viewport.stickyInset(section: row.section))
    case .middle: setContentOffset(line - (bounds.height - height) / 2)
    case .bottom: setContentOffset(line + height - bounds.height)
    }
  }

  /// Selects the nearest visible row when the selected row has left the window.
  private func keepSelectionInSight() {
    guard let selected = selection.row, bounds.height > 0 else { return }
    func top(_ row: RowIndex) -> Int { geometry.line(of: row) - contentOffset }
    func bottom(_ row: RowIndex) -> Int { top(row) + geometry.height(of: .row(row)) }
    func isAbove(_ row: RowIndex) -> Bool { top(row) < viewport.stickyInset(section: row.section) }
    func isBelow(_ row: RowIndex) -> Bool { bottom(row) > bounds.height }
    func neighbour(_ row: RowIndex, _ step: Int) -> RowIndex? {
      geometry.row(atOrdinal: geometry.ordinal(of: row) + step)
    }
    // A row higher than the window is scrolled line by line.
    guard isAbove(selected) != isBelow(selected) else { return }
    let step = isAbove(selected) ? 1 : -1
    guard var row = geometry.row(nearLine: step > 0 ? contentOffset : contentOffset + bounds.height - 1) else { return }
    while step > 0 ? isAbove(row) && !isBelow(row) : isBelow(row) && !isAbove(row), let next = neighbour(row, step) {
      row = next
    }
    highlight(row, notify: true)
    // The delegate may have removed the row.
    if let row = selection.row { setContentOffset(viewport.offset(revealing: row, withTitles: false)) }
  }
}
