import Reactive

/// The live queries of one store: the orders of all observed lists, kept up to date, and the feeds of commits.
///
/// It lives on the store's queue.
final class LiveQueries {
  /// The notifications of a transaction that is about to be committed, and the earlier state, in case that fails.
  private struct PreparedNotifications {
    var deliveries: [Delivery] = []
    let seq: Int64
    let feeds: CommitFeeds
    let orders: [(order: LiveOrder, state: LiveOrder.State)]
  }

  private let connection: Connection
  /// Enqueues a notification for the lists on the main actor.
  private let enqueueOnMain: (Delivery) -> Void
  /// Calls ``findSlice(of:)`` with a query on the store's queue, after some milliseconds.
  private let schedule: (QueryPlan, _ milliseconds: Int) -> Void
  /// Called after each reading of the feeds with the transient error because of which some wait, or `nil`.
  ///
  /// After an error, it calls ``notifyObservers()`` on the store's queue, after a pause.
  private let noteFeedFailure: (StoreError?) -> Void
  private var orders: [QueryPlan: LiveOrder] = [:]
  private var listeners: [Int: Listener] = [:]
  private(set) var feeds = CommitFeeds()
  /// The last entry of the log that observers have been notified of.
  private var seq: Int64
  /// Set only from ``prepareNotifications()`` to the end of the commit.
  private var prepared: PreparedNotifications?

  init(
    _ connection: Connection, enqueueOnMain: @escaping (Delivery) -> Void,
    schedule: @escaping (QueryPlan, _ milliseconds: Int) -> Void, noteFeedFailure: @escaping (StoreError?) -> Void
  ) throws(StoreError) {
    self.connection = connection
    self.enqueueOnMain = enqueueOnMain
    self.schedule = schedule
    self.noteFeedFailure = noteFeedFailure
    seq = try LogPosition.last(in: connection.database)
  }

  // MARK: Lists

  /// Keeps the order for a list that was opened as of `seq`.
  ///
  /// - Parameter page: The rows that the list shows, when the query matches more.
  func track(_ listener: Int, _ plan: QueryPlan, seq: Int64, page: RowList?, wantsSections: Bool) throws(StoreError) {
    listeners[listener] = Listener(plan: plan, opening: (seq, page), wantsSections: wantsSections)
    // In one transaction, so that what the order finds is exactly the book at its position in the log.
    let order = try connection.reading { () throws(StoreError) in
      try applyLog()
      let order = try self.order(for: plan)
      if order.isWhole { try introduce(to: order) } else if page != nil { try provideBase(of: order) }
      return order
    }
    findSlice(of: order)
  }

  /// Changes the query of a list: one update, or a reset, leads from its content to the first page or all of the new
  /// one.
  ///
  /// This opens a closed list.
  func show(_ listener: Int, _ plan: QueryPlan, wantsSections: Bool) throws(StoreError) {
    let old = listeners[listener]
    guard old?.plan != plan else { return }
    defer { dropOrders() }
    do {
      try connection.reading { () throws(StoreError) in
        try applyLog()
        let shown = old.flatMap { $0.opening == nil ? orders[$0.plan]?.rows : $0.opening?.page }
        let order = try order(for: plan)
        let page = order.isWhole ? nil : try order.find(limit: Self.page)
        let rows = page.map { RowList($0) } ?? order.rows
        if order.isWhole { try introduce(to: order) } else { try provideBase(of: order) }
        listeners[listener] = Listener(
          plan: plan, opening: page == nil ? nil : (seq, rows), wantsSections: wantsSections)
        if let shown, shown.count + rows.count <= Self.largestDifference {
          var touched: Set<Int64> = []
          if let opening = old?.opening {
            touched = Set(try ChangedRows.since(opening.seq, table: plan.table, in: connection.database).rows.keys)
          }
          let difference = OrderDifference(from: shown, to: rows, touched: touched)
          try enqueueDifference(difference, rows, isComplete: page == nil, for: listener)
        } else {
          try enqueueContent(.reset(rows, isComplete: page == nil), for: listener)
        }
      }
      // Defers the remaining results, so that the next keystroke is handled first and usually replaces this search.
      schedule(plan, plan.words.isEmpty ? 0 : Self.pause)
    } catch {
      listeners[listener] = nil
      throw error
    }
  }

  /// Delivers a list's sections from now on.
  func section(_ listener: Int) {
    guard let plan = listeners[listener]?.plan else { return }
    listeners[listener]?.wantsSections = true
    guard let order = orders[plan], order.isWhole else { return }
    do {
      try connection.reading { () throws(StoreError) in
        try applyLog()
        try enqueueContent(.sections, for: listener)
      }
    } catch {
      fail(plan, error)
    }
  }

