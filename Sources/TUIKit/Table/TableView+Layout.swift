import FoundationEssentials
import Time

extension TableView {
  /// The lines of the content that can be seen.
  var visibleLines: Range<Int> { contentOffset..<contentOffset + bounds.height }

  /// The width of the rows: that of the table without the section titles or the scroll mark at its right edge, also while
  /// neither is shown.
  public var rowWidth: Int {
    loadIfNeeded()
    return contentWidth
  }

  var contentWidth: Int { max(0, bounds.width - rail.width) }

  var now: Instant { window?.frameClock.now ?? Instant(nanoseconds: 0) }

  var isMotionPossible: Bool {
    guard let window, !bounds.isEmpty, !isHidden else { return false }
    return window.frameClock.isMotionPossible
  }

  // MARK: Layout

  /// Brings what exists in line with what can be seen: makes cells for what has come into sight, takes them back from what
  /// has left it. O(visible).
  func layoutRows() {
    // A data source that contradicts itself each time it is asked would keep this going for ever.
    for _ in 0..<3 {
      loadIfNeeded()
      guard let inconsistency = measureVisibleRows() else { break }
      recover(from: inconsistency)
    }
    let now = now
    var items = geometry.items(in: visibleLines)
    if let header = stickyHeader, items.first != header { items.insert(header, at: 0) }
    // First what goes, then what comes: the cells of the one serve the other.
    let retired = dropUnneeded(keeping: Set(items), at: now)
    let fresh = items.indices.filter { presentations[items[$0]] == nil }
    for index in fresh { presentations[items[index]] = makePresentation(of: items[index]) }
    removeUnused(retired)
    for index in fresh { startMotion(ofItemAt: index, among: items, fresh: fresh, at: now) }
    reloadMarked(at: now)
    for item in items { setTitle(of: item) }
    motion.forgetPending()
    order(as: items)
    prefetchRows(beyond: items)
    hasBeenLaidOut = true
    if let backgroundView { backgroundView.isHidden = !(geometry.rowCount == 0) }
    place(at: now)
    keepTicking(at: now)
  }

  /// The window or the content has changed: stays within the content, with the selected row in sight.
  func keepPlace() {
    contentOffset = clampedOffset(contentOffset)
    revealSelection()
  }

  /// Asks for the heights of what can be seen; what one is looking at stays where it is while others turn out differently.
  /// Stops when the data source turns out to have changed.
  private func measureVisibleRows() -> TableInconsistency? {
    // Each round can bring rows into sight that were not measured; there are no more rounds than lines.
    for _ in 0...max(bounds.height, 1) {
      if let inconsistency = findInconsistency() { return inconsistency }
      guard let delegate else { break }
      let rows = geometry.items(in: visibleLines).compactMap(\.row)
      let anchor = rows.first { $0 == selected } ?? rows.first
      let line = anchor.map { geometry.line(of: $0) - contentOffset }
      var isNews = false
      for row in rows {
        let height = delegate.tableView(self, heightForRowAt: row.path) ?? geometry.rowHeight
        if geometry.setHeight(height, of: row) { isNews = true }
      }
      guard isNews else { break }
      if let anchor, let line { contentOffset = clampedOffset(geometry.line(of: anchor) - line) }
      if followsSelection { revealSelection() }
    }
    followsSelection = false
    return nil
  }

  /// A data source that has changed without a word would be asked for rows that it does not have. O(visible sections).
  private func findInconsistency() -> TableInconsistency? {
    guard let dataSource, !geometry.sections.isEmpty else { return nil }
    let count = geometry.sections.count
    let found = dataSource.numberOfSections(in: self)
    guard found == count else { return .sectionCount(before: count, after: found, expected: count) }
    for section in Set(geometry.items(in: visibleLines).map(\.section)).sorted() {
      let told = geometry.sections[section].rowCount
      let found = dataSource.tableView(self, numberOfRowsInSection: section)
      guard found == told else { return .changedUntold(section: section, told: told, found: found) }
    }
    return nil
  }

