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
  package let parts: [(name: String, type: String)]
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
