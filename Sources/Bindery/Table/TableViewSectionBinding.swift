import FoundationEssentials
import Reactive
import TUIKit

/// One section of a table: its rows, and a chain of links that answer the table's questions.
///
///     tableView *= TableViewSectionBinding
///       .items(viewModel.people) { (cell: PersonCell, person) in cell.person = person }
///       .headerTitle("People")
///       .didSelectRow { row in viewModel.edit(row) }
///
/// A section binding is a value that describes a section. The section itself starts when a table gets it, and ends with
/// the table, with the group, or when a publisher deletes it. It subscribes each time it starts.
public struct TableViewSectionBinding: ComposableDelegate {
  /// The answers of the links.
  public var answers = TableViewAnswers()

  var makeRows: @MainActor () -> any RowSource
  var header: AnyPublisher<String?, Never>?
  var footer: AnyPublisher<String?, Never>?
  var height: AnyPublisher<Int, Never>?

  init(_ makeRows: @escaping @MainActor () -> any RowSource) {
    self.makeRows = makeRows
  }

  // MARK: Titles

  /// Sets the title above the section; none when `nil`.
  public func headerTitle(_ title: String?) -> Self {
    headerTitle(Just(title))
  }

  /// Makes the title above the section follow a publisher; there is no title while it is `nil`.
  public func headerTitle(_ title: some Publisher<String?, Never>) -> Self {
    var copy = self
    copy.header = title.eraseToAnyPublisher()
    return copy
  }

  /// Makes the title above the section follow a publisher.
  public func headerTitle(_ title: some Publisher<String, Never>) -> Self {
    headerTitle(title.map(Optional.some))
  }

  /// Sets the title below the section; none when `nil`.
  public func footerTitle(_ title: String?) -> Self {
    footerTitle(Just(title))
  }

  /// Makes the title below the section follow a publisher; there is no title while it is `nil`.
  public func footerTitle(_ title: some Publisher<String?, Never>) -> Self {
    var copy = self
    copy.footer = title.eraseToAnyPublisher()
    return copy
  }

  /// Makes the title below the section follow a publisher.
  public func footerTitle(_ title: some Publisher<String, Never>) -> Self {
    footerTitle(title.map(Optional.some))
  }

  /// Shows a view above the section instead of the table's own title view.
  ///
  /// The table sets the view's text to the title, if there is one. What the view itself binds belongs to a group of its
  /// own.
  ///
  /// - Parameter makeView: Makes the view, each time the title becomes visible.
  public func headerView(_ makeView: @escaping () -> TableHeaderView) -> Self {
    let longer = answering(\.titleView) { next in
      { section, isFooter in isFooter ? next?(section, isFooter) : makeView() }
    }
    return longer.header == nil ? longer.headerTitle("") : longer
  }

  /// Shows a view below the section instead of the table's own title view; see ``headerView(_:)``.
  public func footerView(_ makeView: @escaping () -> TableHeaderView) -> Self {
    let longer = answering(\.titleView) { next in
      { section, isFooter in isFooter ? makeView() : next?(section, isFooter) }
    }
    return longer.footer == nil ? longer.footerTitle("") : longer
  }

  // MARK: Rows

  /// Sets the height of each row, in lines.
  public func rowHeight(_ height: @escaping (Int) -> Int) -> Self {
    answering(\.height) { _, indexPath in height(indexPath.row) }
  }

  /// Makes the height of all rows, in lines, follow a publisher.
  public func rowHeight(_ height: some Publisher<Int, Never>) -> Self {
    var copy = self
    copy.height = height.eraseToAnyPublisher()
    return copy
  }

  /// Calls `action` when a row is chosen: with Enter, or with a click on the selected row.
  public func didSelectRow(_ action: @escaping (Int) -> Void) -> Self {
    answering(\.didSelectRow) { action($0.row) }
  }

  /// Calls `action` when the selection has moved to a row.
  public func didHighlightRow(_ action: @escaping (Int) -> Void) -> Self {
    answering(\.didHighlightRow) { action($0.row) }
  }

  /// Adds an action to the menu of a row:
  /// `.rowAction("Delete", key: KeyEvent(.character("d")), role: .destructive) { viewModel.delete($0) }`.
  public func rowAction(
    _ title: String, key: KeyEvent? = nil, role: Menu.Item.Role = .standard,
    isEnabled: @escaping (Int) -> Bool = { _ in true }, action: @escaping (Int) -> Void
  ) -> Self {
    rowAction(
      TableViewRowAction(title, key: key, role: role, isEnabled: { isEnabled($0.row) }, handler: { action($0.row) }))
  }

  /// Lets the user move only those rows for which `canMove` returns `true`.
  public func canMoveRow(_ canMove: @escaping (Int) -> Bool) -> Self {
    answering(\.canMoveRow) { canMove($0.row) }
  }

  /// Lets the user move rows within the section, with Alt-Up, Alt-Down and the mouse.
  ///
  ///     .moveRow { viewModel.tasks.move(from: $0, to: $1) }
  ///
  /// - Parameter move: Moves the item in the source of the rows. The change that the source publishes moves the row.
  public func moveRow(_ move: @escaping (_ source: Int, _ target: Int) -> Void) -> Self {
    answering(\.moveRow) { move($0.row, $1.row) }
  }
}
