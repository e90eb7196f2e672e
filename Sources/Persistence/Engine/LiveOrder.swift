import Reactive

/// The row numbers of one query in order, kept up with the book by the store's queue.
///
/// States:
/// - *empty*: nothing has been read.
/// - *loading*: `rows` holds everything up to `boundary`, as of `seq`; the rest is read slice by slice.
/// - *scanning* (a search with a filter): `members` holds what was found among the rows up to `scanned`, as of `seq`;
///   `base` then puts them in order. A search without one is whole at once as soon as `base` is.
/// - *whole*: `boundary` is nil; each commit becomes one changeset.
///
/// In all, `rows` is exactly what the book held at `seq` (up to the boundary): a slice is only added in the same read
/// transaction in which everything before it has been brought up to date.
final class LiveOrder {
  let plan: QueryPlan
  let database: Database
  private(set) var rows = RowList()
  private(set) var seq: Int64
  private var boundary: Place?
  private(set) var isWhole = false
  /// All rows of the table in the same order, which a search is put in order by.
  private let base: LiveOrder?
  /// `nil` until they are asked for, and while the order is not whole.
  private var sections: SectionCounts?
  private var scanned: Int64 = 0
  private var members = RowSet()
  /// The keys of rows that searches begin with. Small: one in some hundred rows, and only those that were asked for.
  private var pivots: [Int64: StoredValue] = [:]
  /// How often all rows were scanned because a key did not lead to a row.
  private(set) var scans = 0
  /// Statements that each change needs, once they have been needed.
  private var keyStatement: Statement?
  private var memberStatement: Statement?
  private var imageStatement: Statement?
  private var neighbourStatement: Statement?

  init(_ plan: QueryPlan, in database: Database, seq: Int64, base: LiveOrder? = nil) {
    self.plan = plan
    self.base = base
    self.database = database
    self.seq = seq
  }

  // MARK: Loading

  /// Whether it can only go on when its base is whole.
  var waitsForBase: Bool { base.map { !$0.isWhole } ?? false }

  /// Finds the first page, and all rows where that costs little or there is no limit. Returns the page if it is not all.
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

  /// Reads the next slice, as of the present; true when that was the last.
  ///
  /// - Parameter limit: how many rows of the table to look at; a condition may let few of them through.
  func loadSlice(limit: Int) throws(StoreError) -> Bool {
    guard !isWhole else { return true }
    let present = try LogPosition.last(in: database)
    if let base, base.isWhole {
      guard plan.filter == nil else { return try scanSlice(limit: limit, of: base, present: present) }
      _ = try find(limit: nil)
      return isWhole
    }
    if boundary == nil { seq = present }
    if present != seq { _ = try advance(to: present) }
    let end = try place(after: boundary, skipping: limit)
    var condition = plan.condition.map { ["(\($0))"] } ?? []
    var values = plan.values
    func bound(_ place: Place, _ operation: String) {
      condition.append("(\(plan.key), row) \(operation) (?, ?)")
      values += [place.key, .integer(place.row)]
    }
    if let boundary { bound(boundary, plan.isDescending ? "<" : ">") }
    if let end { bound(end, plan.isDescending ? ">=" : "<=") }
    var slice: [Int64] = []
    slice.reserveCapacity(limit)
    let filter = condition.isEmpty ? "" : "WHERE " + condition.joined(separator: " AND ")
    let count = rows.count
    try database.each("SELECT row, \(plan.key) FROM \(plan.table) \(filter) \(plan.ordering)", values) {
      let row = $0.integer(0)
      if (count + slice.count).isMultiple(of: RowList.leafLimit) { pivots[row] = $0.value(1) }
      slice.append(row)
    }
    rows.append(contentsOf: slice)
    boundary = end
    isWhole = end == nil
    return isWhole
  }

  /// Looks at the next rows by their numbers, as they lie in the file.
  private func scanSlice(limit: Int, of base: LiveOrder, present: Int64) throws(StoreError) -> Bool {
    if scanned == 0 { seq = present }
    if present != seq {
      let touched = try ChangedRows.since(seq, table: plan.table, in: database)
      let places = try places(of: touched)
      for row in touched.rows.keys where row <= scanned {
        if places[row] == nil { members.remove(row) } else { members.insert(row) }
      }
      seq = present
    }
    let end = try database.firstInteger(
      "SELECT row FROM \(plan.table) WHERE row > ? ORDER BY row LIMIT 1 OFFSET ?", .integer(scanned),
      .integer(Int64(limit - 1)))
    try database.each(
      "SELECT row FROM \(plan.table) WHERE row > ? AND row <= ?\(plan.and)",
      [.integer(scanned), .integer(end ?? .max)] + plan.values
    ) { members.insert($0.integer(0)) }
    if let end {
      scanned = end
    } else {
      rows = base.rows.filter(members)
      members = RowSet()
      isWhole = true
    }
    return isWhole
  }

