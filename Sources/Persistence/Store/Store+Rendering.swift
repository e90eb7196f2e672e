import Dispatch

extension Store {
  /// Renders all records as bytes, without making a record of each: for scripts that write the whole book.
  ///
  /// All bytes are in memory before the first are passed on, since the tables are read in the order of the file. Two
  /// threads render a large book.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - order: The order in which the bytes are passed on.
  ///   - body: Appends the bytes of a record, which has the columns and lists of the model's table; its last argument
  ///     reads the record in a row. It is called on several threads.
  ///   - output: Receives the bytes, those of many records at a time.
  /// - Returns: The number of records.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of records.
  @discardableResult
  public func render<M: Model>(
    _ model: M.Type, inOrder order: Order<M>,
    _ body:
      @escaping @Sendable (
        StoredRow, inout ByteBuffer, (Int64) throws(StoreError) -> M?
      ) throws(StoreError) -> Void,
    output: (UnsafeRawBufferPointer) -> Void
  ) throws(StoreError) -> Int {
    let access = lists.records(of: model)
    return try reader.transaction(.deferred) { () throws(StoreError) in
      let parts: [RenderedRows]
      if let halves = try halves(of: model, body) {
        parts = halves
      } else {
        parts = [try access.renderedRows(in: .min ... .max, of: reader, body)]
      }
      return try access.write(
        parts, inOrderOf: Query<M>().sorted(by: order).plan, of: reader, to: output)
    }
  }

  /// The number of records from which on a second connection is worth its opening.
  private static let fewRecords = 5_000

  /// Both halves of the rows, rendered at the same time; `nil` for a small book, and when another program writes just
  /// now, so that a second connection does not see the same state of it.
  private func halves<M: Model>(
    of model: M.Type, _ body: @escaping RecordAccess<M>.Rendering
  ) throws(StoreError) -> [RenderedRows]? {
    guard try count(model) >= Self.fewRecords,
      let last = try reader.firstInteger("SELECT max(row) FROM \(M.table.name)"),
      let other = try? Database.book(engine.file, engine.format, access: engine.isReadOnly ? .readOnly : .read)
    else { return nil }
    defer { other.close() }
    let position = try LogPosition.last(in: reader)
    try other.execute("BEGIN")
    guard try LogPosition.last(in: other) == position else { return nil }
    // Not shared: each of the two threads uses one job with a connection of its own, and the caller, which owns them,
    // waits in `concurrentPerform` until both have ended.
    nonisolated(unsafe) let jobs = [
      (database: reader, access: lists.records(of: model), rows: Int64.min...(last / 2)),
      (database: other, access: RecordAccess<M>(other), rows: (last / 2 + 1)...Int64.max),
    ]
    // Written by both threads, at places of their own, and read after both have ended.
    nonisolated(unsafe) var results: [Result<RenderedRows, StoreError>?] = [nil, nil]
    results.withUnsafeMutableBufferPointer { buffer in
      // Each thread writes to an element of its own, while the closure that lends the buffer still runs.
      nonisolated(unsafe) let buffer = buffer
      DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
        let job = jobs[index]
        buffer[index] = Result { () throws(StoreError) in
          try job.access.renderedRows(in: job.rows, of: job.database, body)
        }
      }
    }
    return try results.compactMap { $0 }.map { (result) throws(StoreError) in try result.get() }
  }
}
