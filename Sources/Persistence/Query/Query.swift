/// The records of a model to find, and their order.
///
/// Equal queries have the same results.
public struct Query<M: Model>: Hashable, Sendable {
  /// The condition that the records satisfy; `nil` for all records.
  public var filter: Filter<M>?
  /// The typed text.
  ///
  /// Empty matches every record.
  public var search = ""
  /// Words that are found in place of a word of the search.
  public var similar: [String: [String]] = [:]
  /// The order of the list.
  public var order: Order<M>

  /// The words of the search.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the search.
  public var words: SearchWords { SearchWords(search) }

  /// All records, in the model's default order.
  public init() {
    order = M.table.orders[0]
  }

  /// The same query with one more condition.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the filters.
  public func `where`(_ filter: Filter<M>) -> Query {
    var query = self
    query.filter = self.filter.map { $0 && filter } ?? filter
    return query
  }

  /// The same query in another order.
  public func sorted(by order: Order<M>) -> Query {
    var query = self
    query.order = order
    return query
  }

  /// The same query with another search.
  ///
  /// - Parameters:
  ///   - text: The words to find.
  ///   - similar: Words that are found in place of a word of the search; see ``Store/similarWords(of:to:)``.
  public func search(_ text: String, similar: [String: [String]] = [:]) -> Query {
    var query = self
    query.search = text
    query.similar = similar
    return query
  }

  var plan: QueryPlan {
    QueryPlan(
      table: M.table.name, wordTable: M.table.words, key: order.column, isDescending: order.isDescending,
      isComputed: order.isComputed, division: order.division, filter: filter.map { ($0.sql, $0.values) },
      words: words.words.map { [$0] + similar[$0, default: []] }, hasBase: !order.isOfSearch)
  }
}
