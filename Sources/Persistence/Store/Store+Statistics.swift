/// The size of a book and its history in numbers, all of one moment.
public struct Statistics: Hashable, Sendable {
  /// The records that were inserted within a quarter of an hour.
  public struct Insertions: Hashable, Sendable {
    /// The beginning of the quarter of an hour, in milliseconds since 1970: days and months begin with one in every
    /// time zone.
    public let time: Int64
    /// The number of records.
    public let count: Int

    /// Creates the insertions of a quarter of an hour.
    public init(time: Int64, count: Int) {
      self.time = time
      self.count = count
    }
  }

  /// The number of records.
  public let count: Int
  /// The values of a list, and the number of records that have each, the most frequent first.
  public let values: [ValueCount]
  /// The records that exist by the time of their first insertion, the oldest first.
  ///
  /// A record is not among them when the log no longer has its insertion.
  public let insertions: [Insertions]
  /// The times of the commits of any program, in milliseconds since 1970, the newest first.
  public let commits: [Int64]

  /// Creates statistics.
  public init(count: Int, values: [ValueCount], insertions: [Insertions], commits: [Int64]) {
    self.count = count
    self.values = values
    self.insertions = insertions
    self.commits = commits
  }
}

extension Store {
  /// The statistics of a model, read on the store's queue.
  ///
  /// - Parameters:
  ///   - keyPath: The list with the values to count, such as the tags.
  ///   - start: The time of the earliest commit to include, in milliseconds since 1970.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n* + *v* + *k* log *n*) for *n* entries of the log, *v* values in all lists, and *k* commits.
  public func statistics<M: Model>(
    of keyPath: KeyPath<M, [String]> & Sendable, commitsSince start: Int64
  ) async throws(StoreError) -> Statistics {
    try await engine.read { (database) throws(StoreError) in
      Statistics(
        count: try Self.count(M.self, in: database), values: try Self.values(of: keyPath, in: database),
        insertions: try Self.insertions(of: M.self, in: database),
        commits: try Self.commitTimes(since: start, in: database))
    }
  }

  private nonisolated static func insertions<M: Model>(
    of model: M.Type, in database: Database
  ) throws(StoreError) -> [Statistics.Insertions] {
    let quarterOfHour: Int64 = 900_000
    let table = M.table.name
    return try database.map(
      """
      SELECT time / ?1 * ?1, count(*)
      FROM (
        SELECT min(time) AS time FROM change
        WHERE entity = ?2 AND op = 'insert' AND row IN (SELECT row FROM \(table)) GROUP BY row
      )
      GROUP BY 1 ORDER BY 1
      """, [.integer(quarterOfHour), .text(table)]
    ) { Statistics.Insertions(time: $0.integer(0), count: Int($0.integer(1))) }
  }

  /// The number of earlier commits at which the reading ends.
  private nonisolated static var mostEarlier: Int { 100 }

  private nonisolated static func commitTimes(
    since start: Int64, in database: Database
  ) throws(StoreError) -> [Int64] {
    var times: [Int64] = []
    var earlier = 0
    try LogReader(database: database).groups { (group) in
      // A few commits may have been made while a clock was wrong.
      guard group.time >= start else {
        earlier += 1
        return earlier < Self.mostEarlier
      }
      if group.action != .upkeep { times.append(group.time) }
      return true
    }
    return times
  }
}
