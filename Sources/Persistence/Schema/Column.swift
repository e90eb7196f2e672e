/// A property that is stored in a column.
public struct Column<M: Model>: Sendable {
  package let name: String
  let keyPath: PartialKeyPath<M> & Sendable
  package let type: String
  /// Whether the property is a text, of which two versions can both be shown.
  package private(set) var isText: Bool
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

  /// The column of a text that no form shows: a merge of two books keeps the later version only, since the user
  /// could not choose between them.
  public func keepingLatest() -> Column {
    var column = self
    column.isText = false
    return column
  }
}
