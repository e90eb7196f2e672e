import FoundationEssentials
import TUIKit

extension BoundTable: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { numberOfSections }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    hasContent ? content.numberOfRows(inSection: section) : 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    content.cell(at: indexPath, in: tableView)
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    hasContent ? content.headerTitle(ofSection: section) : nil
  }

  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
    footerTitle(ofSection: section)
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? {
    answers.sectionIndexTitles?((0..<content.numberOfSections).map(content.headerTitle))
  }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    let links = links(indexPath.section)
    guard (links?.moveRow ?? answers.moveRow) != nil else { return false }
    return (links?.canMoveRow ?? answers.canMoveRow)?(indexPath) ?? true
  }

  /// A section that moves its rows itself keeps them.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    guard links(source.section)?.moveRow != nil, proposed.section != source.section else { return proposed }
    let last = content.numberOfRows(inSection: source.section) - 1
    return IndexPath(row: proposed.section < source.section ? 0 : last, section: source.section)
  }

  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath) {
    (links(source.section)?.moveRow ?? answers.moveRow)?(source, target)
  }
}

/// The section's links are asked first, then the table's, then the fallback.
extension BoundTable: TableViewDelegate {
  private func links(_ section: Int) -> TableViewAnswers? { content.links(ofSection: section)?.answers }

  private func fallback(_ section: Int) -> (any TableViewDelegate)? {
    links(section)?.fallback?.delegate ?? answers.fallback?.delegate
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    let action = links(indexPath.section)?.didSelectRow ?? answers.didSelectRow
    if let action { return action(indexPath) }
    fallback(indexPath.section)?.tableView(tableView, didSelectRowAt: indexPath)
  }

  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    for selection in selections { selection.didHighlightRow() }
    let action = links(indexPath.section)?.didHighlightRow ?? answers.didHighlightRow
    if let action { return action(indexPath) }
    fallback(indexPath.section)?.tableView(tableView, didHighlightRowAt: indexPath)
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
    if let height = content.rowHeight(ofSection: indexPath.section) { return height }
    let height = links(indexPath.section)?.height ?? answers.height
    if let height { return height(tableView, indexPath) }
    return fallback(indexPath.section)?.tableView(tableView, heightForRowAt: indexPath)
  }

  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
    let willDisplay = links(indexPath.section)?.willDisplay ?? answers.willDisplay
    if let willDisplay { return willDisplay(cell, indexPath) }
    fallback(indexPath.section)?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
  }

  func tableView(
    _ tableView: TableView, viewForTitleOfSection section: Int, isFooter: Bool
  ) -> TableHeaderView? {
    let titleView = links(section)?.titleView ?? answers.titleView
    if let titleView { return titleView(section, isFooter) }
    return fallback(section)?.tableView(tableView, viewForTitleOfSection: section, isFooter: isFooter)
  }

  func tableViewDidChangeMarks(_ tableView: TableView) {
    guard !hasLostMarks else { return }
    for marks in marks { marks.takeMarks() }
    forEachFallback { $0.tableViewDidChangeMarks(tableView) }
  }

  func tableViewDidUpdate(_ tableView: TableView) {
    if hasLostMarks {
      hasLostMarks = false
      for marks in marks { marks.markRows() }
    }
    for selection in selections { selection.tableDidUpdate() }
    var isAnswered = answers.didUpdate != nil
    answers.didUpdate?(tableView)
    forEachSection { _, answers in
      isAnswered = isAnswered || answers.didUpdate != nil
      answers.didUpdate?(tableView)
    }
    if !isAnswered { forEachFallback { $0.tableViewDidUpdate(tableView) } }
  }

  func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency) {
    var isAnswered = answers.didRecover != nil
    answers.didRecover?(inconsistency)
    forEachSection { _, answers in
      isAnswered = isAnswered || answers.didRecover != nil
      answers.didRecover?(inconsistency)
    }
    if !isAnswered { forEachFallback { $0.tableView(tableView, didRecoverFrom: inconsistency) } }
  }

  private func forEachFallback(_ body: (any TableViewDelegate) -> Void) {
    answers.fallback?.delegate.map(body)
    forEachSection { $1.fallback?.delegate.map(body) }
  }
}

extension BoundTable: TableViewDataSourcePrefetching {
  /// The items fetch themselves.
  ///
  /// A section's link receives the rows of its section, the table's link all rows.
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
    for indexPath in indexPaths { content.prefetch(indexPath) }
    answers.prefetchRows?(indexPaths)
    forEachSection { section, answers in
      guard let prefetchRows = answers.prefetchRows else { return }
      let own = indexPaths.filter { $0.section == section }
      if !own.isEmpty { prefetchRows(own) }
    }
  }
}
