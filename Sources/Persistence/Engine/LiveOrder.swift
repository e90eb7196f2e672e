import Reactive

/// The ordered row numbers of one query, which the store's queue keeps up to date.
///
/// States:
/// - *empty*: nothing has been read.
/// - *loading*: `rows` holds everything up to `boundary`, as of `seq`; the rest is read slice by slice.
/// - *whole*: `boundary` is `nil`; each commit becomes one changeset.
///
/// Only the order of all records is read slice by slice: a filter and a search wait for their `base`.
///
/// In every state, `rows` is exactly what the book contained at `seq` (up to the boundary): a slice is only added in
/// the same read transaction in which everything before it has been brought up to date.
final class LiveOrder {
  let plan: QueryPlan
  let database: Database
  private(set) var rows = RowList()
  private(set) var seq: Int64
  private var boundary: OrderPosition?
  private(set) var isWhole = false
  /// The rows among which a filter or a search finds its own, in the same order.
  var base: LiveOrder?
  /// The sections; `nil` until they are requested, and while the order is not whole.
  private var sections: SectionCounting?
  private let keys: OrderKeys
  /// The number of times that all rows were scanned because a key did not lead to its row.
  private(set) var scans = 0
  /// A statement that each change uses, compiled on first use.
  private var memberStatement: Statement?

  init(_ plan: QueryPlan, in database: Database, seq: Int64, base: LiveOrder? = nil) {
    self.plan = plan
    self.base = base
    self.database = database
    self.seq = seq
    keys = OrderKeys(plan, in: database)
  }

  // MARK: Loading

  /// Whether it can only continue when its base is whole.
  var waitsForBase: Bool { base.map { !$0.isWhole } ?? false }

  /// Finds the first page, or all rows when that costs little or there is no limit.
  ///
  /// Inside a read transaction in which `base` is up to date.
  ///
  /// - Returns: The first page; `nil` when all rows were found.
  func find(limit: Int?) throws(StoreError) -> [Int64]? {
    switch try Finder(plan: plan, database: database).find(
      limit: limit, base: base.flatMap { $0.isWhole ? $0.rows : nil })
    {
    case .all(let found):
      rows = found
      seq = try LogPosition.last(in: database)
      isWhole = true
      return nil
    case .first(let page): return page
    }
  }

  /// Reads the next slice of the current content; returns `true` when that was the last.
  ///
  /// - Parameter limit: The number of rows in a slice; a filter and a search are read at once.
  func findSlice(limit: Int) throws(StoreError) -> Bool {
    guard !isWhole else { return true }
    let present = try LogPosition.last(in: database)
    if plan.isComputed || !plan.isOfAll {
      _ = try find(limit: nil)
      return isWhole
    }
    if boundary == nil { seq = present }
    if present != seq {
      if try LogPosition.news(after: seq, in: database).isInterrupted {
        // The rows so far are in the order of keys that were computed again.
        forgetRows()
        seq = present
      } else {
        _ = try apply(logTo: present)
      }
    }
    // No slice would have the rows without a key, which a read-only store cannot compute: all are read at once.
    let hasMissingKeys = try hasMissingKeys()
    if hasMissingKeys { forgetRows() }
    let end = hasMissingKeys ? nil : try place(after: boundary, skipping: limit)
    var conditions: [String] = []
    var values: [StoredValue] = []
    func bound(_ place: OrderPosition, _ operation: String) {
      conditions.append("(\(plan.key), row) \(operation) (?, ?)")
      values += [place.key, .integer(place.row)]
    }
    if let boundary { bound(boundary, plan.isDescending ? "<" : ">") }
    if let end { bound(end, plan.isDescending ? ">=" : "<=") }
    var slice: [Int64] = []
    slice.reserveCapacity(limit)
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let count = rows.count
    try database.each("SELECT row, \(plan.key) FROM \(plan.table) \(condition) \(plan.ordering)", values) {
      let row = $0.integer(0)
      if (count + slice.count).isMultiple(of: RowList.leafLimit) { keys.keep($0.value(1), of: row) }
      slice.append(row)
    }
    rows.append(contentsOf: slice)
    boundary = end
    isWhole = end == nil
    return isWhole
  }

  /// Whether a row has no key, found in the index of the keys.
  private func hasMissingKeys() throws(StoreError) -> Bool {
    try database.firstInteger("SELECT 1 FROM \(plan.table) WHERE \(plan.key) IS NULL LIMIT 1") != nil
  }

