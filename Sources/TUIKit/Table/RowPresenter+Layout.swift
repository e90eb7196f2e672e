import FoundationEssentials
import Time

extension RowPresenter {
  /// Updates the presentations to the visible items: makes cells for those that have become visible, and recycles those
  /// of the others.
  ///
  /// - Complexity: O(visible).
  func layOut(_ items: [TableItem], at now: Instant) {
    // Cells are recycled first, so that they can be used for the rows that become visible.
    // A first responder in a cell must not continue in another row.
    let retired = rows.retire(except: Set(items), reusesCells: window?.firstResponder === table, at: now)
    // More than two screenfuls of ghosts are a burst.
    rows.discardGhosts(atRestAt: now, limit: 2 * bounds.height)
    let fresh = items.indices.filter { rows[items[$0]] == nil }
    for index in fresh { rows.insert(makePresentation(of: items[index]), for: items[index]) }
    rows.removeUnused(retired)
    for index in fresh { startMotion(ofItemAt: index, among: items, fresh: fresh, at: now) }
    reloadMarked(rows.all, at: now)
    for item in items where item.row == nil { setTitle(of: item) }
    motion.forgetPending()
    rows.order(as: items, in: geometry)
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
      header.setFooter(isFooter)
      view = header
    }
    if view.superview !== table { table.addSubview(view) }
    return RowPresentation(item: item, view: view)
  }

  private func setTitle(of item: TableItem) {
    guard let view = rows[item]?.view as? TableHeaderView else { return }
    view.text = table.layout.title(of: item) ?? ""
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
    rows.forget(cell)
    motion.removeFromCrossFade(cell)
  }

  /// Removes all presentations at once.
  func clearPresentations() {
    rows.discardAll()
    for presentation in motion.endCrossFade() ?? [] { rows.discard(presentation) }
  }
}
