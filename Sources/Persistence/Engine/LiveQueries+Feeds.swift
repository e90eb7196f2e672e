/// The subscribers of commits and of single records.
extension LiveQueries {
  /// A subscriber of commits.
  struct Feed {
    /// The last entry of the log that it was notified of.
    var seq: Int64
    var read: Read

    /// Returns `nil` when no observed record was changed.
    typealias Read = @Sendable (Database, Int64) throws(StoreError) -> (any Sendable)?
  }

  /// The number of feeds.
  var feedCount: Int { feeds.count }

  /// Notifies a feed of each commit after `seq`, with the result of `read`.
  func follow(_ listener: Int, since seq: Int64, read: @escaping Feed.Read) {
    feeds[listener] = Feed(seq: seq, read: read)
    notifyObservers()
  }

  /// Notifies the feeds of the log's entries up to `present`, in a read transaction that the caller has opened.
  func readFeeds(to present: Int64) {
    for (id, feed) in feeds where feed.seq < present {
      do {
        if let news = try feed.read(connection.database, feed.seq) {
          enqueue(Delivery(listener: id, content: .commits(news)))
        }
        feeds[id]?.seq = present
      } catch {
        fail([id], error)
      }
    }
  }

  /// Ends all feeds, because the log cannot be read.
  func failFeeds(_ error: StoreError) {
    fail(Array(feeds.keys), error)
  }

  /// A feed of a locked book does not end: it keeps its place in the log, and continues from there after the lock.
  private func fail(_ failed: [Int], _ error: StoreError) {
    guard !failed.isEmpty else { return }
    guard !error.isTemporary else { return retryLater() }
    for id in failed {
      feeds[id] = nil
      enqueue(Delivery(listener: id, content: .failure(error)))
    }
  }
}
