/// The values of one record as the book stores them: bytes in SQLite's memory, of which no record is made.
///
/// It is valid until the closure that receives it returns, and so are its bytes.
public struct StoredRow {
  /// The row's number.
  public let row: Int64
  private let statement: Statement
  private let lists: [StoredListReader]

  /// - Parameters:
  ///   - statement: Is at the record; its columns are the number, the id, and the columns of the model's table.
  ///   - lists: The readers of the model's lists, all of which have read the lists of smaller rows only.
  init(_ statement: Statement, lists: [StoredListReader]) {
    row = statement.integer(0)
    self.statement = statement
    self.lists = lists
  }

  /// The id, in UTF-8 unless another program wrote other bytes.
  public var id: UnsafeBufferPointer<UInt8> { statement.textBytes(1) ?? Self.empty }

  /// The text in a column, in UTF-8 unless another program wrote other bytes; `nil` where the column has no value.
  ///
  /// - Parameter index: The index among the columns of the model's table.
  public func text(ofColumn index: Int) -> UnsafeBufferPointer<UInt8>? { statement.textBytes(index + 2) }

  /// Passes the elements of a list to a closure, in their order; to be called once for each list at most.
  ///
  /// - Parameters:
  ///   - index: The index among the lists of the model's table.
  ///   - body: Receives each element.
  /// - Throws: The reason why the book cannot be read.
  public func forEachElement(ofList index: Int, _ body: (StoredElement) -> Void) throws(StoreError) {
    try lists[index].forEachElement(of: row, body)
  }

  static var empty: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: nil, count: 0) }
}

/// The parts of an element of a list as the book stores them; valid until the closure that receives it returns.
public struct StoredElement {
  fileprivate let statement: Statement

  /// A part, in UTF-8 unless another program wrote other bytes.
  public func text(ofPart index: Int) -> UnsafeBufferPointer<UInt8> {
    statement.textBytes(index + 1) ?? StoredRow.empty
  }
}

/// Reads one list of all records, in the order of their rows.
///
/// States: *before* an element that is to be read next, *at the end*.
final class StoredListReader {
  private let statement: Statement
  /// The row with the next element; `nil` at the end.
  private var owner: Int64?

  /// - Parameter statement: Returns the owner and the parts of each element, in the order of owners and positions.
  init(_ statement: Statement) throws(StoreError) {
    self.statement = statement
    try advance()
  }

  deinit {
    statement.reset()
  }

  fileprivate func forEachElement(
    of row: Int64, _ body: (StoredElement) -> Void
  ) throws(StoreError) {
    // A damaged book may have elements without a record.
    while let owner, owner <= row {
      if owner == row { body(StoredElement(statement: statement)) }
      try advance()
    }
  }

  private func advance() throws(StoreError) {
    owner = try statement.step() ? statement.integer(0) : nil
  }
}
