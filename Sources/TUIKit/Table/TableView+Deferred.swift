/// What a data source has yet to tell.
extension TableView {
  /// Calls `updates` once, before anything is asked of the table, or it is laid out for the next frame; a later call replaces
  /// an earlier one that is still waiting.
  ///
  /// For data sources that gather what happens to them between two frames: whoever looks at the table, a program or a person,
  /// finds it up to date, and a hundred changes cost as much as the frames that they are shown in.
  public func setNeedsUpdates(_ updates: @escaping () -> Void) {
    deferredUpdates = updates
    setNeedsLayout()
  }

  func performDeferredUpdates() {
    guard batchDepth == 0, let updates = deferredUpdates else { return }
    deferredUpdates = nil
    updates()
  }

  /// What comes up while the table is laid out, because a cell's looks are its cause, is for the next frame.
  func scheduleDeferredUpdates() {
    guard deferredUpdates != nil else { return }
    window?.frameClock.scheduler.schedule { [weak self] in self?.setNeedsLayout() }
  }

  /// Asks for the titles of all sections anew; the rows, and what is known of them, stay. The selected row stays on its line
  /// when a title comes or goes. O(sections).
  public func reloadTitles() {
    guard !needsReload, dataSource != nil else { return }
    let line = selected.map { geometry.line(of: $0) - contentOffset }
    let sections = geometry.sections
    rebuildGeometry(sections.map(\.rowCount)) { sections[$0].heights }
    if let selected, let line { contentOffset = geometry.line(of: selected) - line }
    keepPlace()
    setNeedsLayout()
  }
}
