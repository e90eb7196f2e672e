import FoundationEssentials

/// A row that the user holds with the mouse.
struct RowDrag {
  /// The row, which follows every batch.
  var row: RowIndex
  /// The place where the row would be dropped; `nil` while that is its own.
  var target: RowIndex?
  /// Whether the row is chosen if it is released without having been dragged.
  var choosesRow: Bool
}

/// Rows that the user moves: the table asks the data source, which changes its data and reports the move like any
/// change.
extension TableView {
  /// Moves the selected row one place down (`1`) or up (`-1`), at the end of its section into the next one.
  ///
  /// Nothing happens if the data source does not allow the move.
  public func moveSelectedRow(by step: Int) {
    loadIfNeeded()
    guard let row = selection.row, canMove(row), let proposed = place(beside: row, step: step) else { return }
    presenter.endCrossFade()
    move(row, toProposed: proposed)
  }

  private func canMove(_ row: RowIndex) -> Bool {
    dataSource?.tableView(self, canMoveRowAt: row.path) ?? false
  }

  private func place(beside row: RowIndex, step: Int) -> RowIndex? {
    if 0..<geometry.sections[row.section].rowCount ~= row.row + step {
      return RowIndex(section: row.section, row: row.row + step)
    }
    let section = row.section + step
    guard geometry.sections.indices.contains(section) else { return nil }
    return RowIndex(section: section, row: step > 0 ? 0 : geometry.sections[section].rowCount)
  }

  /// The place that the data source allows; `nil` if that is the row's own, or does not exist.
  private func target(of row: RowIndex, proposed: RowIndex) -> RowIndex? {
    guard let dataSource else { return nil }
    let target = RowIndex(
      dataSource.tableView(
        self, targetIndexPathForMoveFromRowAt: row.path, toProposedIndexPath: proposed.path))
    guard target != row, geometry.sections.indices.contains(target.section) else { return nil }
    let count = geometry.sections[target.section].rowCount
    return 0..<(target.section == row.section ? count : count + 1) ~= target.row ? target : nil
  }

  private func move(_ row: RowIndex, toProposed proposed: RowIndex) {
    guard let target = target(of: row, proposed: proposed) else { return }
    dataSource?.tableView(self, moveRowAt: row.path, to: target.path)
    loadIfNeeded()
    viewport.followSelection(withTitles: false)
    delegate?.tableViewDidUpdate(self)
  }

  func makeReorderingCommands() -> [KeyCommand] {
    let canMove: @MainActor () -> Bool = { [weak self] in
      guard let self, !updates.needsReload, let selected = selection.row else { return false }
      return self.canMove(selected)
    }
    return [
      KeyCommand(
        KeyEvent(.up, .alt), title: "move up", detail: "Move this row up", isHint: false, isEnabled: canMove
      ) { [weak self] in self?.moveSelectedRow(by: -1) },
      KeyCommand(
        KeyEvent(.down, .alt), title: "move down", detail: "Move this row down", isHint: false, isEnabled: canMove
      ) { [weak self] in self?.moveSelectedRow(by: 1) },
      KeyCommand(
        KeyEvent(.escape), title: "drop", detail: "Drop this row where it was", isHint: false,
        isEnabled: { [weak self] in self?.selection.drag?.target != nil }
      ) { [weak self] in self?.endDrag() },
    ]
  }

  // MARK: The mouse

  /// Starts to drag a row; returns whether the row may be moved.
  func beginDrag(of row: RowIndex, choosesRow: Bool) -> Bool {
    guard canMove(row) else { return false }
    selection.beginDrag(of: row, choosesRow: choosesRow)
    return true
  }

  /// Follows the mouse to a line of the table.
  ///
  /// At the first and the last line the table scrolls.
  func drag(to line: Int) {
    // A batch that waits renumbers the held row.
    loadIfNeeded()
    guard let row = selection.drag?.row else { return }
    if line <= 0 { setContentOffset(contentOffset - 1) }
    if line >= bounds.height - 1 { setContentOffset(contentOffset + 1) }
    let place = min(max(line, 0), bounds.height - 1) + contentOffset
    selection.moveDrag(to: proposedPlace(of: row, atLine: place).flatMap { target(of: row, proposed: $0) })
    setNeedsDisplay()
  }

  private func proposedPlace(of row: RowIndex, atLine line: Int) -> RowIndex? {
    switch geometry.item(atLine: min(line, geometry.height - 1)) {
    case .row(let target): target
    case .header(let section):
      section > row.section || section == 0
        ? RowIndex(section: section, row: 0) : place(atEndOf: section - 1, for: row)
    case .footer(let section): place(atEndOf: section, for: row)
    case nil: nil
    }
  }

  private func place(atEndOf section: Int, for row: RowIndex) -> RowIndex {
    let count = geometry.sections[section].rowCount
    return RowIndex(section: section, row: section == row.section ? count - 1 : count)
  }

  /// Drops the held row, or chooses it if it was only clicked; returns whether a row was held.
  func drop() -> Bool {
    loadIfNeeded()
    guard let drag = selection.drag else { return false }
    endDrag()
    if let target = drag.target {
      move(drag.row, toProposed: target)
    } else if drag.choosesRow {
      chooseSelectedRow()
    }
    return true
  }

  func endDrag() {
    selection.endDrag()
    setNeedsDisplay()
  }

  /// Marks the line where the held row would be dropped.
  func drawDropMark(in canvas: Canvas) {
    guard let drag = selection.drag, let target = drag.target else { return }
    let item: TableItem = geometry.contains(target) ? .row(target) : .footer(target.section)
    let line = geometry.line(of: item) - contentOffset
    canvas.restyle(Rect(x: 0, y: line, width: contentWidth, height: 1)) { $0.adding(.underline) }
    canvas.write("▸", at: Point(x: 0, y: line), style: Style(.accent, on: .surface, .bold))
  }
}
