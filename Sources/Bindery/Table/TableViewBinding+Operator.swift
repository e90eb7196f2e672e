import Reactive
import TUIKit

// What can stand on the right of a table. The table keeps what is made from it, and lets go when it is bound again; the group
// ends it. Nobody is kept alive by it but what the closures capture.

/// The table shows these sections, with what the links say about them.
@MainActor
public func *= (tableView: TableView, binding: TableViewBinding) {
  let title = "\(type(of: tableView)).\(TableViewBinding.attachmentKey)"
  let group = BindingGroup.running(for: title)
  let bound = BoundTable(binding) { [weak group] error in group?.report(error, in: title) }
  tableView.attachments[TableViewBinding.attachmentKey] = bound
  group.addElsewhere(bound)
  bound.attach(to: tableView)
}

/// The table shows one section, and what its links say about it.
@MainActor
public func *= (tableView: TableView, section: TableViewSectionBinding) {
  tableView *= .sections([section])
}

/// The table shows these sections.
@MainActor
public func *= (tableView: TableView, sections: [TableViewSectionBinding]) {
  tableView *= .sections(sections)
}

/// The table shows the sections that a publisher of changes brings.
@MainActor
public func *= (
  tableView: TableView, changes: some Publisher<CollectionChange<[TableViewSectionBinding]>, Never>
) {
  tableView *= .sections(changes)
}

/// The table shows the items of an observable array; each names the type of its cell.
@MainActor
public func *= <Item: BindableViewModelItem>(tableView: TableView, array: some ObservableArray<Item>)
where Item.View: TableViewCell {
  tableView *= TableViewSectionBinding.items(array)
}

/// The table shows the items that a publisher of changes brings; each names the type of its cell.
@MainActor
public func *= <Items: RandomAccessCollection>(
  tableView: TableView, changes: some Publisher<CollectionChange<Items>, Never>
) where Items.Index == Int, Items.Element: BindableViewModelItem, Items.Element.View: TableViewCell {
  tableView *= TableViewSectionBinding.items(changes)
}

/// The table shows the cells that a publisher of changes brings.
@MainActor
public func *= <Items: RandomAccessCollection>(
  tableView: TableView, changes: some Publisher<CollectionChange<Items>, Never>
) where Items.Index == Int, Items.Element: TableViewCell {
  tableView *= TableViewSectionBinding.items(cells: changes)
}

/// The table shows these items; each names the type of its cell.
@MainActor
public func *= <Item: BindableViewModelItem>(tableView: TableView, items: [Item]) where Item.View: TableViewCell {
  tableView *= TableViewSectionBinding.items(items)
}

/// The table shows these cells.
@MainActor
public func *= (tableView: TableView, cells: [TableViewCell]) {
  tableView *= TableViewSectionBinding.items(cells) { _, _, cell in cell }
}
