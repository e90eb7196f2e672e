/// The storage of a model: a table with a column for each property, a table for each list, and computed columns for its
/// sort keys and its search text.
public struct Table<M: Model>: Sendable {
  package let name: String
  package let columns: [Column<M>]
  package let lists: [List<M>]
  let orders: [Order<M>]
  let searchText: @Sendable (M) -> [String]
  /// The name of a record for messages; `nil` for the first text of a search.
  let title: (@Sendable (M) -> String)?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - columns: The columns of the properties.
  ///   - lists: The tables of the lists.
  ///   - orders: The orders that a list may be shown in, the default one first.
  ///   - searchText: Returns every text that a search may find, in any order.
  ///   - title: Returns the name of a record for messages; the first text of `searchText` by default.
  public init(
    _ name: String, columns: [Column<M>], lists: [List<M>] = [], orders: [Order<M>],
    searchText: @escaping @Sendable (M) -> [String], title: (@Sendable (M) -> String)? = nil
  ) {
    self.name = name
    self.columns = columns
    self.lists = lists
    self.orders = orders
    self.searchText = searchText
    self.title = title
  }

  func column(at keyPath: PartialKeyPath<M>) -> Column<M>? {
    columns.first { $0.keyPath == keyPath }
  }

  func list(at keyPath: PartialKeyPath<M>) -> List<M>? {
    lists.first { $0.keyPath == keyPath }
  }
}
