import FoundationEssentials
import Reactive
import TUIKit

/// The rows of one section as the table knows them, and the changes since.
@MainActor
protocol RowSource: AnyObject {
  /// The number of rows that the table knows.
  var count: Int { get }

  /// Subscribes to the source and notifies `observer` of its changes.
  func start(_ observer: any RowSourceObserver)
  func stop()

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell
  func prefetch(_ row: Int)
  /// The identity of the item of a row; `nil` when the item has none.
  func identity(ofRow row: Int) -> AnyHashable?

  /// Makes the latest rows those that the table knows, and returns the changes that led to them; `nil` without any.
  func takeChanges() -> Changeset?
}

/// Notified of changes of the rows of a section.
@MainActor
protocol RowSourceObserver: AnyObject {
  /// Called when there are changes to take.
  func rowsDidChange()
  /// Called when all rows were replaced.
  func rowsDidReset()
  func rowsDidFail(_ error: any Error)
}

/// Rows that follow a publisher of changes.
///
/// The table sees the snapshot `shown`, the source has published `latest`, and `changes` leads from the former to the
/// latter. Only ``takeChanges()`` replaces `shown`, in the batch that applies the changes: so table and source always
/// agree about the number of rows.
final class PublishedRows<Items: RandomAccessCollection>: RowSource where Items.Index == Int {
  private let source: AnyPublisher<CollectionChange<Items>, Never>
  private let makeCell: MakeCell<Items.Element>
  private var shown: Items?
  private var latest: Items?
  private var changes = PendingChanges()
  /// Whether the table knows the rows; those of an inserted section are not known before the section is.
  private var isKnown = false
  private var subscription: AnyCancellable?
  private weak var observer: (any RowSourceObserver)?

  init(_ source: AnyPublisher<CollectionChange<Items>, Never>, makeCell: @escaping MakeCell<Items.Element>) {
    self.source = source
    self.makeCell = makeCell
  }

  isolated deinit {}

  func start(_ observer: any RowSourceObserver) {
    self.observer = observer
    subscription = source.sink { [weak self] in self?.receive($0) }
  }

  func stop() {
    subscription = nil
  }

  private func receive(_ change: CollectionChange<Items>) {
    switch change {
    case .initial(let items):
      latest = items
      changes.removeAll()
      if isKnown { observer?.rowsDidReset() } else { observer?.rowsDidChange() }
    case .update(let items, let changeset):
      latest = items
      changes.enqueue(changeset)
      observer?.rowsDidChange()
    case .failure(let error):
      observer?.rowsDidFail(error)
    }
  }

  func takeChanges() -> Changeset? {
    shown = latest
    isKnown = true
    return changes.take()
  }

  var count: Int { shown?.count ?? 0 }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    item(indexPath.row).map { makeCell(tableView, indexPath, $0) } ?? TableViewCell()
  }

  func identity(ofRow row: Int) -> AnyHashable? { item(row).flatMap { Bindery.identity(of: $0) } }

  /// Reads the item, which fetches it and its neighbours where the items are lazy.
  func prefetch(_ row: Int) { _ = item(row) }

  private func item(_ row: Int) -> Items.Element? {
    guard let shown, row < shown.count else { return nil }
    return shown[shown.startIndex + row]
  }
}
