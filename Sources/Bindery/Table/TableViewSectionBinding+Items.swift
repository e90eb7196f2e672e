import FoundationEssentials
import Reactive
import TUIKit

// The source of rows is a publisher of changes, an observable array (RealmCombineMVVM's README called it a view-model
// item array) or a plain array. The cell of a row comes from a closure that sets one up, from a closure that returns
// one, from a type of cells that bind items, from the item's own view type, or the items are cells themselves.

/// Sets up a cell for an item.
public typealias ConfigureCell<Cell: TableViewCell, Item> = (_ cell: Cell, _ item: Item) -> Void

/// Returns the cell for an item, usually from `TableView.dequeueReusableCell(_:for:)`.
public typealias MakeCell<Item> = (_ tableView: TableView, _ indexPath: IndexPath, _ item: Item) -> TableViewCell

extension TableViewSectionBinding {
  // MARK: Publishers of changes

  /// Rows that follow a publisher of changes; `makeCell` returns the cell for an item.
  public static func items<Items: RandomAccessCollection>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, makeCell: @escaping MakeCell<Items.Element>
  ) -> Self where Items.Index == Int {
    let changes = changes.eraseToAnyPublisher()
    return Self { PublishedRows(changes, makeCell: makeCell) }
  }

  /// Rows that follow a publisher of changes; `configure` sets up a cell of its type for an item.
  public static func items<Items: RandomAccessCollection, Cell: TableViewCell>(
    _ changes: some Publisher<CollectionChange<Items>, Never>,
    configure: @escaping ConfigureCell<Cell, Items.Element>
  ) -> Self where Items.Index == Int {
    items(changes, makeCell: dequeuing(configure))
  }

  /// Rows that follow a publisher of changes; each is a cell of type `cell`, bound to its item.
  public static func items<Items: RandomAccessCollection, Cell: TableViewCell & BindableView>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, cell: Cell.Type
  ) -> Self where Items.Index == Int, Cell.Element == Items.Element {
    items(changes) { (cell: Cell, item) in cell.bind(to: item) }
  }

  /// Rows that follow a publisher of changes of items that name the type of their cell.
  public static func items<Items: RandomAccessCollection>(
    _ changes: some Publisher<CollectionChange<Items>, Never>
  ) -> Self where Items.Index == Int, Items.Element: BindableViewModelItem, Items.Element.View: TableViewCell {
    items(changes, makeCell: bindingItem)
  }

  /// Rows that follow a publisher of changes of cells.
  public static func items<Items: RandomAccessCollection, Cell: TableViewCell>(
    cells changes: some Publisher<CollectionChange<Items>, Never>
  ) -> Self where Items.Index == Int, Items.Element == Cell {
    items(changes) { _, _, cell in cell }
  }

  // MARK: Observable arrays

  /// Rows that follow an observable array; `makeCell` returns the cell for an item.
  public static func items<Element>(
    _ array: some ObservableArray<Element>, makeCell: @escaping MakeCell<Element>
  ) -> Self {
    items(array.changesetPublisher, makeCell: makeCell)
  }

  /// Rows that follow an observable array; `configure` sets up a cell of its type for an item.
  public static func items<Element, Cell: TableViewCell>(
    _ array: some ObservableArray<Element>, configure: @escaping ConfigureCell<Cell, Element>
  ) -> Self {
    items(array.changesetPublisher, makeCell: dequeuing(configure))
  }

  /// Rows that follow an observable array; each is a cell of type `cell`, bound to its item.
  public static func items<Cell: TableViewCell & BindableView>(
    _ array: some ObservableArray<Cell.Element>, cell: Cell.Type
  ) -> Self {
    items(array.changesetPublisher, cell: cell)
  }

  /// Rows that follow an observable array of items that name the type of their cell.
  public static func items<Element: BindableViewModelItem>(_ array: some ObservableArray<Element>) -> Self
  where Element.View: TableViewCell {
    items(array.changesetPublisher, makeCell: bindingItem)
  }

  // MARK: Fixed rows

  /// Fixed rows; `makeCell` returns the cell for an item.
  public static func items<Element>(_ array: [Element], makeCell: @escaping MakeCell<Element>) -> Self {
    items(Just(.initial(array)), makeCell: makeCell)
  }

  /// Fixed rows; `configure` sets up a cell of its type for an item.
  public static func items<Element, Cell: TableViewCell>(
    _ array: [Element], configure: @escaping ConfigureCell<Cell, Element>
  ) -> Self {
    items(array, makeCell: dequeuing(configure))
  }

  /// Fixed rows of items that name the type of their cell.
  public static func items<Element: BindableViewModelItem>(_ array: [Element]) -> Self
  where Element.View: TableViewCell {
    items(array, makeCell: bindingItem)
  }

  /// Fixed rows of items that name the type of their cell.
  public static func items<Element: BindableViewModelItem>(_ items: Element...) -> Self
  where Element.View: TableViewCell {
    .items(items)
  }

  /// Fixed cells: a section that never changes, such as one of a form.
  public static func cells(_ cells: TableViewCell...) -> Self {
    items(cells) { _, _, cell in cell }
  }

  // MARK: Cells

  static func dequeuing<Cell: TableViewCell, Item>(_ configure: @escaping ConfigureCell<Cell, Item>) -> MakeCell<Item> {
    { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(Cell.self, for: indexPath)
      configure(cell, item)
      return cell
    }
  }

  static func bindingItem<Item: BindableViewModelItem>(
    _ tableView: TableView, _ indexPath: IndexPath, _ item: Item
  ) -> TableViewCell where Item.View: TableViewCell {
    let cell = tableView.dequeueReusableCell(Item.bindableViewType(for: item), for: indexPath)
    cell.bind(to: item)
    return cell
  }
}
