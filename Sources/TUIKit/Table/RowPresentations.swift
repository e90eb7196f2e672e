import Time

/// What a table shows: the presentations of its visible items, of those on their way in or out, and of deleted ones.
@MainActor
final class RowPresentations {
  /// The presentations that are visible, or on their way in or out, by item.
  private var byItem: [TableItem: RowPresentation] = [:]
  /// Those presentations in the order of the content, as of the last layout.
  private(set) var ordered: [RowPresentation] = []
  /// The presentations of deleted items that are still on screen.
  private(set) var ghosts: [RowPresentation] = []
  /// Whether there is a picture that can be animated from.
  private(set) var hasBeenLaidOut = false
  private let cells: CellPool

  /// - Parameter cells: Receives the cells of discarded presentations.
  init(recyclingCellsTo cells: CellPool) {
    self.cells = cells
  }

  isolated deinit {}

  /// The presentations of all items, in no order.
  var all: Dictionary<TableItem, RowPresentation>.Values { byItem.values }

  subscript(item: TableItem) -> RowPresentation? { byItem[item] }

  // MARK: Layout

  func insert(_ presentation: RowPresentation, for item: TableItem) {
    byItem[item] = presentation
  }

  /// Sorts the presentations by the content: `items`, and possibly others that still move.
  func order(as items: [TableItem], in geometry: TableGeometry) {
    hasBeenLaidOut = true
    if byItem.count == items.count {
      ordered = items.compactMap { byItem[$0] }
      return
    }
    ordered = byItem.values.sorted { left, right in
      guard let left = left.item, let right = right.item else { return false }
      return geometry.line(of: left) < geometry.line(of: right)
    }
  }

  /// Removes the presentations at rest of items that are no longer visible.
  ///
  /// Returns the cells that can be used for other rows at once, since removing and adding a view is expensive.
  ///
  /// - Parameters:
  ///   - items: The visible items.
  ///   - reusesCells: Whether a cell may stay in the table for another row.
  ///   - now: The current time.
  func retire(except items: Set<TableItem>, reusesCells: Bool, at now: Instant) -> [TableViewCell] {
    var retired: [TableViewCell] = []
    for (item, presentation) in byItem where !items.contains(item) && presentation.isAtRest(at: now) {
      byItem[item] = nil
      if reusesCells, let cell = presentation.cell, cells.recycle(cell) {
        retired.append(cell)
      } else {
        discard(presentation)
      }
    }
    return retired
  }

  /// Removes those of the retired cells from the table that are not used for other rows.
  func removeUnused(_ retired: [TableViewCell]) {
    guard !retired.isEmpty else { return }
    let used = Set(byItem.values.map { ObjectIdentifier($0.view) })
    for cell in retired where !used.contains(ObjectIdentifier(cell)) { cell.removeFromSuperview() }
  }

  /// Removes the presentation of a cell that is shown elsewhere, without its view.
  func forget(_ cell: TableViewCell) {
    ghosts.removeAll { $0.view === cell }
    for (item, presentation) in byItem where presentation.view === cell {
      guard !presentation.needsReload else { continue }
      byItem[item] = nil
    }
  }

  // MARK: Batches

  /// Gives each presentation its item after a batch, and takes out those of deleted items.
  ///
  /// Returns the deleted items with their presentations, and the presentations of rows that were moved themselves.
  ///
  /// - Complexity: O(presentations · log changes).
  func follow(
    _ plan: some RowPlan
  ) -> (deleted: [(item: TableItem, presentation: RowPresentation)], moved: [RowPresentation]) {
    var deleted: [(item: TableItem, presentation: RowPresentation)] = []
    var moved: [RowPresentation] = []
    var kept: [TableItem: RowPresentation] = [:]
    for (item, presentation) in byItem {
      let new = plan.new(of: item)
      presentation.follow(to: new)
      guard let new else {
        deleted.append((item, presentation))
        continue
      }
      kept[new] = presentation
      if let row = item.row, plan.isMoved(row) { moved.append(presentation) }
    }
    byItem = kept
    return (deleted, moved)
  }

  // MARK: Ghosts

  /// Makes a presentation that leaves the content a ghost.
  func addGhost(_ presentation: RowPresentation) {
    if let item = presentation.item { byItem[item] = nil }
    ghosts.append(presentation)
  }

  /// Discards the ghosts that are at rest, and the oldest of more than `limit` ghosts.
  func discardGhosts(atRestAt now: Instant, limit: Int) {
    let surplus = ghosts.count - limit
    var index = 0
    ghosts.removeAll { ghost in
      index += 1
      guard ghost.isAtRest(at: now) || index <= surplus else { return false }
      discard(ghost)
      return true
    }
  }

  func discardGhosts() {
    for ghost in ghosts { discard(ghost) }
    ghosts = []
  }

  // MARK: Removal

  /// Removes the view of a presentation, and recycles its cell.
  func discard(_ presentation: RowPresentation) {
    presentation.view.removeFromSuperview()
    if let cell = presentation.cell { cells.recycle(cell) }
  }

  func discardAll() {
    for presentation in byItem.values { discard(presentation) }
    byItem = [:]
    ordered = []
    discardGhosts()
  }

  /// Takes out everything on screen, with the presentations of items that the current batch has `deleted`.
  func takePicture(with deleted: [RowPresentation]) -> [RowPresentation] {
    let picture = ordered.filter { $0.item != nil } + deleted + ghosts
    byItem = [:]
    ordered = []
    ghosts = []
    return picture
  }
}
