import FoundationEssentials
import Reactive
import TUIKit

/// The data source and delegate of a bound table.
///
/// The table's attachments keep it alive; the group can end it.
///
/// Changes of rows and sections are applied to the table as one batch, as late as possible: before the table is next
/// read, or laid out for a frame. Until then the table has the earlier snapshot.
///
/// States: *up to date*; *changed* (an update is scheduled, which applies a batch); *reset* (the scheduled update
/// reloads, which covers all pending changes); *ended*.
@MainActor
final class BoundTable {
  let answers: TableViewAnswers
  let content: any TableContent
  weak var tableView: TableView?
  private var isChanged = false
  private var isReset = false
  private let settings = TableSettings()
  private(set) var marks: [BoundMarks] = []
  private(set) var selections: [BoundSelection] = []
  /// Whether the table shows a section that only holds the failure, since the content has none.
  private var showsFailureAlone = false
  /// Whether a reload has removed marks that are to be restored.
  var hasLostMarks = false

  init(_ binding: TableViewBinding) {
    answers = binding.answers
    content = binding.makeContent()
  }

  isolated deinit {
    end()
  }

  /// Subscribes.
  ///
  /// A former binding of the same table ends after this, so a source that both share always has a subscriber.
  func start() {
    content.start(self)
  }

  func attach(to tableView: TableView) {
    self.tableView = tableView
    isChanged = false
    isReset = false
    content.adopt()
    showsFailureAlone = isFailureAlone
    tableView.dataSource = self
    tableView.delegate = self
    tableView.prefetchDataSource = self
    tableView.reloadData()
    sectionsDidChange(in: tableView)
  }

  private func sectionsDidChange(in tableView: TableView) {
    bindMarks(of: tableView)
    bindSelections(of: tableView)
    settings.setRowActions(offeredActions, of: tableView)
  }

  /// Makes one object for each set of ids that a section or the table names.
  private func bindMarks(of tableView: TableView) {
    var bound: [BoundMarks] = []
    func bind(_ ids: MarkedRows?) {
      guard let ids, !bound.contains(where: { $0.ids === ids }) else { return }
      settings.allowMultipleSelection(in: tableView)
      bound.append(
        marks.first { $0.ids === ids }
          ?? BoundMarks(ids, content: content, tableView: tableView) { [content, answers] section in
            (content.links(ofSection: section)?.answers.marks ?? answers.marks) === ids
          })
    }
    forEachSection { bind($1.marks) }
    bind(answers.marks)
    marks = bound
    if bound.isEmpty { settings.restoreMultipleSelection(in: tableView) }
  }

  /// Makes one object for each value that a section or the table binds to its selection.
  private func bindSelections(of tableView: TableView) {
    var rows = answers.selection.map { [(row: $0, isOfSection: false)] } ?? []
    forEachSection { _, answers in
      if let row = answers.selection { rows.append((row, true)) }
    }
    let former = selections
    selections = []
    for (row, isOfSection) in rows where !selections.contains(where: { $0.row === row }) {
      selections.append(
        former.first { $0.row === row }
          ?? BoundSelection(row, tableView: tableView, isOfSection: isOfSection) { [content] in
            guard isOfSection else { return 0 }
            return (0..<content.numberOfSections).first { content.links(ofSection: $0)?.answers.selection === row }
          })
    }
  }

  /// The menu of a row: the actions of its section, then those of the table.
  private var offeredActions: [TableViewRowAction] {
    var actions: [TableViewRowAction] = []
    forEachSection { section, answers in
      for var action in answers.rowActions {
        let isEnabled = action.isEnabled
        action.isEnabled = { $0.section == section && isEnabled($0) }
        actions.append(action)
      }
    }
    return actions + answers.rowActions
  }

  /// Calls `body` with the links of each section that has any.
  func forEachSection(_ body: (_ section: Int, _ answers: TableViewAnswers) -> Void) {
    for section in 0..<content.numberOfSections {
      if let links = content.links(ofSection: section) { body(section, links.answers) }
    }
  }

  // MARK: Updates

