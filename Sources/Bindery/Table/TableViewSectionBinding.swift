import FoundationEssentials
import Reactive
import TUIKit

/// One section of a table as a chain of links: each link answers what it can and passes on the rest.
///
///     tableView *= TableViewSectionBinding
///       .items(viewModel.people) { (cell: PersonCell, person) in cell.person = person }
///       .headerTitle("People")
///       .didSelectRow { index in viewModel.edit(index) }
///
/// The first link holds the items; each call wraps the chain so far, so the last one written is asked first. A link of your
/// own overrides what it answers and leaves the rest to `super`, which asks ``next``.
@MainActor
open class TableViewSectionBinding {
  /// Who is asked for what this link does not answer.
  public let next: TableViewSectionBinding?

  /// The table, while the section is in one. Held weakly, like every view.
  public internal(set) weak var tableView: TableView?

  /// Where in the table the section stands.
  public internal(set) var section = 0 {
    didSet { next?.section = section }
  }

  public init(next: TableViewSectionBinding? = nil) {
    self.next = next
  }

  isolated deinit {}

  /// The section has come into a table, and its items may be asked for.
  open func attach(to tableView: TableView) {
    self.tableView = tableView
    next?.attach(to: tableView)
  }

  /// The section has left its table.
  open func detach() {
    tableView = nil
    next?.detach()
  }

  open var numberOfRows: Int { next?.numberOfRows ?? 0 }

  /// The cell for a row; an empty one when no link has items.
  open func cell(forRow row: Int, in tableView: TableView) -> TableViewCell {
    next?.cell(forRow: row, in: tableView) ?? TableViewCell()
  }

  /// The row will probably be wanted soon.
  open func prefetchRow(_ row: Int) { next?.prefetchRow(row) }

  open var headerTitle: String? { next?.headerTitle }
  open var footerTitle: String? { next?.footerTitle }

  /// The row's height in lines; the table's own when `nil`.
  open func height(ofRow row: Int) -> Int? { next?.height(ofRow: row) }

  open func didSelectRow(_ row: Int) { next?.didSelectRow(row) }
  open func didHighlightRow(_ row: Int) { next?.didHighlightRow(row) }
  /// Rows, selection or scroll position of the table have changed.
  open func didUpdate(_ tableView: TableView) { next?.didUpdate(tableView) }
  /// The items' source has failed; the rows stay as they are.
  open func didFail(_ error: any Error) { next?.didFail(error) }
}
