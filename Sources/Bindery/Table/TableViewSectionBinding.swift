import FoundationEssentials
import Reactive
import TUIKit

/// One section of a table: its rows, and a chain of links that says the rest.
///
///     tableView *= TableViewSectionBinding
///       .items(viewModel.people) { (cell: PersonCell, person) in cell.person = person }
///       .headerTitle("People")
///       .didSelectRow { row in viewModel.edit(row) }
///
/// A section binding is a value that describes a section; the section itself begins when a table gets it, and ends with the
/// table, the group, or when a publisher takes it out. Each time it begins it subscribes anew, so one that comes back is up to
/// date.
public struct TableViewSectionBinding: ComposableDelegate {
  public var answers = TableViewAnswers()

  var makeRows: @MainActor () -> any RowSource
  var header: AnyPublisher<String?, Never>?
  var footer: AnyPublisher<String?, Never>?

  init(_ makeRows: @escaping @MainActor () -> any RowSource) {
    self.makeRows = makeRows
  }

  // MARK: Titles

  /// What stands above the section; nothing when `nil`.
  public func headerTitle(_ title: String?) -> Self {
    headerTitle(Just(title))
  }

  /// What stands above the section, as it changes; nothing while it is `nil`.
  public func headerTitle(_ title: some Publisher<String?, Never>) -> Self {
    var copy = self
    copy.header = title.eraseToAnyPublisher()
    return copy
  }

  /// What stands above the section, as it changes.
  public func headerTitle(_ title: some Publisher<String, Never>) -> Self {
    headerTitle(title.map(Optional.some))
  }

  /// What stands below the section; nothing when `nil`.
  public func footerTitle(_ title: String?) -> Self {
    footerTitle(Just(title))
  }

  /// What stands below the section, as it changes; nothing while it is `nil`.
  public func footerTitle(_ title: some Publisher<String?, Never>) -> Self {
    var copy = self
    copy.footer = title.eraseToAnyPublisher()
    return copy
  }

  /// What stands below the section, as it changes.
  public func footerTitle(_ title: some Publisher<String, Never>) -> Self {
    footerTitle(title.map(Optional.some))
  }

  // MARK: Rows

  /// The height of each row, in lines.
  public func rowHeight(_ height: @escaping (Int) -> Int) -> Self {
    answering(\.height) { _, indexPath in height(indexPath.row) }
  }

  /// A row was chosen: Enter, or a click on the selected row.
  public func didSelectRow(_ action: @escaping (Int) -> Void) -> Self {
    answering(\.didSelectRow) { action($0.row) }
  }

  /// The selection has moved to a row.
  public func didHighlightRow(_ action: @escaping (Int) -> Void) -> Self {
    answering(\.didHighlightRow) { action($0.row) }
  }
}
