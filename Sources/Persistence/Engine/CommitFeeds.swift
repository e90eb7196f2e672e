/// The subscribers of commits and of single records, each with its place in the log.
struct CommitFeeds {
  /// Reads what has changed since an entry of the log; `nil` when no observed record was changed.
  typealias Read = @Sendable (Database, Int64) throws(StoreError) -> (any Sendable)?

  private struct Feed {
    /// The last entry of the log that it was notified of.
    var seq: Int64
    let read: Read
  }

  private var feeds: [Int: Feed] = [:]

  /// The number of feeds.
  var count: Int { feeds.count }

  /// Adds a feed of the commits after `seq`.
  mutating func add(_ listener: Int, since seq: Int64, read: @escaping Read) {
    feeds[listener] = Feed(seq: seq, read: read)
  }

  mutating func remove(_ listener: Int) { feeds[listener] = nil }

  /// Reads what is new up to the entry `present` for each feed, in a read transaction that the caller has opened.
  ///
  /// A feed that cannot be read keeps its place in the log.
  mutating func news(
    to present: Int64, in database: Database
  ) -> [(listener: Int, result: Result<(any Sendable)?, StoreError>)] {
    feeds.filter { $0.value.seq < present }.map { listener, feed in
      do throws(StoreError) {
        let news = try feed.read(database, feed.seq)
        feeds[listener]?.seq = present
        return (listener, .success(news))
      } catch {
        return (listener, .failure(error))
      }
    }
  }

  /// Removes all feeds, and returns their listeners.
  mutating func removeAll() -> [Int] {
    defer { feeds = [:] }
    return Array(feeds.keys)
  }
}
