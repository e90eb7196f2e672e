import FoundationEssentials
import Reactive
import TUIKit

/// The sections of one list that tells of its changes with their sections.
///
/// As everywhere in a bound table there are the snapshot that the table knows and the latest one; the changes between them are
/// told one by one, each a batch.
final class SectionedItems<Key: Hashable, Items: RandomAccessCollection>: TableContent where Items.Index == Int {
  private static var mostChanges: Int { 1000 }
  typealias Snapshot = SectionedSnapshot<Key, Items>

  private let source: AnyPublisher<SectionedChange<Key, Items>, Never>
  private let header: (Key) -> String?
  private let makeCell: MakeCell<Items.Element>
  private var shown: [ObservableSection<Key, Items>] = []
  /// What stands above each of the sections shown.
  private var titles: [String?] = []
  private var latest: Snapshot?
  private var changes: [(snapshot: Snapshot, changeset: SectionedChangeset)] = []
  private var subscription: AnyCancellable?
  private weak var observer: (any TableContentObserver)?

  init(
    _ source: AnyPublisher<SectionedChange<Key, Items>, Never>, header: @escaping (Key) -> String?,
    makeCell: @escaping MakeCell<Items.Element>
  ) {
    self.source = source
    self.header = header
    self.makeCell = makeCell
  }

  isolated deinit {}

  func start(_ observer: any TableContentObserver) {
    self.observer = observer
    subscription = source.sink { [weak self] in self?.receive($0) }
  }

  func stop() {
    subscription = nil
  }

  private func receive(_ change: SectionedChange<Key, Items>) {
    switch change {
    case .initial(let snapshot):
      latest = snapshot
      changes = []
      observer?.contentDidReset()
    case .update(let snapshot, let changeset):
      latest = snapshot
      changes.append((snapshot, changeset))
      // So many can only have come together while nobody was looking.
      if changes.count < Self.mostChanges { observer?.contentDidChange() } else { observer?.contentDidReset() }
    case .failure(let error):
      observer?.contentDidFail(error)
    }
  }

  // MARK: Telling

  func adopt() {
    shown = latest?.sections ?? []
    titles = shown.map { header($0.key) }
    changes = []
  }

  func tellChanges(to tableView: TableView) -> ToldChanges {
    let changes = changes
    self.changes = []
    for (snapshot, changeset) in changes {
      tableView.performBatchUpdates {
        shown = snapshot.sections
        if !changeset.deletedSections.isEmpty || !changeset.insertedSections.isEmpty {
          titles = shown.map { header($0.key) }
        }
        tableView.apply(changeset)
      }
    }
    return changes.isEmpty ? .nothing : .rows
  }

  // MARK: What the table asks

  var numberOfSections: Int { shown.count }
  func numberOfRows(inSection section: Int) -> Int { shown[section].count }
  func headerTitle(ofSection section: Int) -> String? { titles[section] }
  func footerTitle(ofSection section: Int) -> String? { nil }
  func prefetch(_ indexPath: IndexPath) { _ = item(at: indexPath) }
  func identity(at indexPath: IndexPath) -> AnyHashable? { item(at: indexPath).flatMap { Bindery.identity(of: $0) } }

  private func item(at indexPath: IndexPath) -> Items.Element? {
    guard shown.indices.contains(indexPath.section), indexPath.row < shown[indexPath.section].count else { return nil }
    return shown[indexPath.section][indexPath.row]
  }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    item(at: indexPath).map { makeCell(tableView, indexPath, $0) } ?? TableViewCell()
  }

  func links(ofSection section: Int) -> SectionLinks? { nil }
}

extension TableView {
  /// Tells the table of a changeset of all its sections, inside a batch.
  func apply(_ changeset: SectionedChangeset) {
    deleteSections(changeset.deletedSections)
    insertSections(changeset.insertedSections)
    deleteRows(at: changeset.deletions.map(\.indexPath))
    insertRows(at: changeset.insertions.map(\.indexPath))
    reloadRows(at: changeset.modifications.map(\.old.indexPath))
    for pair in changeset.moves { moveRow(at: pair.old.indexPath, to: pair.new.indexPath) }
  }
}

extension SectionPlace {
  fileprivate var indexPath: IndexPath { IndexPath(row: row, section: section) }
}
