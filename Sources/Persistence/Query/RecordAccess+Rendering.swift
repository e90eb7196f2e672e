import Algorithms
import Dispatch

/// The bytes of some rows, rendered in the order of the rows.
final class RenderedRows {
  fileprivate var bytes = ByteBuffer(capacity: 1 << 16)
  fileprivate var starts: [(row: Int64, start: Int)] = []

  /// The bytes of a row; `nil` when it is not among them.
  func bytes(ofRow row: Int64) -> UnsafeRawBufferPointer? {
    let index = starts.partitioningIndex { $0.row >= row }
    guard let found = starts[ifPresent: index], found.row == row else { return nil }
    return bytes.bytes(found.start..<(starts[ifPresent: index + 1]?.start ?? bytes.count))
  }
}

extension RecordAccess {
  /// Appends the bytes of a row; the last argument reads the record of a row.
  typealias Rendering =
    @Sendable (
      StoredRow, inout ByteBuffer, (Int64) throws(StoreError) -> M?
    ) throws(StoreError) -> Void

  /// Renders the records in some rows, in the order of the rows.
  ///
  /// The tables are read from end to end, so that each page of the file is read once. Inside a read transaction.
  func renderedRows(
    in rows: ClosedRange<Int64>, of database: Database, _ body: Rendering
  ) throws(StoreError) -> RenderedRows {
    let rendered = RenderedRows()
    let bounds: [StoredValue] = [.integer(rows.lowerBound), .integer(rows.upperBound)]
    let readers = try table.lists.map { (list) throws(StoreError) in
      let names = ([table.name] + list.parts.map(\.name)).joined(separator: ", ")
      let elements = try database.statement(
        "SELECT \(names) FROM \(table.listTable(list)) WHERE \(table.name) BETWEEN ? AND ? "
          + "ORDER BY \(table.name), position")
      elements.bind(bounds)
      return try StoredListReader(elements)
    }
    let columns = (["row", "id"] + table.columns.map(\.name)).joined(separator: ", ")
    let records = try database.statement(
      "SELECT \(columns) FROM \(table.name) WHERE row BETWEEN ? AND ? ORDER BY row")
    records.bind(bounds)
    defer { records.reset() }
    while try records.step() {
      let row = StoredRow(records, lists: readers)
      rendered.starts.append((row.row, rendered.bytes.count))
      try body(row, &rendered.bytes) { (row) throws(StoreError) in try record(row: row) }
    }
    return rendered
  }

  /// Passes the bytes of rendered rows on in the order of a query, those of many rows at a time.
  ///
  /// - Returns: The number of rows.
  func write(
    _ parts: [RenderedRows], inOrderOf plan: QueryPlan, of database: Database,
    to output: (UnsafeRawBufferPointer) -> Void
  ) throws(StoreError) -> Int {
    let size = 1 << 16
    var block = ByteBuffer(capacity: 2 * size)
    var count = 0
    let rows = try database.statement("SELECT row FROM \(table.name) \(plan.ordering)")
    defer { rows.reset() }
    while try rows.step() {
      let row = rows.integer(0)
      guard let bytes = parts.lazy.compactMap({ $0.bytes(ofRow: row) }).first else { continue }
      count += 1
      block.append(bytes)
      guard block.count >= size else { continue }
      output(block.bytes(0..<block.count))
      block.removeAll()
    }
    if block.count > 0 { output(block.bytes(0..<block.count)) }
    return count
  }
}
