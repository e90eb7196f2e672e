import Reactive

/// What the store's queue tells one of the lists on the main actor.
struct Delivery: Sendable {
  enum Content: Sendable {
    /// The order of what the list has shown since it was opened; nothing has changed.
    case order(RowList)
    case update(RowList, Changeset, touched: [Int64], isComplete: Bool)
    /// A new order whose difference to the old one is too large to tell, or not known.
    case reset(RowList, isComplete: Bool)
    /// What comes from now on is about the query that was asked for.
    case query
    /// Only the sections are new: they have become known.
    case sections
    case failure(StoreError)
    /// What a ``ChangeFeed`` asked for: an array of its commits.
    case commits(any Sendable)
  }

  var listener: Int
  var content: Content
  /// Of the list that the content leads to, for those who asked; nil while they are not known.
  var sections: [SectionRun]?
}

/// Whoever deliveries are for.
protocol DeliveryReceiver: AnyObject {
  func receive(_ delivery: Delivery)
}

/// The lists of one store that somebody looks at. It does not keep them alive. Belongs to the main actor, like the
/// lists.
final class LiveLists {
  private struct Entry {
    weak var list: (any DeliveryReceiver)?
  }

  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0

  func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  func attach(_ list: some DeliveryReceiver, as number: Int) {
    entries[number] = Entry(list: list)
  }

  func detach(_ number: Int) {
    entries[number] = nil
  }

  func receive(_ delivery: Delivery) {
    entries[delivery.listener]?.list?.receive(delivery)
  }
}
