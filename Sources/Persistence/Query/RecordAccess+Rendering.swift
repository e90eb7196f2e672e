import Algorithms

extension RecordAccess {
  /// Renders all records as bytes, in the order of their rows, and passes these on in the order of a query.
  ///
  /// The tables are read from end to end, so that each page of the file is read once. Inside a read transaction.
  ///
  /// - Returns: The number of records.
  func render(
    inOrderOf plan: QueryPlan, in database: Database,
    _ body: (StoredRow, inout ByteBuffer) throws(StoreError) -> Void,
    output: (UnsafeRawBufferPointer) -> Void
  ) throws(StoreError) -> Int {
    var bytes = ByteBuffer(capacity: 1 << 16)
    var starts: [(row: Int64, start: Int)] = []
    let readers = try table.lists.map { (list) throws(StoreError) in
      let names = ([table.name] + list.parts.map(\.name)).joined(separator: ", ")
      return try StoredListReader(
        database.statement("SELECT \(names) FROM \(table.listTable(list)) ORDER BY \(table.name), position"))
    }
    let columns = (["row", "id"] + table.columns.map(\.name)).joined(separator: ", ")
    let records = try database.statement("SELECT \(columns) FROM \(table.name) ORDER BY row")
    defer { records.reset() }
    while try records.step() {
      let row = StoredRow(records, lists: readers)
      starts.append((row.row, bytes.count))
      try body(row, &bytes)
    }
    var block = ByteBuffer(capacity: 2 * Self.block)
    let rows = try database.statement("SELECT row FROM \(table.name) \(plan.ordering)")
    defer { rows.reset() }
    while try rows.step() {
      let row = rows.integer(0)
      let index = starts.partitioningIndex { $0.row >= row }
      guard let start = starts[ifPresent: index], start.row == row else { continue }
      let end = starts[ifPresent: index + 1]?.start ?? bytes.count
      block.append(bytes.bytes(start.start..<end))
      guard block.count >= Self.block else { continue }
      output(block.bytes(0..<block.count))
      block.removeAll()
    }
    if block.count > 0 { output(block.bytes(0..<block.count)) }
    return starts.count
  }

  /// The number of bytes that are passed on together.
  private static var block: Int { 1 << 16 }
}
