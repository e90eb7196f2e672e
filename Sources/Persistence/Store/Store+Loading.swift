extension Store {
  /// The records that match a query, read on the store's queue: for a screen that shows them later.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*) in the number of records, or in that of the matches where an index finds them.
  public func load<M: Model>(_ query: Query<M>, limit: Int? = nil) async throws(StoreError) -> [M] {
    try await engine.load(query, limit: limit)
  }

  /// The records in the rows after `row`, in the order of their rows, read on the store's queue: for a job that reads
  /// all of them in parts.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log *n* + *k*) for *k* records of *n*.
  public func load<M: Model>(_ model: M.Type, after row: Int64, limit: Int) async throws(StoreError) -> [M] {
    try await engine.load(model, after: row, limit: limit)
  }
}

extension Engine {
  fileprivate func load<M: Model>(_ model: M.Type, after row: Int64, limit: Int) throws(StoreError) -> [M] {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      try connection.records(of: model).records(
        matching: "WHERE row > ? ORDER BY row LIMIT \(limit)", [.integer(row)])
    }
  }

  fileprivate func load<M: Model>(_ query: Query<M>, limit: Int?) throws(StoreError) -> [M] {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      try connection.records(of: M.self).records(of: query.plan, limit: limit, in: connection.database)
    }
  }
}
