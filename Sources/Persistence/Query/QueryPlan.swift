/// A query without its model's type, for the store's queue.
struct QueryPlan: Hashable, Sendable {
  let table: String
  /// The index of the words of a search.
  let wordTable: String
  /// The column or the expression that the list is ordered by; ties are broken by row number.
  let key: String
  let isDescending: Bool
  /// Whether the key is an expression, so that it has no index and the log has no old keys.
  let isComputed: Bool
  let division: Division
  let filter: String?
  let filterValues: [StoredValue]
  /// The words of a search, each with those that are found in its place: one of them must begin a word of the record.
  let words: [[String]]
  /// Whether a search is sorted by the list without it.
  let hasBase: Bool
  /// Filter and words as one condition on a row; `nil`: the whole table.
  let condition: String?
  let values: [StoredValue]

  /// Whether it finds every record.
  var isOfAll: Bool { condition == nil }

  init(
    table: String, wordTable: String, key: String, isDescending: Bool, isComputed: Bool = false,
    division: Division = .initials,
    filter: (sql: String, values: [StoredValue])? = nil,
    words: [[String]] = [], hasBase: Bool = true
  ) {
    self.table = table
    self.wordTable = wordTable
    self.key = key
    self.isDescending = isDescending
    self.isComputed = isComputed
    self.division = division
    self.filter = filter?.sql
    filterValues = filter?.values ?? []
    self.words = words
    self.hasBase = hasBase
    let conditions =
      (filter.map { ["(\($0.sql))"] } ?? [])
      + words.map { "(" + $0.map { _ in Self.containsWord }.joined(separator: " OR ") + ")" }
    condition = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    values = filterValues + words.joined().map(Self.beginning)
  }

  /// The condition for one word, and its bound value.
  static let containsWord = "instr(search, ?) > 0"
  static func beginning(_ word: String) -> StoredValue { .text(" " + word) }

  /// The list in which this one finds its rows: for a search the list without it, for a filter all records.
  ///
  /// `nil` for all records, and where sorting what was found costs less than sorting the other list.
  var base: QueryPlan? {
    if !words.isEmpty { hasBase ? plan(filter: filter) : nil } else { isOfAll || isComputed ? nil : plan(filter: nil) }
  }

  /// The number of lists that have to be sorted before this one.
  var depth: Int { base.map { $0.depth + 1 } ?? 0 }

  private func plan(filter: String?) -> QueryPlan {
    QueryPlan(
      table: table, wordTable: wordTable, key: key, isDescending: isDescending, isComputed: isComputed,
      division: division, filter: filter.map { ($0, filterValues) })
  }

  /// The same records in reverse order.
  var reversed: QueryPlan {
    QueryPlan(
      table: table, wordTable: wordTable, key: key, isDescending: !isDescending, isComputed: isComputed,
      division: division, filter: filter.map { ($0, filterValues) }, words: words, hasBase: hasBase)
  }

  private var direction: String { isDescending ? "DESC" : "ASC" }
  var ordering: String { "ORDER BY \(key) \(direction), row \(direction)" }
  var and: String { condition.map { " AND \($0)" } ?? "" }
  var `where`: String { condition.map { " WHERE \($0)" } ?? "" }

  /// Whether (key, row) `left` precedes `right` in this order.
  func precedes(_ left: OrderPosition, _ right: OrderPosition) -> Bool {
    isDescending ? right < left : left < right
  }
}