  private func scheduleUpdate() {
    guard !isChanged else { return }
    isChanged = true
    tableView?.setNeedsUpdates { [weak self] in self?.update() }
  }

  private func update() {
    isChanged = false
    guard let tableView else { return }
    // The section that holds a failure alone is in no changeset.
    if isReset || showsFailureAlone || isFailureAlone {
      isReset = false
      content.adopt()
      showsFailureAlone = isFailureAlone
      hasLostMarks = !marks.isEmpty
      tableView.reloadData()
      sectionsDidChange(in: tableView)
      return
    }
    let inserted: [InsertedRows]
    switch content.applyChanges(to: tableView) {
    case .nothing: return tableView.reloadTitles()
    case .rows(let rows): inserted = rows
    case .sections(let rows):
      sectionsDidChange(in: tableView)
      inserted = rows
    }
    for marks in marks { marks.mark(inserted) }
  }

  // MARK: Titles

  /// The failure of the source of all sections, unless a link answers for it.
  private var failure: (any Error)? { answers.didFail == nil ? content.failure : nil }

  private var isFailureAlone: Bool { failure != nil && content.numberOfSections == 0 }

  var numberOfSections: Int { showsFailureAlone ? 1 : content.numberOfSections }

  /// A failure of the whole source is shown below the last section.
  func footerTitle(ofSection section: Int) -> String? {
    if let failure, section == numberOfSections - 1 { return "\(failure)" }
    return showsFailureAlone ? nil : content.footerTitle(ofSection: section)
  }

  /// Whether the sections are those of the content; the section that shows a failure alone is not.
  var hasContent: Bool { !showsFailureAlone }
}

extension BoundTable: TableContentObserver {
  func contentDidChange() { scheduleUpdate() }
  func titlesDidChange() { scheduleUpdate() }
  func rowHeightDidChange() { tableView?.setNeedsLayout() }

  func contentDidReset() {
    isReset = true
    scheduleUpdate()
  }

  func sectionDidFail(_ error: any Error) -> Bool {
    answers.didFail?(error)
    return answers.didFail != nil
  }

  func contentDidFail(_ error: any Error) {
    answers.didFail?(error)
    scheduleUpdate()
  }
}

extension BoundTable: @MainActor Cancellable {
  /// Ends the binding: the table shows no rows, and has its former settings again.
  func cancel() {
    let tableView = tableView
    end()
    // The last statement: only the attachments keep this object alive.
    tableView?.attachments[TableViewBinding.attachmentKey] = nil
  }

  private func end() {
    content.stop()
    marks = []
    selections = []
    guard let tableView else { return }
    self.tableView = nil
    // A weak reference to an object that is being released is `nil` already.
    if tableView.delegate === self { tableView.delegate = nil }
    if tableView.prefetchDataSource === self { tableView.prefetchDataSource = nil }
    if tableView.dataSource === self { tableView.dataSource = nil }
    if tableView.dataSource == nil { tableView.reloadData() }
    settings.restore(in: tableView)
  }
}

/// The settings of a table that its binding replaces, as they were before.
@MainActor
private final class TableSettings {
  private var rowActions: [TableViewRowAction]?
  private var allowsMultipleSelection: Bool?

  func setRowActions(_ actions: [TableViewRowAction], of tableView: TableView) {
    guard !actions.isEmpty else { return restoreRowActions(of: tableView) }
    if rowActions == nil { rowActions = tableView.rowActions }
    tableView.rowActions = actions
  }

  func allowMultipleSelection(in tableView: TableView) {
    guard allowsMultipleSelection == nil else { return }
    allowsMultipleSelection = tableView.allowsMultipleSelection
    tableView.allowsMultipleSelection = true
  }

  func restoreRowActions(of tableView: TableView) {
    if let rowActions { tableView.rowActions = rowActions }
    rowActions = nil
  }

  func restoreMultipleSelection(in tableView: TableView) {
    if let allowsMultipleSelection { tableView.allowsMultipleSelection = allowsMultipleSelection }
    allowsMultipleSelection = nil
  }

  func restore(in tableView: TableView) {
    restoreRowActions(of: tableView)
    restoreMultipleSelection(in: tableView)
  }
}
