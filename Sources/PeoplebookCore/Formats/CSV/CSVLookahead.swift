/// The records of a table that were read before their turn, to find the order of day and month in its dates.
struct CSVLookahead {
  /// The order of the dates in the records so far, those read ahead included.
  private(set) var dateOrders = CSVDateOrders()
  private var records: [CSVRecords.Record] = []
  private var position = 0
  /// The number of bytes that are read ahead: tens of thousands of people fit.
  private static let limit = 4 << 20

  /// The next record; `nil` at the end.
  mutating func next(of source: inout CSVRecords) throws(FileAccessError) -> CSVRecords.Record? {
    guard position < records.count else {
      records = []
      position = 0
      return try source.next()
    }
    defer { position += 1 }
    return records[position]
  }

  /// Adds the dates of a record, and reads ahead when one of them can be read in two ways.
  ///
  /// - Complexity: O(1) on average: each record is read ahead at most once.
  mutating func add(_ cells: [String], of table: CSVTable, _ source: inout CSVRecords) throws(FileAccessError) {
    guard !table.dateColumns.isEmpty, dateOrders.add(cells, of: table), position == records.count else { return }
    records = []
    position = 0
    var size = 0
    while size < Self.limit, let record = try source.next() {
      records.append(record)
      size += record.fields.reduce(0) { $0 + $1.count }
      guard record.problem == nil else { continue }
      let cells = record.fields.map { String(decoding: $0, as: UTF8.self).trimmed }
      // The dates below other headings are those of another table.
      if CSVHeadings.repeated(cells, in: table, &source) != nil { return }
      _ = dateOrders.add(cells, of: table)
    }
  }

  /// Forgets the order of the dates at the end of a table.
  mutating func forgetDates() { dateOrders = CSVDateOrders() }
}
