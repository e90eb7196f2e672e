/// A plain Swift type that a ``Store`` stores, described by its ``Table``.
///
///     struct Dog: Model {
///       var row: Int64 = 0
///       var id = ""
///       var name = ""
///       var tricks: [String] = []
///
///       static let table = Table<Dog>(
///         "dog",
///         columns: [Column("name", \.name)],
///         lists: [List("trick", \.tricks)],
///         orders: [Order("name") { [$0.name] }],
///         searchText: { [$0.name] + $0.tricks })
///     }
public protocol Model: Hashable, Sendable, Identifiable where ID == String {
  /// Creates a record with the defaults of its properties.
  init()
  /// The row's number in the book; 0 until it has one. It is not used again after the record is deleted.
  var row: Int64 { get set }
  /// The identifier outside of the book. An inserted record without one gets a new id.
  var id: String { get set }
  /// The description of the model's storage.
  static var table: Table<Self> { get }

  /// Completes a record that a book of an older version has deleted, before an undo inserts it again.
  ///
  /// The migration of the book did not reach it. By default, nothing is changed.
  /// - Parameters:
  ///   - record: The record as it was deleted; what the older version did not have has its default.
  ///   - version: The version of the book then; see ``StoreFormat/version``.
  static func complete(_ record: inout Self, from version: Int32)
}

extension Model {
  /// Changes nothing.
  public static func complete(_ record: inout Self, from version: Int32) {}
}

/// The storage of a model: a table with a column for each property, a table for each list, and computed columns for its
/// sort keys and its search text.
public struct Table<M: Model>: Sendable {
  package let name: String
  package let columns: [Column<M>]
  package let lists: [List<M>]
  let orders: [Order<M>]
  let searchText: @Sendable (M) -> [String]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - columns: The columns of the properties.
  ///   - lists: The tables of the lists.
  ///   - orders: The orders that a list may be shown in, the default one first.
  ///   - searchText: Returns every text that a search may find, in any order.
  public init(
    _ name: String, columns: [Column<M>], lists: [List<M>] = [], orders: [Order<M>],
    searchText: @escaping @Sendable (M) -> [String]
  ) {
    self.name = name
    self.columns = columns
    self.lists = lists
    self.orders = orders
    self.searchText = searchText
  }

  func column(at keyPath: PartialKeyPath<M>) -> Column<M>? {
    columns.first { $0.keyPath == keyPath }
  }

  func list(at keyPath: PartialKeyPath<M>) -> List<M>? {
    lists.first { $0.keyPath == keyPath }
  }
}

/// A property that is stored in a column.
public struct Column<M: Model>: Sendable {
  package let name: String
  let keyPath: PartialKeyPath<M> & Sendable
  let type: String
  /// Whether the property is a text, of which two versions can both be shown.
  package let isText: Bool
  let isIndexed: Bool
  package let get: @Sendable (M) -> StoredValue
  /// Keeps the property's default when the column contains an invalid value.
  package let set: @Sendable (inout M, StoredValue) -> Void

  /// Describes the column of a property.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - keyPath: The property of the record.
  ///   - isIndexed: Whether the column has an index.
  public init<V: Storable>(_ name: String, _ keyPath: WritableKeyPath<M, V> & Sendable, isIndexed: Bool = false) {
    self.name = name
    self.keyPath = keyPath
    self.type = V.columnType
    isText = V.self == String.self
    self.isIndexed = isIndexed
    get = { $0[keyPath: keyPath].stored }
    set = { model, stored in
      if let value = V(stored: stored) { model[keyPath: keyPath] = value }
    }
  }

  /// Describes the column of a property that is computed, which closures read and write faster than a key path.
  public init<V: Storable>(
    _ name: String, _ keyPath: WritableKeyPath<M, V> & Sendable, get: @escaping @Sendable (M) -> V,
    set: @escaping @Sendable (inout M, V) -> Void
  ) {
    self.name = name
    self.keyPath = keyPath
    self.type = V.columnType
    isText = V.self == String.self
    isIndexed = false
    self.get = { get($0).stored }
    self.set = { model, stored in
      if let value = V(stored: stored) { set(&model, value) }
    }
  }
}

/// An element of an ordered list, stored as one row of the list's table, with a column for each of its parts.
public protocol ListElement: Hashable, Sendable {
  /// The name and the type of each part's column.
  static var parts: [(name: String, type: String)] { get }
  /// Creates an element from the values of its parts; fails when they are not those of an element.
  init?(parts: [StoredValue])
  /// The values of the parts, in the order of their columns.
  var parts: [StoredValue] { get }
}

extension String: ListElement {
  /// One part, called `value`.
  public static var parts: [(name: String, type: String)] { [("value", String.columnType)] }

  /// The text in the only part; `nil` when it is not a text.
  public init?(parts: [StoredValue]) {
    guard let first = parts.first else { return nil }
    self.init(stored: first)
  }

  /// The text as the only part.
  public var parts: [StoredValue] { [stored] }
}

/// An ordered list of a record, in a table `OWNER_NAME`.
///
/// It is deleted with the record.
public struct List<M: Model>: Sendable {
  package let name: String
  let keyPath: PartialKeyPath<M> & Sendable
  let parts: [(name: String, type: String)]
  let isIndexed: Bool
  package let get: @Sendable (M) -> [[StoredValue]]
  let append: @Sendable (inout M, [StoredValue]) -> Void
  package let replace: @Sendable (inout M, [[StoredValue]]) -> Void

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - name: The name of the list.
  ///   - keyPath: The property of the record.
  ///   - isIndexed: Whether records are looked up by the list's last part.
  /// - Complexity: O(1).
  public init<E: ListElement>(_ name: String, _ keyPath: WritableKeyPath<M, [E]> & Sendable, isIndexed: Bool = false) {
    self.name = name
    self.keyPath = keyPath
    self.isIndexed = isIndexed
    parts = E.parts
    get = { $0[keyPath: keyPath].map { $0.parts } }
    append = { model, parts in
      if let element = E(parts: parts) { model[keyPath: keyPath].append(element) }
    }
    replace = { $0[keyPath: keyPath] = $1.compactMap(E.init(parts:)) }
  }
}
