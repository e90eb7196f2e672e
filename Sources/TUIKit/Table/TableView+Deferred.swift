/// Updates that a data source defers.
extension TableView {
  /// Calls `updates` once, before the table is next read or laid out.
  ///
  /// A later call replaces one that is still waiting.
  ///
  /// A data source that collects its changes between two frames applies them here: a caller that reads the table finds
  /// it up to date, and a hundred changes cost one batch.
  public func setNeedsUpdates(_ updates: @escaping () -> Void) {
    self.updates.setDeferred(updates)
    setNeedsLayout()
  }

  func performDeferredUpdate() {
    updates.takeDeferred()?()
  }

  /// Leaves an update that was requested during the layout, for instance by a cell, to the next frame.
  func scheduleDeferredUpdate() {
    guard updates.hasDeferred else { return }
    window?.frameClock.scheduler.schedule { [weak self] in self?.setNeedsLayout() }
  }

  /// Reloads the titles of all sections.
  ///
  /// The rows and the line of the selected row are unchanged.
  ///
  /// - Complexity: O(sections).
  public func reloadTitles() {
    guard !updates.needsReload, dataSource != nil else { return }
    let line = selection.row.map { geometry.line(of: $0) - contentOffset }
    let sections = geometry.sections
    layout.rebuild(sections.map(\.rowCount), for: self) { sections[$0].heights }
    if let selected = selection.row, let line { viewport.keep(selected, atLine: line) }
    keepPlace()
    setNeedsLayout()
  }

  /// Keeps the offset within the content, and notifies the delegate when rows that were above are visible now.
  func keepPlace() {
    let rowsAbove = rowsInsertedAbove
    viewport.keepPlace()
    if rowsInsertedAbove != rowsAbove { delegate?.tableViewDidUpdate(self) }
  }
}