  func untrack(_ listener: Int) {
    feeds.remove(listener)
    if listeners.removeValue(forKey: listener) != nil { dropOrders() }
  }

  /// The number of rows that a list opens with, and the size of the largest lists that are compared.
  private static let page = 64
  private static let largestDifference = 200_000
  /// In milliseconds: the typical time from one letter to the next.
  ///
  /// The rest of a search may take half of that.
  private static let pause = 200

  /// The order of a query, created if needed.
  ///
  /// A search finds its rows in the list without the search words. A filter finds its rows in the list of all records,
  /// once that order is known.
  private func order(for plan: QueryPlan) throws(StoreError) -> LiveOrder {
    if let order = orders[plan] { return order }
    let seq = try LogPosition.last(in: connection.database)
    let order = LiveOrder(plan, in: connection.database, seq: seq)
    if let base = plan.base { order.base = orders[base] }
    orders[plan] = order
    if !plan.words.isEmpty { try provideBase(of: order) }
    return order
  }

  /// Creates the list in which an order finds its rows.
  ///
  /// A filter that matches few records does not need it.
  private func provideBase(of order: LiveOrder) throws(StoreError) {
    guard order.base == nil, let plan = order.plan.base else { return }
    let base = try self.order(for: plan)
    order.base = base
    if base.base?.isWhole == true { _ = try base.find(limit: nil) } else if !base.isWhole { schedule(plan, 0) }
  }

  /// Drops the orders that no list needs.
  private func dropOrders() {
    var needed: Set<QueryPlan> = []
    for plan in listeners.values.map(\.plan) {
      needed.formUnion(sequence(first: plan) { $0.base })
    }
    orders = orders.filter { needed.contains($0.key) }
  }

  // MARK: Finding orders

  /// Finds the next slice of a query's order, if it is needed.
  func findSlice(of plan: QueryPlan) {
    if let order = orders[plan] { findSlice(of: order) }
  }

  /// Finds one slice now and the rest later, so that writers run in between.
  private func findSlice(of order: LiveOrder) {
    guard !order.isWhole, !order.waitsForBase else { return }
    do {
      try connection.reading { () throws(StoreError) in
        try applyLog()
        if try order.findSlice(limit: Self.slice) { try introduce(to: order) }
      }
      if !order.isWhole {
        schedule(order.plan, 0)
      } else {
        for other in orders.values where other.base === order { findSlice(of: other) }
      }
    } catch {
      fail(order.plan, error)
    }
  }

  /// The rows in a slice: about 5 ms, because the next keystroke waits for it.
  private static let slice = 40_000

  /// Sends the whole order to lists that wait for it, with the changes since they were opened.
  private func introduce(to order: LiveOrder) throws(StoreError) {
    for (id, listener) in listeners where listener.plan == order.plan {
      guard let opening = listener.opening else { continue }
      listeners[id]?.opening = nil
      if let page = opening.page {
        let touched = try ChangedRows.since(opening.seq, table: order.plan.table, in: order.database)
        let difference = OrderDifference(from: page, to: order.rows, touched: Set(touched.rows.keys))
        try enqueueDifference(difference, order.rows, isComplete: true, for: id)
      } else if try LogPosition.news(after: opening.seq, in: order.database).isInterrupted {
        // The keys were computed again, so that the list may be in another order.
        try enqueueContent(.reset(order.rows, isComplete: true), for: id)
      } else if opening.seq < order.seq {
        let past = try order.rewound(to: opening.seq)
        enqueue(Delivery(listener: id, content: .order(past.rows)))
        try enqueueChangeset(Changeset(past.relocations), order.rows, touched: past.touched, for: id)
      } else {
        try enqueueContent(.order(order.rows), for: id)
      }
    }
  }

  // MARK: Feeds

  /// The number of the log's newest entry.
  func lastEntry() throws(StoreError) -> Int64 { try LogPosition.last(in: connection.database) }

  /// Notifies a feed of each commit after `seq`, with the result of `read`.
  func follow(_ listener: Int, since seq: Int64, read: @escaping CommitFeeds.Read) {
    feeds.add(listener, since: seq, read: read)
    notifyObservers()
  }

  /// Notifies the feeds of the log's entries up to `present`, in a read transaction that the caller has opened.
  private func readFeeds(to present: Int64) {
    var failure: StoreError?
    for (listener, result) in feeds.news(to: present, in: connection.database) {
      switch result {
      case .success(let news?): enqueue(Delivery(listener: listener, content: .commits(news)))
      case .success(nil): break
      case .failure(let error) where error.isTemporary: failure = error
      case .failure(let error):
        feeds.remove(listener)
        enqueue(Delivery(listener: listener, content: .failure(error)))
      }
    }
    noteFeedFailure(failure)
  }

