/// A list as it was at one moment: its order and its count. Records are fetched when they are looked at.
///
/// A collection with indices from 0. What a row shows is what the book holds when it is fetched, which may be newer
/// than the snapshot: its modification is on the way. A deleted row shows what it last showed until its deletion
/// arrives, or an empty record. Looking never traps on an index below `count`, and costs one query for each page of 64
/// rows not looked at before.
public struct ResultsSnapshot<M: Model>: RandomAccessCollection {
  private let order: SnapshotOrder
  private let source: PageSource<M>
  /// The query of this list: ``Query/words`` are what to highlight in it.
  public let query: Query<M>
  /// How many rows the list has.
  public let count: Int
  /// Whether `count` is all that the query finds. A filtered or searched list opens with its first page, "64+"; the
  /// rest arrives as insertions.
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
  public subscript(index: Int) -> M {
    precondition((0..<count).contains(index), "index out of range")
    if let rows = order.rows { return source.record(at: index, in: rows) }
    return source.record(at: index, of: count, positions: &order.positions)
  }

  /// The row numbers in order; `nil` as long as they are not known. A list of a million knows them some 0.2 s after it
  /// was opened.
  public var rows: [Int64]? { order.rows.map { $0[0..<count] } }

  /// The row number at an index, without fetching the record if the order is known.
  public func row(at index: Int) -> Int64 {
    order.rows?[index] ?? self[index].row
  }

  /// The index of a row in this snapshot: a scan of 8 bytes a row, 0.3 ms for a million; `nil` too while the order is not
  /// known and the row has not been looked at.
  public func index(ofRow row: Int64) -> Int? {
    if let rows = order.rows { return rows.index(ofRow: row) }
    return order.positions.first { $0.value == row }?.key
  }
}

/// The order of a snapshot.
///
/// States: *counted* (`rows` is `nil`: positions come from SQL, and those that were asked for are kept), *known*. It goes
/// from the first to the second when the store's queue has read the order as it was when the list was opened.
final class SnapshotOrder {
  var rows: RowList?
  /// Row numbers by position, as far as they were asked for.
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
