import FoundationEssentials
import Reactive
import TUIKit

/// The first link of a section: its items, and the cells for them.
///
/// The table never sees anything but the snapshot that came with the last change, so it and its data source cannot disagree.
final class TableViewItems<Items: RandomAccessCollection>: TableViewSectionBinding where Items.Index == Int {
  private var items: Items?
  private let changes: AnyPublisher<CollectionChange<Items>, Never>
  private let makeCell: (TableView, IndexPath, Items.Element) -> TableViewCell
  private var subscription: AnyCancellable?

  init(
    _ changes: AnyPublisher<CollectionChange<Items>, Never>,
    makeCell: @escaping (TableView, IndexPath, Items.Element) -> TableViewCell
  ) {
    self.changes = changes
    self.makeCell = makeCell
    super.init()
  }

  isolated deinit {}

  override func attach(to tableView: TableView) {
    super.attach(to: tableView)
    subscription = changes.sink { [weak self] in self?.apply($0) }
  }

  override func detach() {
    subscription = nil
    super.detach()
  }

  override var numberOfRows: Int { items?.count ?? 0 }

  override func cell(forRow row: Int, in tableView: TableView) -> TableViewCell {
    guard let items, row < items.count else { return TableViewCell() }
    return makeCell(tableView, IndexPath(row: row, section: section), items[items.startIndex + row])
  }

  /// Looking at an item fetches it, and those around it, where the items are lazy; it costs nothing where they are not.
  override func prefetchRow(_ row: Int) {
    guard let items, row < items.count else { return }
    _ = items[items.startIndex + row]
  }

  private func apply(_ change: CollectionChange<Items>) {
    guard let tableView else { return }
    switch change {
    case .initial(let items):
      self.items = items
      tableView.reloadData()
    case .update(let items, let changeset):
      tableView.performBatchUpdates {
        self.items = items
        tableView.apply(changeset, inSection: section)
      }
    case .failure(let error):
      (tableView.delegate as? TableViewBinding)?.sections[section].didFail(error)
    }
  }
}

extension TableView {
  /// Tells the table of a changeset, inside a batch.
  func apply(_ changeset: Changeset, inSection section: Int) {
    func paths(_ rows: [Int]) -> [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
    deleteRows(at: paths(changeset.deletions))
    insertRows(at: paths(changeset.insertions))
    for move in changeset.moves {
      moveRow(at: IndexPath(row: move.old, section: section), to: IndexPath(row: move.new, section: section))
    }
    reloadRows(at: paths(changeset.modifications.map(\.old)))
  }
}
