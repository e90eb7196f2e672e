import FoundationEssentials
import Reactive
import TUIKit

/// Sections that are bound one by one, in a list that may itself follow a publisher.
///
/// As with rows there are two states: `shown`, which the table knows, and `latest`, with `changes` from the former to
/// the latter. A deleted section stops at once but stays readable until the table has applied the deletion; an inserted
/// section has its rows before the table is notified of it.
final class BoundSectionsContent: TableContent {
  private let source: AnyPublisher<CollectionChange<[TableViewSectionBinding]>, Never>
  private var shown: [BoundSection] = []
  private var latest: [BoundSection] = []
  private var changes = PendingChanges()
  private(set) var failure: (any Error)?
  private var subscription: AnyCancellable?
  private weak var observer: (any TableContentObserver)?

  init(_ source: AnyPublisher<CollectionChange<[TableViewSectionBinding]>, Never>) {
    self.source = source
  }

  isolated deinit {}

  func start(_ observer: any TableContentObserver) {
    self.observer = observer
    subscription = source.sink { [weak self] in self?.receive($0) }
  }

  func stop() {
    subscription = nil
    for section in latest { section.stop() }
  }

  private func receive(_ change: CollectionChange<[TableViewSectionBinding]>) {
    if change.items != nil { failure = nil }
    switch change {
    case .initial(let bindings):
      let old = latest
      latest = bindings.map(begin)
      for section in old { section.stop() }
      changes.removeAll()
      observer?.contentDidReset()
    case .update(let bindings, let changeset):
      for index in changeset.deletions { latest[index].stop() }
      for pair in changeset.modifications { latest[pair.old].stop() }
      latest = latest.applying(changeset) { begin(bindings[$0]) }
      changes.enqueue(changeset)
      observer?.contentDidChange()
    case .failure(let error):
      failure = error
      observer?.contentDidFail(error)
    }
  }

  private func begin(_ binding: TableViewSectionBinding) -> BoundSection {
    let section = BoundSection(binding)
    if let observer { section.start(observer) }
    return section
  }

  // MARK: Applying changes

  func adopt() {
    shown = latest
    changes.removeAll()
    for section in shown { _ = section.rows.takeChanges() }
  }

  func applyChanges(to tableView: TableView) -> AppliedChanges {
    var applied = AppliedChanges.nothing
    tableView.performBatchUpdates {
      if let changes = changes.take(), !changes.isEmpty {
        applied = .sections(inserted: applySections(changes, to: tableView))
      } else {
        let inserted = applyRows(to: tableView) { $0 }
        if !inserted.isEmpty { applied = .rows(inserted: inserted) }
      }
    }
    return applied
  }

  private func applySections(_ changes: Changeset, to tableView: TableView) -> [InsertedRows] {
    let oldSections = Dictionary(uniqueKeysWithValues: shown.enumerated().map { (ObjectIdentifier($1), $0) })
    shown = latest
    tableView.deleteSections(changes.deletions)
    tableView.insertSections(changes.insertions)
    for pair in changes.moves { tableView.moveSection(pair.old, toSection: pair.new) }
    tableView.reloadSections(changes.modifications.map(\.old))
    let whole = (changes.insertions + changes.modifications.map(\.new)).map { InsertedRows(section: $0, rows: nil) }
    return whole + applyRows(to: tableView) { [shown] in oldSections[ObjectIdentifier(shown[$0])] }
  }

  /// Applies the changes of the rows of all sections that the table knows.
  ///
  /// Returns the inserted rows of each section that has changed.
  private func applyRows(to tableView: TableView, oldSection: (Int) -> Int?) -> [InsertedRows] {
    var inserted: [InsertedRows] = []
    for (index, section) in shown.enumerated() {
      guard let changeset = section.rows.takeChanges(), !changeset.isEmpty, let old = oldSection(index) else {
        continue
      }
      tableView.apply(changeset, from: old, to: index)
      inserted.append(InsertedRows(section: index, rows: changeset.insertions))
    }
    return inserted
  }

  // MARK: The content

  var numberOfSections: Int { shown.count }
  func numberOfRows(inSection section: Int) -> Int { shown[section].rows.count }
  func headerTitle(ofSection section: Int) -> String? { shown[section].headerTitle }
  func footerTitle(ofSection section: Int) -> String? { shown[section].footerTitle }
  func rowHeight(ofSection section: Int) -> Int? { shown[section].rowHeight }
  func prefetch(_ indexPath: IndexPath) { shown[indexPath.section].rows.prefetch(indexPath.row) }

  func identity(at indexPath: IndexPath) -> AnyHashable? {
    guard shown.indices.contains(indexPath.section) else { return nil }
    return shown[indexPath.section].rows.identity(ofRow: indexPath.row)
  }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    shown[indexPath.section].rows.cell(at: indexPath, in: tableView)
  }

  func links(ofSection section: Int) -> SectionLinks? {
    shown.indices.contains(section) ? shown[section].links : nil
  }
}

extension TableView {
  /// Applies a changeset of the rows of one section, inside a batch in which the section may move.
  func apply(_ changeset: Changeset, from old: Int, to new: Int) {
    guard old != new else {
      return apply(
        deletions: changeset.deletions, insertions: changeset.insertions,
        modifications: changeset.modifications.map { ($0.old, $0.new) },
        moves: changeset.moves.map { ($0.old, $0.new) },
        inSection: old)
    }
    deleteRows(at: changeset.deletions.map { IndexPath(row: $0, section: old) })
    insertRows(at: changeset.insertions.map { IndexPath(row: $0, section: new) })
    reloadRows(at: changeset.modifications.map { IndexPath(row: $0.old, section: old) })
    for pair in changeset.moves {
      moveRow(at: IndexPath(row: pair.old, section: old), to: IndexPath(row: pair.new, section: new))
    }
  }
}
