import Dispatch
import Reactive

/// The shared state of one store's live lists and record watches: the connection that they read with, the engine that
/// notifies them, and their pending notifications.
///
/// It stores them by number, and does not retain them.
///
/// It belongs to the main actor, like the lists.
final class LiveLists {
  let engine: Engine
  let reader: Database
  /// Schedules deliveries for the next turn of the main queue.
  let enqueue: @Sendable (Delivery) -> Void
  /// The transient error because of which feeds wait.
  let feedFailure = CurrentValue<StoreError?, Never>(nil)
  private let deliveries: Mailbox<Delivery>
  private var records: [ObjectIdentifier: AnyObject] = [:]

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
  /// The number of watches at which ended ones are next removed.
  private var sweepCount = 64

  @MainActor
  init(_ file: BookFile, _ format: StoreFormat) throws(StoreError) {
    let readOnlyReason = file.readOnlyReason
    let isReadOnly = readOnlyReason != nil
    reader = try Database.book(file, format, access: isReadOnly ? .readOnly : .read)
    let deliveries = Mailbox(of: Delivery.self)
    self.deliveries = deliveries
    // Through the main queue, not a task: the threads of the task pool, once used, wake the process every second.
    let reference = WeakReference()
    enqueue = { delivery in
      deliveries.post(delivery)
      DispatchQueue.main.async { MainActor.assumeIsolated { reference.lists?.deliver() } }
    }
    engine = Engine(
      file: file, state: isReadOnly ? nil : reader.fileState, format: format, readOnlyReason: readOnlyReason,
      enqueue: enqueue)
    reference.lists = self
  }

  /// Gives the engine a weak reference to the lists.
  @MainActor
  private final class WeakReference {
    weak var lists: LiveLists?
  }

  /// Delivers pending notifications to the lists now, rather than at the next turn of the main queue.
  func deliver() {
    let news = deliveries.takeAll()
    if reader.access == .readOnly, !engine.isReadOnly {
      try? reader.reopen(.read)
    } else if reader.isOutdated {
      // A read-only book that was at rest is reopened after another program wrote to it.
      try? reader.renew()
    }
    for delivery in news {
      if case .feedFailure(let error) = delivery.content {
        feedFailure.value = error
      } else {
        receivers[delivery.listener]?.receiver?.receive(delivery)
      }
    }
  }

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

  // MARK: Records

  func records<M: Model>(of model: M.Type) -> RecordAccess<M> {
    if let known = records[ObjectIdentifier(model)] as? RecordAccess<M> { return known }
    let new = RecordAccess<M>(reader)
    records[ObjectIdentifier(model)] = new
    return new
  }

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
