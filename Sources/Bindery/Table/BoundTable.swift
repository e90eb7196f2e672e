import FoundationEssentials
import Reactive
import TUIKit

/// A bound table's data source and delegate. The table's attachments keep it, and the group can end it.
///
/// Whatever happens to rows and sections is told to the table in one batch, at the last moment: before the table is next
/// looked at, or laid out for a frame. Until then the table is shown what it knows.
///
/// States: *up to date*; *changed* (the table has been asked to ask, and will be told in a batch); *reset* (it will be told to
/// reload, which covers all that was waiting to be told); *ended*.
@MainActor
final class BoundTable {
  private let answers: TableViewAnswers
  private let content: any TableContent
  private weak var tableView: TableView?
  private let whenFailed: (any Error) -> Void
  private var isChanged = false
  private var isReset = false
  private var marks: [BoundMarks] = []
  private var offersActions = false
  /// Whether a reload has taken marks away that are to be there again.
  private var hasLostMarks = false

  /// - Parameter whenFailed: told of failures for which there is no link.
  init(_ binding: TableViewBinding, whenFailed: @escaping (any Error) -> Void) {
    answers = binding.answers
    content = binding.makeContent()
    self.whenFailed = whenFailed
  }

  isolated deinit {
    content.stop()
  }

  func attach(to tableView: TableView) {
    self.tableView = tableView
    content.start(self)
    content.adopt()
    isReset = false
    tableView.dataSource = self
    tableView.delegate = self
    tableView.prefetchDataSource = self
    tableView.reloadData()
    sectionsDidChange(in: tableView)
  }

  private func sectionsDidChange(in tableView: TableView) {
    bindMarks(of: tableView)
    offerActions(of: tableView)
  }

  /// One set of ids for each that a section or the table names.
  private func bindMarks(of tableView: TableView) {
    var bound: [BoundMarks] = []
    func bind(_ ids: MarkedRows?) {
      guard let ids, !bound.contains(where: { $0.ids === ids }) else { return }
      bound.append(
        marks.first { $0.ids === ids }
          ?? BoundMarks(ids, content: content, tableView: tableView) { [content, answers] section in
            (content.links(ofSection: section)?.answers.marks ?? answers.marks) === ids
          })
    }
    forEachSection { bind($0.marks) }
    bind(answers.marks)
    marks = bound
  }

  /// The menu of a row: what its section offers, then what the table does.
  private func offerActions(of tableView: TableView) {
    var actions: [TableViewRowAction] = []
    for section in 0..<content.numberOfSections {
      for var action in content.links(ofSection: section)?.answers.rowActions ?? [] {
        let isEnabled = action.isEnabled
        action.isEnabled = { $0.section == section && isEnabled($0) }
        actions.append(action)
      }
    }
    actions += answers.rowActions
    guard !actions.isEmpty || offersActions else { return }
    offersActions = !actions.isEmpty
    tableView.rowActions = actions
  }

  private func askToBeAsked() {
    guard !isChanged else { return }
    isChanged = true
    tableView?.setNeedsUpdates { [weak self] in self?.tellTable() }
  }

  private func tellTable() {
    isChanged = false
    guard let tableView else { return }
    if isReset {
      isReset = false
      content.adopt()
      hasLostMarks = !marks.isEmpty
      tableView.reloadData()
      sectionsDidChange(in: tableView)
      return
    }
    switch content.tellChanges(to: tableView) {
    case .nothing: tableView.reloadTitles()
    case .rows: break
    case .sections: sectionsDidChange(in: tableView)
    }
  }
}

extension BoundTable: TableContentObserver {
  func contentDidChange() { askToBeAsked() }
  func titlesDidChange() { askToBeAsked() }

  func contentDidReset() {
    isReset = true
    askToBeAsked()
  }

  func contentDidFail(_ error: any Error) {
    if let didFail = answers.didFail { didFail(error) } else { whenFailed(error) }
  }
}

extension BoundTable: @MainActor Cancellable {
  /// The table shows nothing any more.
  func cancel() {
    content.stop()
    guard let tableView, tableView.dataSource === self else { return }
    tableView.dataSource = nil
    if tableView.delegate === self { tableView.delegate = nil }
    if tableView.prefetchDataSource === self { tableView.prefetchDataSource = nil }
    self.tableView = nil
    // The last thing: nobody else keeps this object.
    tableView.attachments[TableViewBinding.attachmentKey] = nil
  }
}

extension BoundTable: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { content.numberOfSections }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    content.numberOfRows(inSection: section)
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    content.cell(at: indexPath, in: tableView)
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    content.headerTitle(ofSection: section)
  }

  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
    content.footerTitle(ofSection: section)
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? {
    answers.sectionIndexTitles?((0..<content.numberOfSections).map(content.headerTitle))
  }
}

/// The section's links are asked first, then the table's, then whoever gets the rest.
extension BoundTable: TableViewDelegate {
  private func links(_ section: Int) -> TableViewAnswers? { content.links(ofSection: section)?.answers }

  private func fallback(_ section: Int) -> (any TableViewDelegate)? {
    links(section)?.fallback?.delegate ?? answers.fallback?.delegate
  }

  private func forEachSection(_ body: (TableViewAnswers) -> Void) {
    for section in 0..<content.numberOfSections { links(section).map(body) }
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    let action = links(indexPath.section)?.didSelectRow ?? answers.didSelectRow
    if let action { return action(indexPath) }
    fallback(indexPath.section)?.tableView(tableView, didSelectRowAt: indexPath)
  }

  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    let action = links(indexPath.section)?.didHighlightRow ?? answers.didHighlightRow
    if let action { return action(indexPath) }
    fallback(indexPath.section)?.tableView(tableView, didHighlightRowAt: indexPath)
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
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
    fallbacks { $0.tableViewDidChangeMarks(tableView) }
  }

  func tableViewDidUpdate(_ tableView: TableView) {
    if hasLostMarks {
      hasLostMarks = false
      for marks in marks { marks.markRows() }
    }
    var isHeard = answers.didUpdate != nil
    answers.didUpdate?(tableView)
    forEachSection { answers in
      isHeard = isHeard || answers.didUpdate != nil
      answers.didUpdate?(tableView)
    }
    if !isHeard { fallbacks { $0.tableViewDidUpdate(tableView) } }
  }

  func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency) {
    var isHeard = answers.didRecover != nil
    answers.didRecover?(inconsistency)
    forEachSection { answers in
      isHeard = isHeard || answers.didRecover != nil
      answers.didRecover?(inconsistency)
    }
    if !isHeard { fallbacks { $0.tableView(tableView, didRecoverFrom: inconsistency) } }
  }

  /// Calls each of those who get the rest.
  private func fallbacks(_ body: (any TableViewDelegate) -> Void) {
    answers.fallback?.delegate.map(body)
    forEachSection { $0.fallback?.delegate.map(body) }
  }
}

extension BoundTable: TableViewDataSourcePrefetching {
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
    for indexPath in indexPaths { content.prefetch(indexPath) }
    answers.prefetchRows?(indexPaths)
    forEachSection { $0.prefetchRows?(indexPaths) }
  }
}
