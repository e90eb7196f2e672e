import FoundationEssentials
import Time

extension RowPresenter {
  /// Updates the presentations to the visible items: makes cells for those that have become visible, and recycles those
  /// of the others.
  ///
  /// - Complexity: O(visible).
  func layOut(_ items: [TableItem], at now: Instant) {
    // Cells are recycled first, so that they can be used for the rows that become visible.
    let retired = dropUnneeded(keeping: Set(items), at: now)
    let fresh = items.indices.filter { presentations[items[$0]] == nil }
    for index in fresh { presentations[items[index]] = makePresentation(of: items[index]) }
    removeUnused(retired)
    for index in fresh { startMotion(ofItemAt: index, among: items, fresh: fresh, at: now) }
    reloadMarked(at: now)
    for item in items where item.row == nil { setTitle(of: item) }
    motion.forgetPending()
    order(as: items)
    hasBeenLaidOut = true
  }

  private func makePresentation(of item: TableItem) -> RowPresentation {
    let view: View
    switch item {
    case .row(let row):
      let cell = makeCell(for: row)
      delegate?.tableView(table, willDisplay: cell, forRowAt: row.path)
      view = cell
    case .header(let section), .footer(let section):
      let isFooter = item == .footer(section)
      let header =
        delegate?.tableView(table, viewForTitleOfSection: section, isFooter: isFooter)
        ?? table.headerViewType.init(frame: .zero)
      header.isFooter = isFooter
      view = header
    }
    if view.superview !== table { table.addSubview(view) }
    return RowPresentation(item: item, view: view)
  }

  private func setTitle(of item: TableItem) {
    guard let view = presentations[item]?.view as? TableHeaderView else { return }
    view.text = table.title(of: item) ?? ""
  }

  /// Returns the data source's cell for a row.
  func makeCell(for row: RowIndex) -> TableViewCell {
    let cell = dataSource?.tableView(table, cellForRowAt: row.path) ?? TableViewCell()
    cell.showsFreshMark = window?.isColored == false
    // A cell that was not dequeued may still be presented at its former row.
    if cell.superview === table, cell.reuseKey == nil { forget(cell) }
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

  // MARK: Removal

  /// Removes presentations that are no longer visible.
  ///
  /// Returns the cells that can be used for other rows at once, since removing and adding a view is expensive.
  private func dropUnneeded(keeping items: Set<TableItem>, at now: Instant) -> [TableViewCell] {
    var retired: [TableViewCell] = []
    // A first responder in a cell must not continue in another row.
    let canStay = window?.firstResponder === table
    for (item, presentation) in presentations where !items.contains(item) && presentation.isAtRest(at: now) {
      presentations[item] = nil
      if canStay, let cell = presentation.cell, cells.recycle(cell) {
        retired.append(cell)
      } else {
        discard(presentation)
      }
    }
    // More than two screenfuls of ghosts are a burst; the oldest are removed.
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

  /// Removes all presentations at once.
  func clearPresentations() {
    for presentation in presentations.values { discard(presentation) }
    for ghost in ghosts { discard(ghost) }
    for presentation in motion.crossFade?.old ?? [] { discard(presentation) }
    presentations = [:]
    ordered = []
    ghosts = []
    motion.crossFade = nil
  }

  /// Sorts the presentations by the content: `items`, and possibly others that still move.
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
