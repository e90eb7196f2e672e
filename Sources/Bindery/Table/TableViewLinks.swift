import FoundationEssentials
import Reactive
import TUIKit

// What a section can be told, a method each. Where the same is said twice, the last one written counts.

extension TableViewSectionBinding {
  /// The rows follow `changes`; `configure` sets up a cell of its type for an item.
  public static func items<Items: RandomAccessCollection, Cell: TableViewCell>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, configure: @escaping (Cell, Items.Element) -> Void
  ) -> TableViewSectionBinding where Items.Index == Int {
    TableViewItems(changes.eraseToAnyPublisher()) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(Cell.self, for: indexPath)
      configure(cell, item)
      return cell
    }
  }

  public func headerTitle(_ title: String?) -> TableViewSectionBinding {
    HeaderTitle(title, next: self)
  }

  public func footerTitle(_ title: String?) -> TableViewSectionBinding {
    FooterTitle(title, next: self)
  }

  /// Every row has this height, in lines.
  public func rowHeight(_ height: Int) -> TableViewSectionBinding {
    rowHeight { _ in height }
  }

  public func rowHeight(_ height: @escaping (Int) -> Int) -> TableViewSectionBinding {
    RowHeight(height, next: self)
  }

  /// A row was chosen: Enter, or a click on the selected row.
  public func didSelectRow(_ action: @escaping (Int) -> Void) -> TableViewSectionBinding {
    DidSelectRow(action, next: self)
  }

  /// The selection has moved to a row.
  public func didHighlightRow(_ action: @escaping (Int) -> Void) -> TableViewSectionBinding {
    DidHighlightRow(action, next: self)
  }

  /// The rows, the selection or what can be seen of them has changed.
  public func didUpdate(_ action: @escaping (TableView) -> Void) -> TableViewSectionBinding {
    DidUpdate(action, next: self)
  }

  /// The items' source has failed.
  public func didFail(_ action: @escaping (any Error) -> Void) -> TableViewSectionBinding {
    DidFail(action, next: self)
  }
}

private final class HeaderTitle: TableViewSectionBinding {
  private let title: String?
  override var headerTitle: String? { title }

  init(_ title: String?, next: TableViewSectionBinding) {
    self.title = title
    super.init(next: next)
  }

  isolated deinit {}
}

private final class FooterTitle: TableViewSectionBinding {
  private let title: String?
  override var footerTitle: String? { title }

  init(_ title: String?, next: TableViewSectionBinding) {
    self.title = title
    super.init(next: next)
  }

  isolated deinit {}
}

private final class RowHeight: TableViewSectionBinding {
  private let height: (Int) -> Int
  override func height(ofRow row: Int) -> Int? { height(row) }

  init(_ height: @escaping (Int) -> Int, next: TableViewSectionBinding) {
    self.height = height
    super.init(next: next)
  }

  isolated deinit {}
}

private final class DidSelectRow: TableViewSectionBinding {
  private let action: (Int) -> Void
  override func didSelectRow(_ row: Int) { action(row) }

  init(_ action: @escaping (Int) -> Void, next: TableViewSectionBinding) {
    self.action = action
    super.init(next: next)
  }

  isolated deinit {}
}

private final class DidHighlightRow: TableViewSectionBinding {
  private let action: (Int) -> Void
  override func didHighlightRow(_ row: Int) { action(row) }

  init(_ action: @escaping (Int) -> Void, next: TableViewSectionBinding) {
    self.action = action
    super.init(next: next)
  }

  isolated deinit {}
}

private final class DidUpdate: TableViewSectionBinding {
  private let action: (TableView) -> Void
  override func didUpdate(_ tableView: TableView) { action(tableView) }

  init(_ action: @escaping (TableView) -> Void, next: TableViewSectionBinding) {
    self.action = action
    super.init(next: next)
  }

  isolated deinit {}
}

private final class DidFail: TableViewSectionBinding {
  private let action: (any Error) -> Void
  override func didFail(_ error: any Error) { action(error) }

  init(_ action: @escaping (any Error) -> Void, next: TableViewSectionBinding) {
    self.action = action
    super.init(next: next)
  }

  isolated deinit {}
}
