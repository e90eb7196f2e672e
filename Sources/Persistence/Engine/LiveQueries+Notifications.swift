/// Prepares notifications, to deliver them as soon as the transaction is committed.
extension LiveQueries {
  /// The notifications of a transaction that is about to be committed, and the earlier state, in case that fails.
  struct PreparedNotifications {
    var deliveries: [Delivery] = []
    fileprivate let seq: Int64
    fileprivate let feeds: [Int: Feed]
    fileprivate let orders: [(order: LiveOrder, state: LiveOrder.State)]
  }

  /// Computes this transaction's notifications before COMMIT, so that they can be delivered right after it.
  func prepareNotifications() {
    prepared = PreparedNotifications(
      seq: seq, feeds: feeds, orders: orders.values.filter(\.isWhole).map { ($0, $0.state) })
    do {
      if try connection.isComplete() { return try applyLog() }
    } catch {
      // The error will occur again after the commit, and is published then.
    }
    discardNotifications()
  }

  /// Delivers the prepared notifications; without any, reads the log.
  func notifyOfCommit() {
    guard let deliveries = prepared?.deliveries else { return notifyObservers() }
    prepared = nil
    for delivery in deliveries { enqueue(delivery) }
  }

  /// Discards the notifications of a commit that failed.
  func discardNotifications() {
    guard let prepared else { return }
    self.prepared = nil
    seq = prepared.seq
    feeds = prepared.feeds
    for (order, state) in prepared.orders { order.goBack(to: state) }
  }
}
