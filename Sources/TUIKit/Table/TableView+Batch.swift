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
      plan = try ListPlan(update, from: old.geometry, to: counts, titles: (layout.headerTitles, titles))
    } catch {
      return recover(from: error)
    }
    var update = update
    update.reloads = update.reloads.compactMap { plan.row(before: $0.row) }
    apply(update, plan, counts: counts, since: old)
  }

  private func apply(_ update: BatchUpdate, _ plan: some RowPlan, counts: [Int], since old: TablePicture) {
    layout.rebuild(counts, for: self) { plan.heights(ofSection: $0, in: old.geometry) }
    let selected = selection.row
    selection.follow(plan)
    selectFirstIfNeeded()
    viewport.follow(plan, selection: selected, since: old)
    prefetching.reset()
    presenter.apply(update, plan: plan, since: old)
    setNeedsLayout()
    notifyDelegate(highlight: selected.flatMap { plan.new(of: $0) } != selection.row)
  }
}
