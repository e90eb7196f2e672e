/// Fetches the records of one list by pages, and caches the last ones.
///
/// All snapshots of a list share it: a row shows the record as fetched.
final class PageSource<M: Model> {
  /// The query that the list opens with; positions refer to it until its order is loaded.
  var plan: QueryPlan
  private let database: Database
  private let records: RecordAccess<M>
  /// Reads the records as they were; `nil` for a list that shows them as they are.
  private let earlier: EarlierRecords<M>?
  private var kept: [Int64: M] = [:]
  /// Rows in the order in which they were fetched; the first half is dropped when there are too many.
  private var fetched: [Int64] = []

  static var pageSize: Int { 64 }
  private static var capacity: Int { 1024 }
  /// Called when records cannot be read.
  var didFail: ((StoreError) -> Void)?

  /// - Parameter number: Reads the records as they were before this entry of the log; `nil` as they are.
  init(_ query: Query<M>, records: RecordAccess<M>, database: Database, before number: Int64? = nil) {
    plan = query.plan
    self.records = records
    self.database = database
    earlier = number.map { EarlierRecords(database: database, records: records, number: $0) }
  }

  private func fetch(_ rows: [Int64]) throws(StoreError) -> [M] {
    if let earlier { return try earlier.records(rows: rows) }
    return try records.records(rows: rows)
  }

  /// The first content of a list.
  struct Opening {
    var seq: Int64
    /// The number of records; `nil` when they would have to be counted.
    var count: Int?
    var page: [Int64]
    /// `nil` also in a book without stored letters.
    var sections: [SectionRun]?
  }

  /// The first page, the count if the book has it, and estimated sections if requested.
  ///
  /// Its cost does not depend on the size of the book.
  func open(withSections: Bool) throws(StoreError) -> Opening {
    try database.transaction(.deferred) { () throws(StoreError) in
      let seq = try LogPosition.last(in: database)
      var opening = try plan.words.isEmpty ? openPage(seq) : openSearch(seq)
      if withSections, let initials = try Initials.kept(in: database) {
        let sections = OpeningSections(plan: plan, initials: initials, database: database)
        opening.sections =
          if let count = opening.count, count > opening.page.count, case .groups = plan.division {
            nil
          } else if plan.condition == nil, plan.division == .initials, let count = opening.count {
            try sections.runs(ofTable: count, pageSize: Self.pageSize)
          } else {
            try sections.runs(of: opening.page)
          }
      }
      return opening
    }
  }

  private func openSearch(_ seq: Int64) throws(StoreError) -> Opening {
    switch try Finder(plan: plan, database: database).find(limit: Self.pageSize, base: nil) {
    case .all(let rows): Opening(seq: seq, count: rows.count, page: rows[0..<rows.count])
    case .first(let page): Opening(seq: seq, count: nil, page: page)
    }
  }

  private func openPage(_ seq: Int64) throws(StoreError) -> Opening {
    let page = try records.records(matching: "\(plan.where) \(plan.ordering) LIMIT \(Self.pageSize)", plan.values)
    keep(page)
    var count: Int?
    if page.count < Self.pageSize {
      count = page.count
    } else if plan.condition == nil {
      count = max(try database.counter(of: plan.table), page.count)
    }
    return Opening(seq: seq, count: count, page: page.map(\.row))
  }

  /// The record in a row of the list.
  ///
  /// A deleted record is shown in its last state; when that is no longer cached, as an empty record with its row
  /// number. So is a record that cannot be read; the list then fails.
  func record(at index: Int, in rows: RowList) -> M {
    let row = rows[index]
    if let record = kept[row] { return record }
    let start = index / Self.pageSize * Self.pageSize
    let page = rows[start..<min(start + Self.pageSize, rows.count)].filter { kept[$0] == nil }
    if !read({ () throws(StoreError) in try fetch(page) }), page.count > 1 {
      // Only some records of the page may be damaged.
      read { () throws(StoreError) in try fetch([row]) }
    }
    return kept[row] ?? placeholder(row)
  }

  /// The record at a position of a list before its order is loaded: found by counting from the nearer end.
  func record(at index: Int, of count: Int, positions: inout [Int: Int64]) -> M {
    if let row = positions[index], let record = kept[row] { return record }
    let start = index / Self.pageSize * Self.pageSize
    let end = min(start + Self.pageSize, count)
    func readPage(_ range: Range<Int>) -> Bool {
      read { () throws(StoreError) in
        let page = try page(range, of: count)
        for (index, record) in zip(range, page) { positions[index] = record.row }
        return page
      }
    }
    // Only some records of the page may be damaged.
    if !readPage(start..<end), end > start + 1 { _ = readPage(index..<index + 1) }
    guard let row = positions[index], let record = kept[row] else { return placeholder(positions[index] ?? 0) }
    return record
  }

  /// Keeps the records that `body` returns.
  ///
  /// - Returns: whether they could be read.
  @discardableResult
  private func read(_ body: () throws(StoreError) -> [M]) -> Bool {
    do {
      keep(try body())
      return true
    } catch {
      didFail?(error)
      return false
    }
  }

  private func page(_ range: Range<Int>, of count: Int) throws(StoreError) -> [M] {
    func page(_ plan: QueryPlan, from start: Int) throws(StoreError) -> [M] {
      try records.records(
        matching: "\(plan.where) \(plan.ordering) LIMIT ? OFFSET ?",
        plan.values + [.integer(Int64(range.count)), .integer(Int64(start))])
    }
    guard range.lowerBound > count / 2 else { return try page(plan, from: range.lowerBound) }
    return try page(plan.reversed, from: count - range.upperBound).reversed()
  }

  /// Fetches changed rows again, as far as they are cached.
  ///
  /// Deleted records stay cached: a view may still be animating their removal.
  func refresh(_ rows: [Int64]) {
    let stale = rows.filter { kept[$0] != nil }
    guard !stale.isEmpty else { return }
    guard stale.count <= 4 * Self.pageSize else {
      let gone = Set(stale)
      for row in gone { kept[row] = nil }
      fetched.removeAll(where: gone.contains)
      return
    }
    read { () throws(StoreError) in try fetch(stale) }
  }

  /// Discards all records: the changes are unknown.
  func forget() {
    kept = [:]
    fetched = []
  }

  private func keep(_ page: [M]) {
    for record in page where kept.updateValue(record, forKey: record.row) == nil { fetched.append(record.row) }
    if kept.count > Self.capacity {
      for row in fetched.prefix(fetched.count / 2) { kept[row] = nil }
      fetched.removeFirst(fetched.count / 2)
    }
  }

  private func placeholder(_ row: Int64) -> M {
    var model = M()
    model.row = row
    return model
  }
}