  /// The place of the row `count` rows after `place`; `nil` when there are fewer.
  private func place(after place: Place?, skipping count: Int) throws(StoreError) -> Place? {
    let condition = place == nil ? "" : "WHERE (\(plan.key), row) \(plan.isDescending ? "<" : ">") (?, ?)"
    let statement = try database.statement(
      "SELECT \(plan.key), row FROM \(plan.table) \(condition) \(plan.ordering) LIMIT 1 OFFSET \(count - 1)")
    if let place { statement.bind([place.key, .integer(place.row)]) }
    defer { statement.reset() }
    return try statement.step() ? Place(key: statement.value(0), row: statement.integer(1)) : nil
  }

  /// Forgets everything and reads it again, at once.
  func reload() throws(StoreError) {
    rows = RowList()
    pivots = [:]
    boundary = nil
    scanned = 0
    members = RowSet()
    sections = nil
    isWhole = false
    seq = try LogPosition.last(in: database)
    while try !loadSlice(limit: 1 << 16) {}
  }

  // MARK: Keeping up

  /// What changes of an order when it is whole.
  struct State {
    fileprivate let rows: RowList
    fileprivate let seq: Int64
    fileprivate let sections: SectionCounts?
  }

  /// The present order, to go back to.
  var state: State { State(rows: rows, seq: seq, sections: sections) }

  /// Makes the order what it was when it was whole, after a transaction that it has followed was rolled back.
  func goBack(to state: State) {
    rows = state.rows
    seq = state.seq
    sections = state.sections
    boundary = nil
    isWhole = true
    // Some may be keys of the transaction that was rolled back.
    pivots = [:]
  }

  /// How many changed rows a changeset is made of; above, the list is published whole.
  private static let largestChange = 20_000

  /// Applies what has happened since `seq`. Inside a read transaction.
  ///
  /// - Returns: the relocations, or `nil` when there are too many for a changeset.
  func advance(to present: Int64) throws(StoreError) -> (relocations: [Relocation]?, touched: [Int64]) {
    let touched = try ChangedRows.since(seq, table: plan.table, in: database)
    defer { seq = present }
    guard !touched.isEmpty else { return ([], []) }
    for row in touched.rows.keys { pivots[row] = nil }
    // Searching costs more than reading everything again when a good part has changed.
    if isWhole, touched.rows.count > 512, touched.rows.count > rows.count / 64 {
      let old = rows
      try reload()
      guard touched.rows.count <= Self.largestChange else { return (nil, []) }
      let all = Set(touched.rows.keys)
      return (RowList.relocations(from: old, to: rows, touched: all), Array(all))
    }
    let indices = try indices(of: touched)
    let places = try places(of: touched)
    sections?.follow(from: Array(indices.values), keys: places.values.map(\.key))
    let slot = places.count == 1 && isWhole ? slot : nil
    let relocations = try rows.relocate(indices: indices, places: places, precedes: plan.precedes, key: key, slot: slot)
    return (relocations, Array(touched.rows.keys))
  }

  /// Where a place is in a list that has all but its own row: found by the row before it, for which the book is asked.
  ///
  /// Nil when the row before it is not where it should be: then keys have to be compared.
  private func slot(_ place: Place, in rows: RowList) throws(StoreError) -> Int? {
    guard plan.condition == nil, place.key != .null else { return nil }
    guard let neighbour = try neighbour(of: place) else { return 0 }
    let leaf = try rows.leaf { (row) throws(StoreError) in
      plan.precedes(Place(key: try key(of: row, true), row: row), place)
    }
    guard let leaf, let offset = leaf.rows.firstIndex(of: neighbour) else { return nil }
    return leaf.start + offset + 1
  }

  /// The row before a place in the book: the last of those with the same key, who may be thousands, or with the next.
  private func neighbour(of place: Place) throws(StoreError) -> Int64? {
    let (before, backwards) = plan.isDescending ? (">", "ASC") : ("<", "DESC")
    let statement = try database.statement(
      """
      SELECT coalesce(
        (SELECT row FROM \(plan.table) WHERE \(plan.key) = ?1 AND row \(before) ?2 ORDER BY row \(backwards) LIMIT 1),
        (SELECT row FROM \(plan.table) WHERE \(plan.key) \(before) ?1 \(plan.reversed.ordering) LIMIT 1))
      """, in: &neighbourStatement)
    statement.bind(1, place.key)
    statement.bind(2, place.row)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
  }

