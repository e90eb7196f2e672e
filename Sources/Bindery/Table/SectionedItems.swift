import FoundationEssentials
import Reactive
import TUIKit

/// The sections of one list that tells of its changes with their sections.
///
/// As everywhere in a bound table there are the snapshot that the table knows and the latest one, and `changes` leads from the
/// one to the other: they are told as one batch, that of the list as a whole.
final class SectionedItems<Key: Hashable, Items: RandomAccessCollection>: TableContent where Items.Index == Int {
  typealias Snapshot = SectionedSnapshot<Key, Items>

  private let source: AnyPublisher<SectionedChange<Key, Items>, Never>
  private let header: (Key) -> String?
  private let makeCell: MakeCell<Items.Element>
  private var shown: [ObservableSection<Key, Items>] = []
  /// What stands above each of the sections shown.
  private var titles: [String?] = []
  private var latest: Snapshot?
  private var changes = PendingChanges()
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
      changes.removeAll()
      observer?.contentDidReset()
    case .update(let snapshot, let changeset):
      latest = snapshot
      changes.append(changeset)
      observer?.contentDidChange()
    case .failure(let error):
      observer?.contentDidFail(error)
    }
  }

  // MARK: Telling

  func adopt() {
    changes.removeAll()
    showLatest()
  }

  private func showLatest() {
    shown = latest?.sections ?? []
    titles = shown.map { header($0.key) }
  }

  func tellChanges(to tableView: TableView) -> ToldChanges {
    guard let changeset = changes.take() else { return .nothing }
    showLatest()
    tableView.apply(
      deletions: changeset.deletions, insertions: changeset.insertions,
      modifications: changeset.modifications.map { ($0.old, $0.new) }, moves: changeset.moves.map { ($0.old, $0.new) })
    return .rows
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
