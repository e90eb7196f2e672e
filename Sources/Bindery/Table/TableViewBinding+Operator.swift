import Reactive
import TUIKit

// What can be bound to a table. The table keeps the binding alive until it is bound again; the group ends it.

/// Binds all sections of the table.
///
/// A former binding of the table ends.
@MainActor
public func *= (tableView: TableView, binding: TableViewBinding) {
  let group = BindingGroup.running(for: "\(type(of: tableView)).\(TableViewBinding.attachmentKey)")
  let bound = BoundTable(binding)
  bound.start()
  (tableView.attachments[TableViewBinding.attachmentKey] as? BoundTable)?.cancel()
  tableView.attachments[TableViewBinding.attachmentKey] = bound
  group.addAttachment(bound)
  bound.attach(to: tableView)
}

/// Binds the table to one section.
@MainActor
public func *= (tableView: TableView, section: TableViewSectionBinding) {
  tableView *= .sections([section])
}

/// Binds the table to a fixed list of sections.
@MainActor
public func *= (tableView: TableView, sections: [TableViewSectionBinding]) {
  tableView *= .sections(sections)
}

/// Binds the table to a publisher of changes of sections.
@MainActor
public func *= (
  tableView: TableView, changes: some Publisher<CollectionChange<[TableViewSectionBinding]>, Never>
) {
  tableView *= .sections(changes)
}

/// Binds the table to an observable array of items that name the type of their cell.
@MainActor
public func *= <Item: BindableViewModelItem>(tableView: TableView, array: some ObservableArray<Item>)
where Item.View: TableViewCell {
  tableView *= TableViewSectionBinding.items(array)
}

/// Binds the table to a publisher of changes of items that name the type of their cell.
@MainActor
public func *= <Items: RandomAccessCollection>(
  tableView: TableView, changes: some Publisher<CollectionChange<Items>, Never>
) where Items.Index == Int, Items.Element: BindableViewModelItem, Items.Element.View: TableViewCell {
  tableView *= TableViewSectionBinding.items(changes)
}

/// Binds the table to a publisher of changes of cells.
@MainActor
public func *= <Items: RandomAccessCollection>(
  tableView: TableView, changes: some Publisher<CollectionChange<Items>, Never>
) where Items.Index == Int, Items.Element: TableViewCell {
  tableView *= TableViewSectionBinding.items(cells: changes)
}

/// Shows a fixed list of items, each of which names the type of its cell.
@MainActor
public func *= <Item: BindableViewModelItem>(tableView: TableView, items: [Item]) where Item.View: TableViewCell {
  tableView *= TableViewSectionBinding.items(items)
}

/// Shows a fixed list of cells.
@MainActor
public func *= (tableView: TableView, cells: [TableViewCell]) {
  tableView *= TableViewSectionBinding.items(cells) { _, _, cell in cell }
}
