import FoundationEssentials
import Reactive
import TUIKit

/// The sections of one list that publishes its changes together with its sections.
///
/// There are two states: `shown`, which the table knows, and `latest`, with `changes` from the former to the latter,
/// which are applied as one batch of the list as a whole.
final class SectionedContent<Key: Hashable, Items: RandomAccessCollection>: TableContent where Items.Index == Int {
  typealias Snapshot = SectionedSnapshot<Key, Items>

  private let source: AnyPublisher<SectionedChange<Key, Items>, Never>
  private let header: (Key) -> String?
  private let footer: (Key) -> String?
  private let makeCell: MakeCell<Items.Element>
  private var shown: [(rows: ObservableSection<Key, Items>, header: String?, footer: String?)] = []
  private var latest: Snapshot?
  private var changes = PendingChanges()
  private(set) var failure: (any Error)?
  private var subscription: AnyCancellable?
  private weak var observer: (any TableContentObserver)?

  init(
    _ source: AnyPublisher<SectionedChange<Key, Items>, Never>, header: @escaping (Key) -> String?,
    footer: @escaping (Key) -> String?, makeCell: @escaping MakeCell<Items.Element>
  ) {
    self.source = source
    self.header = header
    self.footer = footer
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
    if change.snapshot != nil { failure = nil }
    switch change {
    case .initial(let snapshot):
      latest = snapshot
      changes.removeAll()
      observer?.contentDidReset()
    case .update(let snapshot, let changeset):
      latest = snapshot
      changes.enqueue(changeset)
      observer?.contentDidChange()
    case .failure(let error):
      failure = error
      observer?.contentDidFail(error)
    }
  }

  // MARK: Applying changes

  func adopt() {
    changes.removeAll()
    showLatest()
  }

  private func showLatest() {
    shown = (latest?.sections ?? []).map { ($0, header($0.key), footer($0.key)) }
  }

  func applyChanges(to tableView: TableView) -> AppliedChanges {
    guard let changeset = changes.take() else { return .nothing }
    showLatest()
    tableView.apply(
      deletions: changeset.deletions, insertions: changeset.insertions,
      modifications: changeset.modifications.map { ($0.old, $0.new) }, moves: changeset.moves.map { ($0.old, $0.new) })
    return .rows(inserted: rows(at: changeset.insertions))
  }

  /// Returns the rows at ascending places, which are counted through all sections.
  private func rows(at places: [Int]) -> [InsertedRows] {
    var places = places[...]
    var first = 0
    return shown.enumerated().map { section, content in
      let rows = places.prefix { $0 < first + content.rows.count }.map { $0 - first }
      places = places.dropFirst(rows.count)
      first += content.rows.count
      return InsertedRows(section: section, rows: rows)
    }
  }

  // MARK: The content

  var numberOfSections: Int { shown.count }
  func numberOfRows(inSection section: Int) -> Int { shown[section].rows.count }
  func headerTitle(ofSection section: Int) -> String? { shown[section].header }
  func footerTitle(ofSection section: Int) -> String? { shown[section].footer }
  func rowHeight(ofSection section: Int) -> Int? { nil }
  func prefetch(_ indexPath: IndexPath) { _ = item(at: indexPath) }
  func identity(at indexPath: IndexPath) -> AnyHashable? { item(at: indexPath).flatMap { Bindery.identity(of: $0) } }

  private func item(at indexPath: IndexPath) -> Items.Element? {
    guard shown.indices.contains(indexPath.section) else { return nil }
    let rows = shown[indexPath.section].rows
    return indexPath.row < rows.count ? rows[indexPath.row] : nil
  }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    item(at: indexPath).map { makeCell(tableView, indexPath, $0) } ?? TableViewCell()
  }

  func links(ofSection section: Int) -> SectionLinks? { nil }
}
