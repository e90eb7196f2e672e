/// The progress of a long write.
public struct WriteProgress: Hashable, Sendable {
  /// The number of records that are done.
  public var done: Int
  /// The total number of records.
  public var total: Int

  /// The progress of a write that has done some of its records.
  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// The completed fraction, from 0 to 1.
  public var share: Double { total == 0 ? 1 : Double(done) / Double(total) }
}

/// Observes a long write: receives its progress, and may cancel it.
///
/// Both closures are called on the store's queue, once for each batch of records, and must return at once. While the
/// write waits for another writer, it may be cancelled as well.
public struct WriteMonitor: Sendable {
  private let progress: @Sendable (WriteProgress) -> Void
  let isCancelled: @Sendable () -> Bool

  /// Creates a write monitor.
  ///
  /// - Parameters:
  ///   - progress: Receives the progress of the write.
  ///   - isCancelled: Returns `true` to end the write, which then leaves the book as it was.
  public init(
    progress: @escaping @Sendable (WriteProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.progress = progress
    self.isCancelled = isCancelled
  }

  /// The number of records in a batch: some 20 ms of work.
  static let batch = 2_000

  /// Calls `body` with the range of one batch after the other, and reports after each.
  ///
  /// - Parameters:
  ///   - done: The number of records of the same write that are done already.
  ///   - total: The total number of records; `count` by default.
  /// - Throws: `CancellationError` when the write has been cancelled.
  func forEachBatch(
    ofCount count: Int, after done: Int = 0, of total: Int? = nil, _ body: (Range<Int>) throws -> Void
  ) throws {
    for start in stride(from: 0, to: count, by: Self.batch) {
      try check()
      let end = min(start + Self.batch, count)
      try body(start..<end)
      progress(WriteProgress(done: done + end, total: total ?? count))
    }
    try check()
  }

  /// - Throws: `CancellationError` when the write has been cancelled.
  func check() throws {
    if isCancelled() { throw CancellationError() }
  }
}