  private func makePresentation(of item: TableItem) -> RowPresentation {
    let view: View
    switch item {
    case .row(let row):
      let cell = cell(for: row)
      delegate?.tableView(self, willDisplay: cell, forRowAt: row.path)
      view = cell
    case .header(let section), .footer(let section):
      let isFooter = item == .footer(section)
      let header =
        delegate?.tableView(self, viewForTitleOfSection: section, isFooter: isFooter)
        ?? headerViewType.init(frame: .zero)
      header.isFooter = isFooter
      view = header
    }
    if view.superview !== self { addSubview(view) }
    return RowPresentation(item: item, view: view)
  }

  private func setTitle(of item: TableItem) {
    guard let view = presentations[item]?.view as? TableHeaderView else { return }
    view.text = (view.isFooter ? footerTitles : headerTitles)[item.section] ?? ""
  }

  /// The data source's cell for a row.
  func cell(for row: RowIndex) -> TableViewCell {
    let cell = dataSource?.tableView(self, cellForRowAt: row.path) ?? TableViewCell()
    cell.showsFreshMark = window?.isColored == false
    // A row's own cell, never dequeued, may still be going where it was before.
    if cell.superview === self, cell.reuseKey == nil { forget(cell) }
    return cell
  }

  private func forget(_ cell: TableViewCell) {
    ghosts.removeAll { $0.view === cell }
    motion.crossFade?.old.removeAll { $0.view === cell }
    for (item, presentation) in presentations where presentation.view === cell {
      guard presentation.reload == nil else { continue }
      presentations[item] = nil
    }
  }

  // MARK: Leaving

  /// Lets go of what can no longer be seen. Returns the cells that can serve other rows at once: taking one out of the table
  /// and putting it back costs more than all the rest.
  private func dropUnneeded(keeping items: Set<TableItem>, at now: Instant) -> [TableViewCell] {
    var retired: [TableViewCell] = []
    // What is being typed in one row must not go on in another.
    let canStay = window?.firstResponder === self
    for (item, presentation) in presentations where !items.contains(item) && presentation.isAtRest(at: now) {
      presentations[item] = nil
      if canStay, let cell = presentation.cell, cells.recycle(cell) {
        retired.append(cell)
      } else {
        discard(presentation)
      }
    }
    // More than a screenful on its way out is a burst, and cannot be told apart any more.
    let surplus = ghosts.count - 2 * bounds.height
    var index = 0
    ghosts.removeAll { ghost in
      index += 1
      guard ghost.isAtRest(at: now) || index <= surplus else { return false }
      discard(ghost)
      return true
    }
    return retired
  }

  private func removeUnused(_ retired: [TableViewCell]) {
    guard !retired.isEmpty else { return }
    let used = Set(presentations.values.map { ObjectIdentifier($0.view) })
    for cell in retired where !used.contains(ObjectIdentifier(cell)) { cell.removeFromSuperview() }
  }

  func discard(_ presentation: RowPresentation) {
    presentation.view.removeFromSuperview()
    if let cell = presentation.cell { cells.recycle(cell) }
  }

  /// Everything that exists goes at once.
  func clearPresentations() {
    for presentation in presentations.values { discard(presentation) }
    for ghost in ghosts { discard(ghost) }
    for presentation in motion.crossFade?.old ?? [] { discard(presentation) }
    presentations = [:]
    ordered = []
    ghosts = []
    motion.crossFade = nil
  }

  /// Brings what exists into the order of the content, which is that of `items` unless more is on its way.
  private func order(as items: [TableItem]) {
    if presentations.count == items.count {
      ordered = items.compactMap { presentations[$0] }
      return
    }
    ordered = presentations.values.sorted { left, right in
      guard let left = left.item, let right = right.item else { return false }
      return geometry.line(of: left) < geometry.line(of: right)
    }
  }
}
