import Synchronization

/// A record with everything that a book stores of it: its values, its sort keys and its search text.
///
/// A ``RecordPreparer`` makes it, on any thread. ``Transaction/insertPrepared(_:)`` inserts it.
public struct PreparedRecord<M: Model>: Sendable {
  /// The record, with an id.
  public internal(set) var record: M
  /// The locale of the sort keys.
  let locale: String
  let computed: ComputedColumns
  /// The values of the table's columns.
  let values: [StoredValue]
  /// The elements of the table's lists.
  let elements: [[[StoredValue]]]
}

/// What the columns and the lists of a table hold, apart from their descriptions, which cost more to copy than a value.
struct RecordContents<M: Model> {
  private let table = M.table
  private let columns = M.table.columns.map(\.get)
  private let lists = M.table.lists.map(\.get)

  /// - Parameter record: Gets an id if it has none.
  func prepared(_ record: M, _ collator: Collator) -> PreparedRecord<M> {
    var record = record
    if record.id.isEmpty { record.id = RecordID.make() }
    return PreparedRecord(
      record: record, locale: collator.locale, computed: table.computed(for: record, collator: collator),
      values: columns.map { $0(record) }, elements: lists.map { $0(record) })
  }
}

/// Prepares records on any thread for their insertion into a book, which takes about as long as the insertion itself.
public final class RecordPreparer<M: Model>: Sendable {
  private let contents = RecordContents<M>()
  private let collator: Mutex<Collator>

  init(_ collator: sending Collator) {
    self.collator = Mutex(collator)
  }

  /// A record with what the book stores of it, and with a new id if it has none.
  ///
  /// - Complexity: O(*n*), where *n* is the length of its texts.
  public func prepared(_ record: M) -> PreparedRecord<M> {
    collator.withLock { contents.prepared(record, $0) }
  }
}
