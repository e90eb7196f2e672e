extension Store {
  /// Renders all records as bytes, without making a record of each: for scripts that write the whole book.
  ///
  /// All bytes are in memory before the first are passed on, since the tables are read in the order of the file.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - order: The order in which the bytes are passed on.
  ///   - body: Appends the bytes of a record, which has the columns and lists of the model's table.
  ///   - output: Receives the bytes, those of many records at a time.
  /// - Returns: The number of records.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of records.
  @discardableResult
  public func render<M: Model>(
    _ model: M.Type, inOrder order: Order<M>,
    _ body: (StoredRow, inout ByteBuffer) throws(StoreError) -> Void,
    output: (UnsafeRawBufferPointer) -> Void
  ) throws(StoreError) -> Int {
    try reader.transaction(.deferred) { () throws(StoreError) in
      try lists.records(of: model).render(
        inOrderOf: Query<M>().sorted(by: order).plan, in: reader, body, output: output)
    }
  }
}
