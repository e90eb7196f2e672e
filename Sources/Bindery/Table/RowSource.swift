import FoundationEssentials
import Reactive
import TUIKit

/// The rows of one section as the table knows them, and what has happened to them since.
@MainActor
protocol RowSource: AnyObject {
  /// How many rows the table knows of.
  var count: Int { get }

  /// Follows its source from now on and tells `observer` of what happens.
  func start(_ observer: any RowSourceObserver)
  func stop()

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell
  func prefetch(_ row: Int)
  /// What tells the item of a row from the others; `nil` when nothing does.
  func identity(ofRow row: Int) -> AnyHashable?

  /// Makes the latest rows those that the table knows; what has led to them, `nil` when nothing has.
  func takeChanges() -> Changeset?
}

/// Is told what happens to rows.
@MainActor
protocol RowSourceObserver: AnyObject {
  /// There are changes to be taken.
  func rowsDidChange()
  /// The rows are others as a whole.
  func rowsDidReset()
  func rowsDidFail(_ error: any Error)
}

/// Rows that follow a publisher of changes.
///
/// What the table knows (`shown`) and what the source has last said (`latest`) are two snapshots, and `changes` leads from
/// the one to the other. The table never sees anything but `shown`, which only ``takeChanges()`` replaces, in the batch that
/// tells of it: table and source cannot disagree about the number of rows, whenever and from wherever a change comes.
final class SectionItems<Items: RandomAccessCollection>: RowSource where Items.Index == Int {
  private let source: AnyPublisher<CollectionChange<Items>, Never>
  private let makeCell: MakeCell<Items.Element>
  private var shown: Items?
  private var latest: Items?
  private var changes = PendingChanges()
  /// Whether the table knows of the rows: those of a section that is about to come are told of with the section.
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
      changes.append(changeset)
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
    guard let shown, indexPath.row < shown.count else { return TableViewCell() }
    return makeCell(tableView, indexPath, shown[shown.startIndex + indexPath.row])
  }

  func identity(ofRow row: Int) -> AnyHashable? {
    guard let shown, row < shown.count else { return nil }
    return Bindery.identity(of: shown[shown.startIndex + row])
  }

  /// Looking at an item fetches it, and those around it, where the items are lazy; it costs nothing where they are not.
  func prefetch(_ row: Int) {
    guard let shown, row < shown.count else { return }
    _ = shown[shown.startIndex + row]
  }
}
