/// Telling what a transaction has led to as soon as it is committed.
extension Engine {
  /// What is to be told of a transaction that is about to be committed, and what there was before, should that fail.
  struct Draft {
    var deliveries: [Delivery] = []
    fileprivate let seq: Int64
    fileprivate let feeds: [Int: Feed]
    fileprivate let orders: [(order: LiveOrder, state: LiveOrder.State)]
  }

  /// Works out what there will be to tell, so that it can be told as soon as it is true, and is not read again.
  func prepareDraft() {
    guard let connection else { return }
    draft = Draft(
      seq: seq, feeds: feeds, orders: orders.values.filter(\.isWhole).map { ($0, $0.state) })
    do {
      if try connection.isComplete() { return try catchUp() }
    } catch {
      // Whatever it is, it will be there after the commit, and is told then.
    }
    discardDraft()
  }

  /// Tells what has been worked out, or else looks for it.
  func tellCommitted() {
    guard let deliveries = draft?.deliveries else { return tellObservers() }
    draft = nil
    for delivery in deliveries { post(delivery) }
  }

  /// Forgets what has been worked out for a commit that did not come about.
  func discardDraft() {
    guard let draft else { return }
    self.draft = nil
    seq = draft.seq
    feeds = draft.feeds
    for (order, state) in draft.orders { order.goBack(to: state) }
  }
}
