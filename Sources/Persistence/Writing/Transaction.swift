/// The reads and writes inside ``Store/write(author:monitor:_:)``.
///
/// It is valid until the closure returns.
///
/// Reads include the transaction's own writes. A transaction is atomic: an error that leaves the closure rolls
/// everything back.
public final class Transaction {
  private let connection: Connection
  private let saveSoFar: () throws(StoreError) -> Bool
  private var isOpen = true
  /// The purpose of what is written last.
  private(set) var action = TransactionAction.edit

  init(_ connection: Connection, save: @escaping () throws(StoreError) -> Bool) {
    self.connection = connection
    saveSoFar = save
  }

  func end() {
    isOpen = false
  }

  /// Excludes what has the last author of the transaction from undo, since it is not a change of a user.
  package func excludeFromUndo() {
    action = .upkeep
  }

  func checked() -> Connection {
    // A programmer error: the compiler lets a transaction out of its closure only through a global or a class.
    precondition(isOpen, "a transaction ends with the closure it was given to")
    return connection
  }

  // MARK: Reading

  /// The record with an id; `nil` when there is none.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log n) in the number of records.
  public func get<M: Model>(_ model: M.Type, id: String) throws(StoreError) -> M? {
    try checked().records(of: model).record(id: id)
  }

  /// The record in a row; `nil` when there is none.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log n) in the number of records.
  public func get<M: Model>(_ model: M.Type, row: Int64) throws(StoreError) -> M? {
    try checked().records(of: model).record(row: row)
  }

  /// The records in some rows, in the order of the rows; rows without a record are left out.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows and *n* is that of the records.
  public func get<M: Model>(_ model: M.Type, rows: [Int64]) throws(StoreError) -> [M] {
    let records = try checked().records(of: model).records(rows: rows)
    let byRow = Dictionary(records.map { ($0.row, $0) }) { first, _ in first }
    return rows.compactMap { byRow[$0] }
  }

  /// The records that match a query, in order.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*) in the number of records, or in that of the matches where an index finds them.
  public func fetch<M: Model>(_ query: Query<M>, limit: Int? = nil) throws(StoreError) -> [M] {
    let connection = checked()
    return try connection.records(of: M.self).records(of: query.plan, limit: limit, in: connection.database)
  }

  /// The number of records, from a counter.
  ///
  /// - Throws: The reason why the book cannot be read.
  public func count<M: Model>(_ model: M.Type) throws(StoreError) -> Int {
    try checked().endRun()
    return try checked().database.counter(of: M.table.name)
  }

  // MARK: Writing

  /// Adds a record.
  ///
  /// - Returns: The record with its id and row number.
  /// - Throws: ``StoreError/refused(path:detail:)`` when its id is taken.
  /// - Complexity: O(log *n*), where *n* is the number of records.
  @discardableResult
  public func insert<M: Model>(_ record: M) throws(StoreError) -> M {
    var record = record
    try checked().writer(of: M.self).insert(&record)
    return record
  }

  /// Writes the fields in which the record differs from the book.
  ///
  /// It is found by its id; to change that, see ``update(_:editedFrom:)``.
  ///
  /// - Throws: ``StoreError/noSuchRecord(id:)`` when it was deleted.
  /// - Complexity: O(log *n*), where *n* is the number of records.
  public func update<M: Model>(_ record: M) throws(StoreError) {
    let connection = checked()
    guard let current = try current(record) else { throw .noSuchRecord(id: record.id) }
    try connection.writer(of: M.self).update(current, to: record)
  }

  /// Writes the fields that were edited, and leaves those that other programs have changed since.
  ///
  /// - Parameters:
  ///   - record: The record as it was edited.
  ///   - original: The record as it was when editing began.
  /// - Returns: the record as it is now, with all changes.
  /// - Throws: ``StoreError/conflict(id:fields:)`` when another program gave one of the edited fields another value;
  ///   ``StoreError/noSuchRecord(id:)`` when the record has been removed.
  /// - Complexity: O(log *n*), where *n* is the number of records.
  @discardableResult
  public func update<M: Model>(_ record: M, editedFrom original: M) throws(StoreError) -> M {
    let connection = checked()
    guard var merged = try current(original) else { throw .noSuchRecord(id: original.id) }
    let present = merged
    let conflicts = merged.merge(record, editedFrom: original)
    guard conflicts.isEmpty else { throw .conflict(id: original.id, fields: conflicts) }
    try connection.writer(of: M.self).update(present, to: merged)
    return merged
  }

