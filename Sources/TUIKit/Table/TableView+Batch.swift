import Time

extension TableView {
  func process(_ update: BatchUpdate) {
    // What was never asked for, or is to be asked for anew, is in its new state when it is.
    guard !needsReload, let dataSource else { return reloadData(animated: fadesReload) }
    let old = TablePicture(table: self)
    let counts = counts(from: dataSource)
    let plan: BatchPlan
    do throws(TableInconsistency) {
      plan = try BatchPlan(update, from: geometry.sections.map(\.rowCount), to: counts)
    } catch {
      return recover(from: error)
    }
    carryOut(update, plan, counts: counts, since: old)
  }

  /// The same for changes of the list as a whole; see ``ListPlan``.
  func processList(_ update: BatchUpdate) {
    guard !needsReload, let dataSource else { return reloadData(animated: fadesReload) }
    let old = TablePicture(table: self)
    let counts = counts(from: dataSource)
    let titles = counts.indices.map { dataSource.tableView(self, titleForHeaderInSection: $0) }
    let plan: ListPlan
    do throws(TableInconsistency) {
      plan = try ListPlan(update, from: old.geometry, to: counts, titles: (headerTitles, titles))
    } catch {
      return recover(from: error)
    }
    var update = update
    update.reloads = update.reloads.compactMap { plan.row(before: $0.row) }
    carryOut(update, plan, counts: counts, since: old)
  }

  private func carryOut(_ update: BatchUpdate, _ plan: some RowPlan, counts: [Int], since old: TablePicture) {
    rebuildGeometry(counts) { plan.heights(ofSection: $0, in: old.geometry) }
    let selection = selected
    moveSelection(by: plan)
    marks = plan.moved(marks)
    markRun = markRun.flatMap { plan.moved($0) }
    menuRow = menuRow.flatMap { plan.new(of: $0) }
    keepInPlace(old, plan: plan, selection: selection)
    countArrivalsAbove(plan)
    annotations = annotations.compactMap { annotation in
      plan.new(of: annotation.row).map {
        RowAnnotation(row: $0, text: annotation.text, start: annotation.start)
      }
    }
    show(update, plan: plan, since: old)
    setNeedsLayout()
    let isAnother = selection.flatMap { plan.new(of: $0) } != selected
    tellDelegate(highlight: isAnother)
  }

  /// The data source has the last word.
  func recover(from inconsistency: TableInconsistency) {
    lastInconsistency = inconsistency
    reloadData()
    loadIfNeeded()
    delegate?.tableView(self, didRecoverFrom: inconsistency)
  }

  // MARK: Selection and place

  private func moveSelection(by plan: some RowPlan) {
    selected = selected.flatMap { plan.successor(of: $0) }
    selectFirstIfNeeded()
  }

  /// The selected row stays on its line; when it has gone elsewhere, the first row that stayed does.
  private func keepInPlace(_ old: TablePicture, plan: some RowPlan, selection: RowIndex?) {
    let rows = old.geometry.items(in: old.offset..<old.offset + old.height).compactMap(\.row)
    func isSteady(_ row: RowIndex) -> Bool { plan.new(of: row) != nil && !plan.isMoved(row) }
    let steady = rows.first(where: isSteady)
    func offset(keeping row: RowIndex) -> Int? {
      plan.new(of: row).map { clampedOffset(geometry.line(of: $0) - old.line(of: row)) }
    }
    if old.offset == 0, selection == nil || showsArrivalAtTop(plan) {
      contentOffset = 0
    } else if let selection, old.isVisible(selection), let new = plan.new(of: selection) {
      contentOffset = offset(keeping: selection) ?? contentOffset
      // It was sent elsewhere itself: it is seen to go there if one of its neighbours can stay instead.
      for neighbour in [steady, rows.last(where: isSteady)] where plan.isMoved(selection) {
        guard let neighbour, let other = offset(keeping: neighbour) else { continue }
        let line = geometry.line(of: new) - other
        guard line >= stickyInset(section: new.section), line + geometry.height(of: .row(new)) <= old.height else {
          continue
        }
        contentOffset = other
        break
      }
    } else if let steady {
      contentOffset = offset(keeping: steady) ?? contentOffset
    } else if let first = rows.first, let next = plan.successor(of: first) {
      contentOffset = geometry.line(of: next) - old.line(of: first)
    }
    contentOffset = clampedOffset(contentOffset)
    revealSelection()
  }

  /// Whether a row that was inserted at the top of the list, or moved there, can be shown together with the selected row.
  private func showsArrivalAtTop(_ plan: some RowPlan) -> Bool {
    guard let first = geometry.row(atOrdinal: 0), plan.old(of: first) == nil || plan.origin(ofMoved: first) != nil
    else { return false }
    guard let selected else { return true }
    return geometry.line(of: selected) + geometry.height(of: .row(selected)) <= bounds.height
  }

  private func countArrivalsAbove(_ plan: some RowPlan) {
    guard contentOffset > 0, let first = firstUncoveredRow else {
      rowsInsertedAbove = 0
      return
    }
    rowsInsertedAbove = min(rowsInsertedAbove + plan.arrivals(before: first), geometry.ordinal(of: first))
  }
}