  /// The place of the row `count` rows after `place`; `nil` when there are fewer.
  private func place(after place: OrderPosition?, skipping count: Int) throws(StoreError) -> OrderPosition? {
    let condition = place == nil ? "" : "WHERE (\(plan.key), row) \(plan.isDescending ? "<" : ">") (?, ?)"
    let statement = try database.statement(
      "SELECT \(plan.key), row FROM \(plan.table) \(condition) \(plan.ordering) LIMIT 1 OFFSET \(count - 1)")
    if let place { statement.bind([place.key, .integer(place.row)]) }
    defer { statement.reset() }
    return try statement.step() ? OrderPosition(key: statement.value(0), row: statement.integer(1)) : nil
  }

  /// Discards everything and reads it again at once.
  func reload() throws(StoreError) {
    forgetRows()
    seq = try LogPosition.last(in: database)
    while try !findSlice(limit: 1 << 16) {}
  }

  private func forgetRows() {
    rows = RowList()
    keys.forgetAll()
    boundary = nil
    sections = nil
    isWhole = false
  }

  // MARK: Updating

  /// The state of an order that changes while it is whole.
  struct State {
    fileprivate let rows: RowList
    fileprivate let seq: Int64
    fileprivate let sections: SectionCounting?
  }

  /// The current state, to be restored by a rollback.
  var state: State { State(rows: rows, seq: seq, sections: sections) }

  /// Restores the state of a whole order after the rollback of a transaction that it has followed.
  func goBack(to state: State) {
    rows = state.rows
    seq = state.seq
    sections = state.sections
    boundary = nil
    isWhole = true
    // Some of the keys may be from the transaction that was rolled back.
    keys.forgetAll()
  }

  /// The greatest number of changed rows in a changeset; above, the whole list is published.
  private static let largestChange = 20_000

  /// Applies the log's entries from `seq` to `present`.
  ///
  /// Inside a read transaction.
  ///
  /// - Returns: The relocations; `nil` when there are too many for a changeset.
  func apply(logTo present: Int64) throws(StoreError) -> (relocations: [Relocation]?, touched: [Int64]) {
    let touched = try ChangedRows.since(seq, table: plan.table, in: database)
    defer { seq = present }
    guard !touched.isEmpty else { return ([], []) }
    keys.forget(touched.rows.keys)
    // Reading all rows again is cheaper than searching when a large part has changed.
    if isWhole, touched.rows.count > 512, touched.rows.count > rows.count / 64 {
      let old = rows
      try reload()
      guard touched.rows.count <= Self.largestChange else { return (nil, []) }
      let all = Set(touched.rows.keys)
      return (RowList.relocations(from: old, to: rows, touched: all), Array(all))
    }
    let indices = try indices(of: touched)
    let places = try places(of: touched)
    try sections?.follow(from: Array(indices.values), to: Array(places.values), label: label(of:))
    let slot = places.count == 1 && isWhole ? slot : nil
    let relocations = try rows.relocate(
      indices: indices, places: places, precedes: plan.precedes, key: keys.key(of:isPivot:), slot: slot)
    return (relocations, Array(touched.rows.keys))
  }

  /// The index of a position in a list without its row, found by a query for the row before it.
  ///
  /// `nil` when the row before it is not where it should be: then keys have to be compared.
  private func slot(_ place: OrderPosition, in rows: RowList) throws(StoreError) -> Int? {
    guard !plan.isComputed, plan.condition == nil, place.key != .null else { return nil }
    guard let neighbour = try keys.neighbour(of: place) else { return 0 }
    let leaf = try rows.leaf { (row) throws(StoreError) in
      plan.precedes(OrderPosition(key: try keys.key(of: row, isPivot: true), row: row), place)
    }
    guard let leaf, let offset = leaf.rows.firstIndex(of: neighbour) else { return nil }
    return leaf.start + offset + 1
  }

  /// The list as it was at an earlier moment, and the changes since.
  ///
  /// Inside a read transaction.
  func rewound(to past: Int64) throws(StoreError) -> (rows: RowList, relocations: [Relocation], touched: [Int64]) {
    try rewound(by: ChangedRows.since(past, table: plan.table, in: database))
  }

  /// The list as it was before some changes, which are the newest ones, and the relocations since.
  ///
  /// Inside a read transaction.
  func rewound(
    by touched: ChangedRows
  ) throws(StoreError) -> (rows: RowList, relocations: [Relocation], touched: [Int64]) {
    guard !touched.isEmpty else { return (rows, [], []) }
    var old = rows
    var indices: [Int64: Int] = [:]
    for (row, place) in try places(of: touched) {
      indices[row] = try index(of: place, in: rows, touched: [:]) ?? rows.index(ofRow: row)
    }
    var places: [Int64: OrderPosition] = [:]
    for (row, before) in touched.rows {
      if let old = try keys.oldKey(of: row, before) { places[row] = OrderPosition(key: old.key, row: row) }
    }
    let relocations = try old.relocate(
      indices: indices, places: places, precedes: plan.precedes, key: keys.key(of:isPivot:))
    return (old, relocations.map(\.reversed), Array(touched.rows.keys))
  }

