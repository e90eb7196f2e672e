/// Which records of a model, and in which order. Two equal queries have the same results.
public struct Query<M: Model>: Hashable, Sendable {
  public var filter: Filter<M>?
  /// What the user typed. Empty finds everybody.
  public var search = ""
  public var order: Order<M>

  public init() {
    order = M.table.orders[0]
  }

  public func `where`(_ filter: Filter<M>) -> Query {
    var query = self
    query.filter = self.filter.map { $0 && filter } ?? filter
    return query
  }

  public func sorted(by order: Order<M>) -> Query {
    var query = self
    query.order = order
    return query
  }

  public func search(_ text: String) -> Query {
    var query = self
    query.search = text
    return query
  }

  var plan: QueryPlan {
    var conditions: [String] = []
    var values: [StoredValue] = []
    if let filter {
      conditions.append("(\(filter.sql))")
      values += filter.values
    }
    for word in SearchWords(search).words {
      conditions.append("instr(search, ?) > 0")
      values.append(.text(" " + word))
    }
    return QueryPlan(
      table: M.table.name, key: order.column, isDescending: order.isDescending,
      condition: conditions.isEmpty ? nil : conditions.joined(separator: " AND "), values: values)
  }
}

/// A query without its model's type: what the store's queue works with.
struct QueryPlan: Hashable, Sendable {
  var table: String
  /// The column that the list is ordered by; ties are broken by row number.
  var key: String
  var isDescending: Bool
  /// Nil: the whole table.
  var condition: String?
  var values: [StoredValue]

  private var direction: String { isDescending ? "DESC" : "ASC" }
  var ordering: String { "ORDER BY \(key) \(direction), row \(direction)" }
  var and: String { condition.map { " AND \($0)" } ?? "" }
  var `where`: String { condition.map { " WHERE \($0)" } ?? "" }

  /// Whether (key, row) `left` stands before `right` in this order.
  func precedes(_ left: Place, _ right: Place) -> Bool {
    isDescending ? right < left : left < right
  }
}

/// Where a row stands in an order: by its key, then by its number.
struct Place: Hashable, Sendable, Comparable {
  var key: StoredValue
  var row: Int64

  static func < (left: Place, right: Place) -> Bool {
    left.key == right.key ? left.row < right.row : left.key < right.key
  }
}
