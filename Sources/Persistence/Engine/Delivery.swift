import Reactive

/// A notification from the store's queue to one of the lists on the main actor.
struct Delivery: Sendable {
  enum Content: Sendable {
    /// The order of the list's content since it was opened; nothing has changed.
    case order(RowList)
    case update(RowList, Changeset, touched: [Int64], isComplete: Bool)
    /// A new order with an unknown difference, or one that is too large for a changeset.
    case reset(RowList, isComplete: Bool)
    /// Further deliveries are about the requested query.
    case query
    /// The sections have become known; nothing else has changed.
    case sections
    case failure(StoreError)
    /// A list that failed with a transient error may be requested again.
    case retry
    /// The result for a ``ChangeFeed``: an array of its commits.
    case commits(any Sendable)
    /// The transient error because of which feeds wait; `nil` once they have been read.
    case feedFailure(StoreError?)
  }

  /// The number of the list or feed; ``allFeeds`` for all feeds.
  var listener: Int
  var content: Content
  /// The sections of the content, for lists that requested them; `nil` while they are unknown.
  var sections: [SectionRun]?

  static let allFeeds = 0
}

/// Receives deliveries.
protocol DeliveryReceiver: AnyObject {
  func receive(_ delivery: Delivery)
}