  /// The list as it was at an earlier moment, and how it became what it is. Inside a read transaction.
  func rewound(to past: Int64) throws(StoreError) -> (rows: RowList, relocations: [Relocation], touched: [Int64]) {
    let touched = try ChangedRows.since(past, table: plan.table, in: database)
    guard !touched.isEmpty else { return (rows, [], []) }
    var old = rows
    var indices: [Int64: Int] = [:]
    for (row, place) in try places(of: touched) {
      indices[row] = try index(of: place, in: rows, touched: [:]) ?? rows.index(ofRow: row)
    }
    var places: [Int64: Place] = [:]
    for (row, before) in touched.rows {
      if let old = try oldKey(of: row, before) { places[row] = Place(key: old.key, row: row) }
    }
    let relocations = try old.relocate(indices: indices, places: places, precedes: plan.precedes, key: key)
    return (old, relocations.map(\.reversed), Array(touched.rows.keys))
  }

  /// How many rows are in each section. Inside a read transaction, and as of `seq`; nil while the order is not whole.
  func sections(_ initials: Initials) throws(StoreError) -> [SectionRun]? {
    guard isWhole else { return nil }
    if let sections { return sections.runs }
    let sections = try SectionCounts(rows, plan, initials: initials, key: key)
    self.sections = sections
    return sections.runs
  }

  /// Where the touched rows stand in the list as it was before they were touched.
  private func indices(of touched: ChangedRows) throws(StoreError) -> [Int64: Int] {
    var keys: [Int64: StoredValue] = [:]
    var areCertain = true
    for (row, before) in touched.rows {
      guard let old = try oldKey(of: row, before) else { continue }
      keys[row] = old.key
      areCertain = areCertain && old.isCertain
    }
    var indices: [Int64: Int] = [:]
    var missing: Set<Int64> = []
    for (row, key) in keys {
      let index = try index(of: Place(key: key, row: row), in: rows, touched: keys)
      if let index { indices[row] = index } else { missing.insert(row) }
    }
    // A key that is not the one it stood by may have led astray: then the rows themselves are looked for, all at once.
    if !areCertain, !missing.isEmpty {
      scans += 1
      rows.forEach { index, row in if missing.contains(row) { indices[row] = index } }
    }
    return indices
  }

  private func index(of place: Place, in rows: RowList, touched: [Int64: StoredValue]) throws(StoreError) -> Int? {
    if let boundary, plan.precedes(boundary, place) { return nil }
    let leaf = try rows.leaf { (row) throws(StoreError) in
      let key = if let old = touched[row] { old } else { try self.key(of: row, true) }
      return row == place.row || plan.precedes(Place(key: key, row: row), place)
    }
    guard let leaf, let offset = leaf.rows.firstIndex(of: place.row) else { return nil }
    return leaf.start + offset
  }

  /// Where the touched rows belong now; those that the query no longer finds are left out.
  private func places(of touched: ChangedRows) throws(StoreError) -> [Int64: Place] {
    var places: [Int64: Place] = [:]
    let statement = try database.statement(
      "SELECT \(plan.key) FROM \(plan.table) WHERE row = ?\(plan.and)", in: &memberStatement)
    for row in touched.rows.keys {
      statement.bind(1, row)
      for (offset, value) in plan.values.enumerated() { statement.bind(Int32(offset + 2), value) }
      defer { statement.reset() }
      guard try statement.step() else { continue }
      let place = Place(key: statement.value(0), row: row)
      if let boundary, plan.precedes(boundary, place) { continue }
      places[row] = place
    }
    return places
  }

  /// The key that a row had before it was touched; nil when it was not there.
  ///
  /// Not certain when the log has none: an order may depend on lists too, and another program leaves keys to us.
  private func oldKey(
    of row: Int64, _ before: ChangedRows.Before
  ) throws(StoreError) -> (key: StoredValue, isCertain: Bool)? {
    switch before {
    case .absent: return nil
    case .same: return (try key(of: row, false), false)
    case .image(let seq, let isFirst):
      let statement = try database.statement(
        "SELECT image ->> '$.\(plan.key)' FROM change WHERE seq = ?", in: &imageStatement)
      statement.bind(1, seq)
      defer { statement.reset() }
      let key = try statement.step() ? statement.withBytes(0, Hexadecimal.bytes(of:)) : []
      return key.isEmpty ? (try self.key(of: row, false), false) : (.blob(key), isFirst)
    }
  }

  private func key(of row: Int64, _ isPivot: Bool) throws(StoreError) -> StoredValue {
    if isPivot, let known = pivots[row] { return known }
    let statement = try database.statement(
      "SELECT \(plan.key) FROM \(plan.table) WHERE row = ?", in: &keyStatement)
    statement.bind(1, row)
    defer { statement.reset() }
    let key = try statement.step() ? statement.value(0) : .null
    if isPivot { pivots[row] = key }
    return key
  }
}
