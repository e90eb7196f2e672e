import Reactive

/// A notification from the store's queue to one of the lists on the main actor.
struct Delivery: Sendable {
  enum Content: Sendable {
    /// The order of what the list has shown since it was opened; nothing has changed.
    case order(RowList)
    case update(RowList, Changeset, touched: [Int64], isComplete: Bool)
    /// A new order; its difference from the old one is too large for a changeset, or not known.
    case reset(RowList, isComplete: Bool)
    /// What comes from now on is about the query that was asked for.
    case query
    /// Only the sections are new: they have become known.
    case sections
    case failure(StoreError)
    /// Time to ask again for a list that failed because the book was locked.
    case retry
    /// What a ``ChangeFeed`` asked for: an array of its commits.
    case commits(any Sendable)
  }

  var listener: Int
  var content: Content
  /// The sections of the list that the content leads to, for lists that asked for them; `nil` while they are not known.
  var sections: [SectionRun]?
}

/// Receives deliveries.
protocol DeliveryReceiver: AnyObject {
  func receive(_ delivery: Delivery)
}
