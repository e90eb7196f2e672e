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

  /// A view for what stands above the section, made when it comes into sight; it lies where the title does and is told the
  /// title if there is one. What it is bound to belongs to a group of its own.
  public func headerView(_ makeView: @escaping () -> TableHeaderView) -> Self {
    let longer = answering(\.titleView) { next in
      { section, isFooter in isFooter ? next?(section, isFooter) : makeView() }
    }
    return longer.header == nil ? longer.headerTitle("") : longer
  }

  /// The same for what stands below the section.
  public func footerView(_ makeView: @escaping () -> TableHeaderView) -> Self {
    let longer = answering(\.titleView) { next in
      { section, isFooter in isFooter ? makeView() : next?(section, isFooter) }
    }
    return longer.footer == nil ? longer.footerTitle("") : longer
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

  /// A key of a row's menu: `.rowAction("Delete", key: KeyEvent(.character("d")), role: .destructive) { viewModel.delete($0) }`.
  public func rowAction(
    _ title: String, key: KeyEvent? = nil, role: Menu.Item.Role = .standard,
    isEnabled: @escaping (Int) -> Bool = { _ in true }, action: @escaping (Int) -> Void
  ) -> Self {
    rowAction(
      TableViewRowAction(title, key: key, role: role, isEnabled: { isEnabled($0.row) }, handler: { action($0.row) }))
  }

  /// The selection has moved to a row.
  public func didHighlightRow(_ action: @escaping (Int) -> Void) -> Self {
    answering(\.didHighlightRow) { action($0.row) }
  }
}
