/// A condition on the records of a list, written with key paths: `\Person.lastName == "Lovelace" && !(\.note == "")`.
///
/// Only properties with a column can be compared. Texts compare by their stored characters; to find text as users type
/// it, use a search.
public struct Filter<M: Model>: Hashable, Sendable {
  let sql: String
  let values: [StoredValue]

  init(_ sql: String, _ values: [StoredValue]) {
    self.sql = sql
    self.values = values
  }

  fileprivate static func comparison<V: Storable>(_ keyPath: KeyPath<M, V>, _ operation: String, _ value: V) -> Filter {
    Filter("\(columnName(keyPath)) \(operation) ?", [value.stored])
  }

  static func columnName(_ keyPath: PartialKeyPath<M>) -> String {
    if keyPath == \M.id { return "id" }
    guard let column = M.table.column(at: keyPath) else {
      // A programmer error that the first run of the code reveals: no input leads here.
      preconditionFailure("\(keyPath) is not a column of \(M.self)")
    }
    return column.name
  }
}

/// The records with this value in a property; `nil` equals `nil`.
public func == <M: Model, V: Storable>(keyPath: KeyPath<M, V>, value: V) -> Filter<M> {
  .comparison(keyPath, "IS", value)
}

/// The records with another value in a property.
public func != <M: Model, V: Storable>(keyPath: KeyPath<M, V>, value: V) -> Filter<M> {
  .comparison(keyPath, "IS NOT", value)
}

/// The records with a smaller value in a property.
public func < <M: Model, V: Storable>(keyPath: KeyPath<M, V>, value: V) -> Filter<M> {
  .comparison(keyPath, "<", value)
}

/// The records with this or a smaller value in a property.
public func <= <M: Model, V: Storable>(keyPath: KeyPath<M, V>, value: V) -> Filter<M> {
  .comparison(keyPath, "<=", value)
}

/// The records with a greater value in a property.
public func > <M: Model, V: Storable>(keyPath: KeyPath<M, V>, value: V) -> Filter<M> {
  .comparison(keyPath, ">", value)
}

/// The records with this or a greater value in a property.
public func >= <M: Model, V: Storable>(keyPath: KeyPath<M, V>, value: V) -> Filter<M> {
  .comparison(keyPath, ">=", value)
}

/// The records that satisfy both conditions.
///
/// - Complexity: O(*n*), where *n* is the size of the filters.
public func && <M>(left: Filter<M>, right: Filter<M>) -> Filter<M> {
  Filter("(\(left.sql)) AND (\(right.sql))", left.values + right.values)
}

/// The records that satisfy at least one of the conditions.
///
/// - Complexity: O(*n*), where *n* is the size of the filters.
public func || <M>(left: Filter<M>, right: Filter<M>) -> Filter<M> {
  Filter("(\(left.sql)) OR (\(right.sql))", left.values + right.values)
}

/// The records that do not satisfy a condition.
///
/// - Complexity: O(*n*), where *n* is the size of the filter.
public prefix func ! <M>(filter: Filter<M>) -> Filter<M> {
  Filter("(\(filter.sql)) IS NOT TRUE", filter.values)
}

extension Filter {
  /// Records with the element in a list: `.contains(\.tags, "work")`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the element's parts.
  public static func contains<E: ListElement>(_ keyPath: KeyPath<M, [E]>, _ element: E) -> Filter {
    let (table, list) = described(keyPath)
    let parts = list.parts.map { "\($0.name) IS ?" }.joined(separator: " AND ")
    return Filter("row IN (SELECT \(M.table.name) FROM \(table) WHERE \(parts))", element.parts)
  }

  /// Records with at least one of some texts in a list: `.contains(\.tags, anyOf: ["work", "home"])`.
  ///
  /// The texts are compared with the last part of each element.
  ///
  /// - Complexity: O(*n*), where *n* is the number of texts.
  public static func contains<E: ListElement>(_ keyPath: KeyPath<M, [E]>, anyOf texts: [String]) -> Filter {
    let (table, list) = described(keyPath)
    let marks = Array(repeating: "?", count: texts.count).joined(separator: ", ")
    let part = list.parts.last?.name ?? "position"
    return Filter("row IN (SELECT \(M.table.name) FROM \(table) WHERE \(part) IN (\(marks)))", texts.map(\.stored))
  }

  /// Records with an empty list.
  public static func isEmpty<E: ListElement>(_ keyPath: KeyPath<M, [E]>) -> Filter {
    let (table, _) = described(keyPath)
    return Filter("row NOT IN (SELECT \(M.table.name) FROM \(table))", [])
  }

  /// Records with this text in a property, where the case of ASCII letters makes no difference.
  public static func isText(_ keyPath: KeyPath<M, String>, _ text: String) -> Filter {
    Filter("\(columnName(keyPath)) = ? COLLATE NOCASE", [text.stored])
  }

  /// Records with a text in a property that begins so, where the case of ASCII letters makes no difference.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the prefix.
  public static func hasPrefix(_ keyPath: KeyPath<M, String>, _ prefix: String) -> Filter {
    let column = columnName(keyPath)
    return Filter("substr(\(column), 1, \(prefix.unicodeScalars.count)) = ? COLLATE NOCASE", [prefix.stored])
  }

  /// Records with a text in a property that ends with one of some texts, all of one length.
  ///
  /// A value that is not stored as text never does.
  ///
  /// - Complexity: O(*n*), where *n* is the number of suffixes.
  public static func hasSuffix<V: Storable>(_ keyPath: KeyPath<M, V>, in suffixes: [String]) -> Filter {
    let length = suffixes.first?.unicodeScalars.count ?? 0
    let marks = Array(repeating: "?", count: suffixes.count).joined(separator: ", ")
    return Filter("substr(\(columnName(keyPath)), -\(length)) IN (\(marks))", suffixes.map(StoredValue.text))
  }

  /// Records with one of the values in a property.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  public static func isIn<V: Storable>(_ keyPath: KeyPath<M, V>, _ values: [V]) -> Filter {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    return Filter("\(columnName(keyPath)) IN (\(marks))", values.map(\.stored))
  }

  private static func described(_ keyPath: PartialKeyPath<M>) -> (table: String, list: List<M>) {
    guard let list = M.table.list(at: keyPath) else {
      // A programmer error that the first run of the code reveals: no input leads here.
      preconditionFailure("\(keyPath) is not a list of \(M.self)")
    }
    return (M.table.listTable(list), list)
  }
}
