extension Store {
  /// The deleted records that the change log still has, those that were deleted last first, read on the store's queue.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - position: ``DeletedRecordsPage/next`` of the page before; `nil` begins with the last deletion.
  ///   - limit: The number of records of the page.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* records of the page and a log of *n* entries.
  public func deletedRecords<M: Model>(
    of model: M.Type, from position: Int64? = nil, limit: Int
  ) async throws(StoreError) -> DeletedRecordsPage<M> {
    try await engine.deletedRecords(of: model, before: position ?? .max, limit: limit)
  }
}

extension Engine {
  fileprivate func deletedRecords<M: Model>(
    of model: M.Type, before seq: Int64, limit: Int
  ) throws(StoreError) -> DeletedRecordsPage<M> {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      try DeletedRecords<M>(database: connection.database).page(before: seq, limit: limit)
    }
  }
}