  /// Ends all feeds, because the log cannot be read.
  ///
  /// A feed does not end with a transient error: it keeps its place in the log, and continues from there.
  private func failFeeds(_ error: StoreError) {
    if error.isTemporary, feeds.count > 0 { return noteFeedFailure(error) }
    for listener in feeds.removeAll() { enqueue(Delivery(listener: listener, content: .failure(error))) }
    noteFeedFailure(nil)
  }

  // MARK: Notifications of this store's commits

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

  // MARK: Commits

  /// Notifies observers of the log's new entries.
  ///
  /// - Parameter hasNewKeys: Whether records have sort keys now that they lacked before. The log has no entry of that.
  func notifyObservers(hasNewKeys: Bool = false) {
    do {
      try connection.reading { () throws(StoreError) in try applyLog(hasNewKeys: hasNewKeys) }
    } catch {
      fail(error)
    }
  }

  /// Applies the log's new entries, in a read transaction that the caller has opened: whole orders then equal the
  /// book's content in it.
  private func applyLog(hasNewKeys: Bool = false) throws(StoreError) {
    let (present, isInterrupted) = try LogPosition.news(after: seq, in: connection.database)
    readFeeds(to: present)
    guard present > seq || hasNewKeys else { return }
    // An order finds its rows in those of its base, which is updated first.
    for order in orders.values.filter(\.isWhole).sorted(by: { $0.plan.depth < $1.plan.depth }) {
      try apply(logTo: present, to: order, isInterrupted: isInterrupted || hasNewKeys)
    }
    seq = present
  }

  private func apply(logTo present: Int64, to order: LiveOrder, isInterrupted: Bool) throws(StoreError) {
    let interested = listeners.filter { $0.value.plan == order.plan && $0.value.opening == nil }.map(\.key)
    if isInterrupted {
      try order.reload()
      for listener in interested { try enqueueContent(.reset(order.rows, isComplete: true), for: listener) }
    } else {
      let change = try order.apply(logTo: present)
      guard let changeset = change.relocations.map({ Changeset($0) }) else {
        for listener in interested { try enqueueContent(.reset(order.rows, isComplete: true), for: listener) }
        return
      }
      for listener in interested { try enqueueChangeset(changeset, order.rows, touched: change.touched, for: listener) }
    }
  }

  // MARK: Deliveries

  /// Enqueues what leads a list to other rows: one update, or a reset if they differ too much.
  private func enqueueDifference(
    _ difference: OrderDifference, _ rows: RowList, isComplete: Bool, for listener: Int
  ) throws(StoreError) {
    if let changeset = difference.changeset {
      try enqueueContent(
        .update(rows, changeset, touched: difference.touched, isComplete: isComplete), for: listener)
    } else {
      try enqueueContent(.reset(rows, isComplete: isComplete), for: listener)
    }
  }

  /// Enqueues the changes of a whole order, unless they are empty.
  private func enqueueChangeset(
    _ changeset: Changeset, _ rows: RowList, touched: [Int64], for listener: Int
  ) throws(StoreError) {
    guard !changeset.isEmpty else { return }
    try enqueueContent(.update(rows, changeset, touched: touched, isComplete: true), for: listener)
  }

  /// Enqueues content for a list, with the list's sections if it wants them.
  ///
  /// Inside a read transaction.
  private func enqueueContent(_ content: Delivery.Content, for id: Int) throws(StoreError) {
    var delivery = Delivery(listener: id, content: content)
    if let listener = listeners[id], listener.wantsSections {
      delivery.sections = try listener.sections(orders[listener.plan], in: connection)
    }
    enqueue(delivery)
  }

  private func enqueue(_ delivery: Delivery) {
    if prepared == nil { enqueueOnMain(delivery) } else { prepared?.deliveries.append(delivery) }
  }

  // MARK: Failing

  /// Fails all lists and feeds.
  func fail(_ error: StoreError) {
    for plan in Array(orders.keys) { fail(plan, error) }
    failFeeds(error)
  }

  private func fail(_ plan: QueryPlan, _ error: StoreError) {
    let failed = orders.removeValue(forKey: plan)
    for other in orders.values where failed != nil && other.base === failed {
      // A whole order can do without its base; another would wait for it for ever.
      if other.isWhole { other.base = nil } else { fail(other.plan, error) }
    }
    for (id, listener) in listeners where listener.plan == plan {
      listeners[id] = nil
      enqueue(Delivery(listener: id, content: .failure(error)))
    }
  }
}
