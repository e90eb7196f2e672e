import FoundationEssentials
import Time

extension TableView {
  /// The width of the rows: that of the table without the section titles or the scroll mark at its right edge, even
  /// while those are hidden.
  public var rowWidth: Int {
    loadIfNeeded()
    return contentWidth
  }

  var contentWidth: Int { max(0, bounds.width - layout.rail.width) }

  var now: Instant { window?.frameClock.now ?? Instant(nanoseconds: 0) }

  var isMotionPossible: Bool {
    guard let window, !bounds.isEmpty, !isHidden else { return false }
    return window.frameClock.isMotionPossible
  }

  // MARK: Layout

  /// Lays out the visible rows and titles.
  ///
  /// - Complexity: O(visible rows).
  func layoutRows() {
    // Limited, because a data source may contradict itself each time it is queried.
    for _ in 0..<3 {
      loadIfNeeded()
      guard let inconsistency = updates.holdingDeferred(measureVisibleRows) else { break }
      recover(from: inconsistency)
    }
    updates.holdingDeferred(layOutVisibleItems)
  }

  private func layOutVisibleItems() {
    let now = now
    var items = geometry.items(in: viewport.lines)
    if let header = viewport.stickyHeader, items.first != header { items.insert(header, at: 0) }
    presenter.layOut(items, at: now)
    prefetchRows(beyond: items)
    if let backgroundView, backgroundView.isHidden == (geometry.rowCount == 0) {
      backgroundView.isHidden.toggle()
      // What is in it may not have been laid out while it was hidden.
      backgroundView.setNeedsLayout()
    }
    presenter.place(at: now)
    presenter.keepTicking(at: now)
  }

  /// Queries the heights of the visible rows, and keeps the selected row on its line.
  ///
  /// Returns an inconsistency if the data source has changed without a batch.
  private func measureVisibleRows() -> TableInconsistency? {
    // Each round may reveal rows that were not measured; there are at most as many rounds as lines.
    for _ in 0...max(bounds.height, 1) {
      if let inconsistency = findInconsistency() { return inconsistency }
      guard let delegate else { break }
      let rows = geometry.items(in: viewport.lines).compactMap(\.row)
      // The delegate may measure the cells.
      presenter.reloadMarked(rows.compactMap { presenter.rows[.row($0)] }, at: now)
      let anchor = rows.first { $0 == selection.row } ?? rows.first
      let line = anchor.map { geometry.line(of: $0) - contentOffset }
      var hasChanged = false
      for row in rows {
        let height = delegate.tableView(self, heightForRowAt: row.path) ?? geometry.rowHeight
        if layout.setHeight(height, of: row) { hasChanged = true }
      }
      guard hasChanged else { break }
      if let anchor, let line { viewport.keep(anchor, atLine: line) }
      viewport.revealFollowedSelection()
    }
    viewport.endFollowingSelection()
    return nil
  }

  /// Finds changes of the data source without a batch, before rows that do not exist are queried.
  ///
  /// - Complexity: O(visible sections).
  private func findInconsistency() -> TableInconsistency? {
    guard let dataSource, !geometry.sections.isEmpty else { return nil }
    let count = geometry.sections.count
    let found = dataSource.numberOfSections(in: self)
    guard found == count else { return .sectionCount(before: count, after: found, expected: count) }
    for section in Set(geometry.items(in: viewport.lines).map(\.section)).sorted() {
      let expected = geometry.sections[section].rowCount
      let found = dataSource.tableView(self, numberOfRowsInSection: section)
      guard found == expected else { return .unreportedChange(section: section, expected: expected, found: found) }
    }
    return nil
  }
}
