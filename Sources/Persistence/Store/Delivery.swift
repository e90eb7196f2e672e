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

/// The live lists and record watches of one store, by number. It does not keep them alive. Belongs to the main actor,
/// like the lists.
final class LiveLists {
  private struct WeakReceiver {
    weak var receiver: (any DeliveryReceiver)?
  }

  private struct RecordKey: Hashable {
    var model: ObjectIdentifier
    var row: Int64
  }

  private var receivers: [Int: WeakReceiver] = [:]
  private var watches: [RecordKey: Int] = [:]
  private var nextNumber = 0
  /// The number of watches at which ended ones are next swept out.
  private var sweepCount = 64

  func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  func attach(_ receiver: some DeliveryReceiver, as number: Int) {
    receivers[number] = WeakReceiver(receiver: receiver)
  }

  func detach(_ number: Int) {
    receivers[number] = nil
  }

  func receive(_ delivery: Delivery) {
    receivers[delivery.listener]?.receiver?.receive(delivery)
  }

  // MARK: Records

  func attach<M: Model>(_ watch: RecordWatch<M>, as number: Int, of record: M) {
    attach(watch, as: number)
    watches[RecordKey(model: ObjectIdentifier(M.self), row: record.row)] = number
    guard watches.count > sweepCount else { return }
    receivers = receivers.filter { $0.value.receiver != nil }
    watches = watches.filter { receivers[$0.value] != nil }
    sweepCount = max(64, 2 * watches.count)
  }

  /// The watch of a record, if it has one.
  func watch<M: Model>(of record: M) -> RecordWatch<M>? {
    guard let number = watches[RecordKey(model: ObjectIdentifier(M.self), row: record.row)] else { return nil }
    return receivers[number]?.receiver as? RecordWatch<M>
  }
}