  /// Writes the fields that were edited, except those that other programs have changed since; see
  /// ``update(_:editedFrom:)``.
  ///
  /// - Returns: the record as it is now.
  /// - Throws: ``StoreError/noSuchRecord(id:)`` when the record has been removed.
  /// - Complexity: O(log *n*), where *n* is the number of records.
  @discardableResult
  public func merge<M: Model>(_ record: M, editedFrom original: M) throws(StoreError) -> M {
    let connection = checked()
    guard let present = try current(original) else { throw .noSuchRecord(id: original.id) }
    var merged = present
    _ = merged.merge(record, editedFrom: original)
    try connection.writer(of: M.self).update(present, to: merged)
    return merged
  }

  /// Deletes a record and its lists.
  ///
  /// Does nothing for a missing record.
  ///
  /// - Throws: The reason why the book cannot be written.
  /// - Complexity: O(log *n*), where *n* is the number of records.
  public func delete<M: Model>(_ record: M) throws(StoreError) {
    guard let current = try current(record) else { return }
    try checked().writer(of: M.self).delete(row: current.row)
  }

  /// Deletes the records in some rows, with their lists.
  ///
  /// Rows without a record are ignored.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - rows: The rows of the records.
  ///   - monitor: Receives the progress, and may cancel.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  /// - Complexity: O(rows), some 20 µs each.
  public func delete<M: Model>(_ model: M.Type, rows: [Int64], monitor: WriteMonitor = WriteMonitor()) throws {
    try checked().writer(of: model).delete(rows: rows, monitor)
  }

  /// Adds texts to a list of the records in some rows, at its end; records that have a text already are left as they
  /// are.
  ///
  /// - Parameters:
  ///   - texts: The texts to add.
  ///   - keyPath: A list of texts that is not part of an order.
  ///   - rows: The rows of the records.
  ///   - monitor: Receives the progress, and may cancel.
  /// - Returns: The number of records in the rows.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  /// - Complexity: O(rows), some 10 µs each.
  @discardableResult
  public func add<M: Model>(
    _ texts: [String], to keyPath: WritableKeyPath<M, [String]>, ofRows rows: [Int64],
    monitor: WriteMonitor = WriteMonitor()
  ) throws -> Int {
    let connection = checked()
    guard let list = M.table.list(at: keyPath), list.parts.count == 1, rows.count >= BulkWriter<M>.threshold else {
      var count = 0
      try update(M.self, rows: rows, monitor: monitor) { record in
        let missing = texts.filter { !record[keyPath: keyPath].contains($0) }
        record[keyPath: keyPath] += missing
        if !missing.isEmpty { count += 1 }
      }
      return count
    }
    try connection.endRun()
    let rows = rows.sorted()
    let writer = BulkListWriter(list, in: connection.database)
    let count = try writer.countRows(rows, without: texts)
    for (index, text) in texts.enumerated() {
      try monitor.forEachBatch(ofCount: rows.count, after: index * rows.count, of: texts.count * rows.count) {
        try writer.add(text, toRows: rows[$0])
      }
    }
    return count
  }

  /// Reads the records in some rows, in any order, and writes the results of `change`.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows and *n* is that of the records.
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - rows: The rows of the records.
  ///   - monitor: Receives the progress, and may cancel.
  ///   - change: Changes a record.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  public func update<M: Model>(
    _ model: M.Type, rows: [Int64], monitor: WriteMonitor = WriteMonitor(), _ change: (inout M) -> Void
  ) throws {
    let connection = checked()
    let writer = try connection.writer(of: model)
    try monitor.forEachBatch(ofCount: rows.count) { batch in
      for record in try connection.records(of: model).records(rows: Array(rows[batch])) {
        var changed = record
        change(&changed)
        try writer.update(record, to: changed)
      }
    }
  }

  /// Commits everything written so far and continues in another transaction, for a job so long that it would keep other
  /// writers waiting and make the file's log as large as the book.
  ///
  /// The saved part stays, even if the rest fails. All parts count as one change, which one undo reverts, unless
  /// another program has written in between: then each part does.
  ///
  /// - Returns: Whether what follows is part of the same change.
  /// - Throws: The reason why the part cannot be committed.
  @discardableResult
  public func save() throws(StoreError) -> Bool {
    _ = checked()
    return try saveSoFar()
  }

  /// Finds a record by its row number if that is still the same record's, else by its id: another program may have
  /// reused the number of a deleted record.
  private func current<M: Model>(_ record: M) throws(StoreError) -> M? {
    if record.row != 0, let found = try get(M.self, row: record.row), record.id.isEmpty || found.id == record.id {
      return found
    }
    return record.id.isEmpty ? nil : try get(M.self, id: record.id)
  }
}
