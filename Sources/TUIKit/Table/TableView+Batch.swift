import Time

extension TableView {
  func process(_ update: BatchUpdate) {
    // The pending reload includes the batch.
    guard !updates.needsReload, let dataSource else { return reloadData(animated: updates.isReloadAnimated) }
    let old = TablePicture(table: self)
    let counts = counts(from: dataSource)
    let plan: BatchPlan
    do throws(TableInconsistency) {
      plan = try BatchPlan(update, from: geometry.sections.map(\.rowCount), to: counts)
    } catch {
      return recover(from: error)
    }
    apply(update, plan, counts: counts, since: old)
  }

  /// Applies changes of the list as a whole; see ``ListPlan``.
  func processList(_ update: BatchUpdate) {
    guard !updates.needsReload, let dataSource else { return reloadData(animated: updates.isReloadAnimated) }
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
    apply(update, plan, counts: counts, since: old)
  }

  private func apply(_ update: BatchUpdate, _ plan: some RowPlan, counts: [Int], since old: TablePicture) {
    rebuildGeometry(counts) { plan.heights(ofSection: $0, in: old.geometry) }
    let selected = selection.row
    selection.follow(plan)
    selectFirstIfNeeded()
    keepInPlace(old, plan: plan, selection: selected)
    countArrivalsAbove(plan)
    prefetching = TablePrefetching()
    presenter.apply(update, plan: plan, since: old)
    setNeedsLayout()
    notifyDelegate(highlight: selected.flatMap { plan.new(of: $0) } != selection.row)
  }

  /// Reloads after a contradiction, and notifies the delegate.
  func recover(from inconsistency: TableInconsistency) {
    lastInconsistency = inconsistency
    reloadData()
    loadIfNeeded()
    delegate?.tableView(self, didRecoverFrom: inconsistency)
  }

  // MARK: The scroll position

  /// Keeps the selected row on its line, or else the first remaining row.
  private func keepInPlace(_ old: TablePicture, plan: some RowPlan, selection: RowIndex?) {
    let rows = old.geometry.items(in: old.offset..<old.offset + old.height).compactMap(\.row)
    func isSteady(_ row: RowIndex) -> Bool { plan.new(of: row) != nil && !plan.isMoved(row) }
    let steady = rows.first(where: isSteady)
    func offset(keeping row: RowIndex) -> Int? {
      plan.new(of: row).map { clampedOffset(geometry.line(of: $0) - old.line(of: row)) }
    }
    if old.offset == 0, selection == nil || showsArrivalAtTop(plan) {
      placeContent(at: 0)
    } else if let selection, old.isVisible(selection), let new = plan.new(of: selection) {
      placeContent(at: offset(keeping: selection) ?? contentOffset)
      // The motion of a moved row is visible if one of its neighbours can keep its line instead.
      for neighbour in [steady, rows.last(where: isSteady)] where plan.isMoved(selection) {
        guard let neighbour, let other = offset(keeping: neighbour) else { continue }
        let line = geometry.line(of: new) - other
        guard line >= stickyInset(section: new.section), line + geometry.height(of: .row(new)) <= old.height else {
          continue
        }
        placeContent(at: other)
        break
      }
    } else if let steady {
      placeContent(at: offset(keeping: steady) ?? contentOffset)
    } else if let first = rows.first, let next = plan.successor(of: first) {
      placeContent(at: geometry.line(of: next) - old.line(of: first))
    }
    placeContent(at: clampedOffset(contentOffset))
    revealSelection()
  }

  /// Whether a row that was inserted at the top of the list, or moved there, can be shown together with the selected
  /// row.
  private func showsArrivalAtTop(_ plan: some RowPlan) -> Bool {
    guard let first = geometry.row(atOrdinal: 0), plan.old(of: first) == nil || plan.origin(ofMoved: first) != nil
    else { return false }
    guard let selected = selection.row else { return true }
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
