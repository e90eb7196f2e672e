/// The order and the count of a list at one moment.
///
/// Records are fetched on access.
///
/// It is a collection with indices from 0. A row shows its record as fetched, which may be newer than the snapshot
/// until the modification arrives. A deleted row shows its last state until its deletion arrives, or an empty record.
/// Accessing an index below `count` never traps, and costs one query for each page of 64 rows not accessed before.
public struct ResultsSnapshot<M: Model>: RandomAccessCollection {
  private let order: SnapshotOrder
  private let source: PageSource<M>
  /// The query of this list: ``Query/words`` are what to highlight in it.
  public let query: Query<M>
  /// The number of rows of the list.
  public let count: Int
  /// Whether `count` includes all matches.
  ///
  /// A filtered or searched list opens with its first page, "64+"; the rest arrives as insertions.
  public let isComplete: Bool

  init(_ order: SnapshotOrder, of query: Query<M>, source: PageSource<M>, count: Int, isComplete: Bool) {
    self.order = order
    self.query = query
    self.source = source
    self.count = count
    self.isComplete = isComplete
  }

  /// The position of the first record.
  public var startIndex: Int { 0 }
  /// The position after the last record.
  public var endIndex: Int { count }

  /// The record at a position, fetched with its page if it is not kept.
  ///
  /// - Complexity: O(log *n*) in the number of records, to find a page that is not kept; else O(1).
  public subscript(index: Int) -> M {
    precondition((0..<count).contains(index), "index out of range")
    if let rows = order.rows { return source.record(at: index, in: rows) }
    return source.record(at: index, of: count, positions: &order.positions)
  }

  /// The order; `nil` until it is loaded.
  var rowList: RowList? { order.rows }

  /// The row numbers in order; `nil` until they are loaded, some 0.2 s after a list of a million was opened.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  public var rows: [Int64]? { order.rows.map { $0[0..<count] } }

  /// The row number at an index, without fetching the record if the order is loaded.
  ///
  /// - Complexity: O(log *n*) in the number of records.
  public func row(at index: Int) -> Int64 {
    order.rows?[index] ?? self[index].row
  }

  /// The index of a row in this snapshot; `nil` also while the order is not loaded and the row was not accessed.
  ///
  /// - Complexity: O(*n*) in the number of records: a scan of 8 bytes a row, 0.3 ms for a million.
  public func index(ofRow row: Int64) -> Int? {
    if let rows = order.rows { return rows.index(ofRow: row) }
    return order.positions.first { $0.value == row }?.key
  }
}

/// The order of a snapshot.
///
/// States: *counted* (`rows` is `nil`: positions are queried with SQL, and cached), *known*. The state changes once,
/// when the store's queue has loaded the order as of the opening of the list.
final class SnapshotOrder {
  var rows: RowList?
  /// The cached row numbers by position.
  var positions: [Int: Int64] = [:]

  init(rows: RowList) {
    self.rows = rows
  }

  init(count: Int, page: [Int64]) {
    if count <= page.count {
      rows = RowList(page.prefix(count))
    } else {
      for (index, row) in page.enumerated() { positions[index] = row }
    }
  }
}