  /// The list of all records as it was before many changes, found by reading it from end to end.
  ///
  /// Inside a read transaction.
  func read(before touched: ChangedRows) throws(StoreError) -> RowList {
    var earlier: [OrderPosition] = []
    for (row, before) in touched.rows {
      if let old = try keys.oldKey(of: row, before) { earlier.append(OrderPosition(key: old.key, row: row)) }
    }
    earlier.sort(by: plan.precedes)
    var (rest, all) = (earlier[...], [Int64]())
    all.reserveCapacity(rows.count)
    try database.each("SELECT row, \(plan.key) FROM \(plan.table) \(plan.ordering)") {
      let row = $0.integer(0)
      if touched.rows[row] != nil { return }
      if !rest.isEmpty {
        let place = OrderPosition(key: $0.value(1), row: row)
        while let next = rest.first, plan.precedes(next, place) {
          all.append(next.row)
          rest.removeFirst()
        }
      }
      all.append(row)
    }
    return RowList(all + rest.map(\.row))
  }

  /// The number of rows in each section.
  ///
  /// Inside a read transaction, and as of `seq`; `nil` while the order is not whole.
  func sections(_ initials: Initials) throws(StoreError) -> [SectionRun]? {
    guard isWhole else { return nil }
    if let sections { return sections.runs }
    let sections: SectionCounting =
      if case .groups(let key, let label) = plan.division {
        .groups(try GroupCounts(plan, key: key, label: label, in: database))
      } else {
        .initials(try SectionCounts(rows, plan, initials: initials, key: keys.key(of:isPivot:)))
      }
    self.sections = sections
    return sections.runs
  }

  /// The title of the group of a row.
  private func label(of row: Int64) throws(StoreError) -> String {
    guard case .groups(_, let label) = plan.division else { return "" }
    return try database.first("SELECT \(label) FROM \(plan.table) WHERE row = ?", .integer(row)) { $0.text(0) } ?? ""
  }

  /// The indices of the touched rows in the list before they were touched.
  private func indices(of touched: ChangedRows) throws(StoreError) -> [Int64: Int] {
    var oldKeys: [Int64: StoredValue] = [:]
    var areCertain = true
    for (row, before) in touched.rows {
      guard let old = try keys.oldKey(of: row, before) else { continue }
      oldKeys[row] = old.key
      areCertain = areCertain && old.isCertain
    }
    var indices: [Int64: Int] = [:]
    var missing: Set<Int64> = []
    for (row, key) in oldKeys {
      let index = try index(of: OrderPosition(key: key, row: row), in: rows, touched: oldKeys)
      if let index { indices[row] = index } else { missing.insert(row) }
    }
    // A wrong old key may have led to a wrong place: then one scan finds the rows themselves.
    if !areCertain, !missing.isEmpty {
      scans += 1
      rows.forEach { index, row in if missing.contains(row) { indices[row] = index } }
    }
    return indices
  }

  private func index(of place: OrderPosition, in rows: RowList, touched: [Int64: StoredValue]) throws(StoreError)
    -> Int?
  {
    if let boundary, plan.precedes(boundary, place) { return nil }
    let leaf = try rows.leaf { (row) throws(StoreError) in
      let key = if let old = touched[row] { old } else { try keys.key(of: row, isPivot: true) }
      return row == place.row || plan.precedes(OrderPosition(key: key, row: row), place)
    }
    guard let leaf, let offset = leaf.rows.firstIndex(of: place.row) else { return nil }
    return leaf.start + offset
  }

  /// The new places of the touched rows, without those that the query no longer matches.
  private func places(of touched: ChangedRows) throws(StoreError) -> [Int64: OrderPosition] {
    var places: [Int64: OrderPosition] = [:]
    let statement = try database.statement(
      "SELECT \(plan.key) FROM \(plan.table) WHERE row = ?\(plan.and)", in: &memberStatement)
    for row in touched.rows.keys {
      statement.bind(1, row)
      for (offset, value) in plan.values.enumerated() { statement.bind(Int32(offset + 2), value) }
      defer { statement.reset() }
      guard try statement.step() else { continue }
      let place = OrderPosition(key: statement.value(0), row: row)
      if let boundary, plan.precedes(boundary, place) { continue }
      places[row] = place
    }
    return places
  }
}
