extension Database {
  enum TransactionKind: String {
    case deferred = "BEGIN"
    case immediate = "BEGIN IMMEDIATE"
    case exclusive = "BEGIN EXCLUSIVE"
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  func transaction<T, E: Error>(
    _ kind: TransactionKind, wrapping wrap: (StoreError) -> E, _ body: () throws(E) -> T
  ) throws(E) -> T {
    do { try statement(kind.rawValue).run() } catch { throw wrap(error) }
    let result: T
    do {
      result = try body()
    } catch {
      rollback()
      throw error
    }
    do {
      try statement("COMMIT").run()
    } catch {
      rollback()
      throw wrap(error)
    }
    return result
  }

  func transaction<T>(_ kind: TransactionKind, _ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try transaction(kind, wrapping: { $0 }, body)
  }
}
