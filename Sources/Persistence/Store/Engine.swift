import Dispatch
import Reactive

/// The store's own queue: it writes, keeps the orders of observed lists up with the book, and watches for other writers.
///
/// States: *idle* (no connection; nothing has been written or observed), *open*, *failed* (the connection could not be
/// opened or the file is gone: whoever asks gets the error).
actor Engine {
  private nonisolated let executor = QueueExecutor(label: "book")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let file: BookFile
  let format: StoreFormat
  /// Hands something on to the main actor.
  private let post: @Sendable (Delivery) -> Void
  private var connection: Connection?
  private var failure: StoreError?
  /// When the last transaction of ours was committed, in nanoseconds of the monotonic clock.
  private(set) var lastCommit: UInt64 = 0
  private var orders: [QueryPlan: LiveOrder] = [:]
  private var listeners: [Int: Listener] = [:]
  private var feeds: [Int: Feed] = [:]
  private var watch: DirectoryWatch?
  private var relook = Relook()
  private var timer: (any DispatchSourceTimer)?
  /// How far observers have been told.
  private var seq: Int64 = 0
  private var dataVersion: Int64 = 0
  private let identity: BookFile.Identity?

  /// A list on the main actor.
  private struct Listener {
    var plan: QueryPlan
    /// As of when it was opened, and what it shows of a list that was not counted; nil once it has the whole order.
    var opening: (seq: Int64, page: RowList?)?
  }

  /// Somebody who wants to know who committed what.
  private struct Feed {
    var seq: Int64
    var read: Read

    typealias Read = @Sendable (Database, Int64) throws(StoreError) -> any Sendable
  }

  init(file: BookFile, format: StoreFormat, post: @escaping @Sendable (Delivery) -> Void) {
    self.file = file
    self.format = format
    self.post = post
    identity = file.identity
  }

  /// Runs `body` on the queue, after everything that was asked for before.
  nonisolated func perform(_ body: @escaping @Sendable (isolated Engine) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  // MARK: The connection

  func open() throws(StoreError) -> Connection {
    if let failure { throw failure }
    if let connection { return connection }
    let connection = try Connection(file: file, format: format)
    seq = try LogPosition.last(in: connection.database)
    dataVersion = try connection.database.dataVersion()
    self.connection = connection
    return connection
  }

  /// Closes the connection and stops watching, for good.
  func close() {
    end(.closed(path: file.path))
    orders = [:]
    connection?.close()
    connection = nil
  }

  /// The book can no longer be read: whoever looks at it is told, and so is whoever comes later.
  private func end(_ error: StoreError) {
    failure = error
    watch = nil
    timer?.schedule(deadline: .distantFuture)
    for plan in Array(orders.keys) { fail(plan, error) }
  }

  // MARK: Writing

  /// Runs `body` in a transaction, commits it and tells all observers, in that order.
  func write<T: Sendable>(
    author: String, _ body: @Sendable (Transaction) throws -> T
  ) throws -> T {
    let connection = try open()
    guard file.identity == identity else { throw StoreError.gone(path: file.path) }
    return try connection.write(author: author, didCommit: { self.noteCommit() }, body)
  }

  private func noteCommit() {
    lastCommit = DispatchTime.now().uptimeNanoseconds
    tellObservers()
  }

  /// Takes back the last edit, or does it again.
  func reverse(author: String, isRedo: Bool) throws -> Reversal {
    let connection = try open()
    guard file.identity == identity else { throw StoreError.gone(path: file.path) }
    let reversal = try connection.reverse(author: author, isRedo: isRedo)
    tellObservers()
    return reversal
  }

  // MARK: Observing

  /// Keeps the order for a list that was opened as of `seq`.
  ///
  /// - Parameter page: the rows that the list shows, when they are not all that the query finds.
  func track(_ listener: Int, _ plan: QueryPlan, seq: Int64, page: RowList?) {
    do {
      let connection = try open()
      try startWatching()
      listeners[listener] = Listener(plan: plan, opening: (seq, page))
      if let order = orders[plan] {
        if order.isWhole {
          try connection.reading { () throws(StoreError) in try introduce(to: order) }
        }
      } else {
        let order = LiveOrder(plan, in: connection.database, seq: try LogPosition.last(in: connection.database))
        orders[plan] = order
        load(order)
      }
    } catch {
      post(Delivery(listener: listener, content: .failure(error)))
    }
  }

  /// Tells what is committed from `seq` on, as `read` sees it.
  func follow(
    _ listener: Int, since seq: Int64, read: @escaping @Sendable (Database, Int64) throws(StoreError) -> any Sendable
  ) {
    do {
      _ = try open()
      try startWatching()
      feeds[listener] = Feed(seq: seq, read: read)
      tellObservers()
    } catch {
      post(Delivery(listener: listener, content: .failure(error)))
    }
  }

  func untrack(_ listener: Int) {
    feeds[listener] = nil
    guard let plan = listeners.removeValue(forKey: listener)?.plan else { return }
    if !listeners.values.contains(where: { $0.plan == plan }) { orders[plan] = nil }
  }

  /// Reads one slice now and the rest later: whoever wants to write meanwhile comes in between.
  private func load(_ order: LiveOrder) {
    guard orders[order.plan] === order, let connection else { return }
    do {
      let isWhole = try connection.reading { () throws(StoreError) in
        let isWhole = try order.loadSlice(limit: Self.slice)
        if isWhole { try introduce(to: order) }
        return isWhole
      }
      if !isWhole {
        let plan = order.plan
        perform { engine in
          if let order = engine.orders[plan] { engine.load(order) }
        }
      }
    } catch {
      fail(order.plan, error)
    }
  }

  /// Rows a slice: about 5 ms.
  private static let slice = 40_000

  /// Gives the whole order to lists that wait for it, with what has changed since they were opened.
  private func introduce(to order: LiveOrder) throws(StoreError) {
    for (id, listener) in listeners where listener.plan == order.plan {
      guard let opening = listener.opening else { continue }
      listeners[id]?.opening = nil
      if let page = opening.page {
        let touched = try Touched.since(opening.seq, table: order.plan.table, in: order.database)
        post(id, OrderDifference(from: page, to: order.rows, touched: Set(touched.rows.keys)), order.rows)
      } else if opening.seq < order.seq {
        let past = try order.rewound(to: opening.seq)
        post(Delivery(listener: id, content: .order(past.rows)))
        post(id, Changeset(past.relocations), order.rows, past.touched)
      } else {
        post(Delivery(listener: id, content: .order(order.rows)))
      }
    }
  }

  private func post(_ listener: Int, _ difference: OrderDifference, _ rows: RowList) {
    if let changeset = difference.changeset {
      post(Delivery(listener: listener, content: .update(rows, changeset, touched: difference.touched)))
    } else {
      post(Delivery(listener: listener, content: .reset(rows)))
    }
  }

  private func post(_ listener: Int, _ changeset: Changeset, _ rows: RowList, _ touched: [Int64]) {
    guard !changeset.isEmpty else { return }
    post(Delivery(listener: listener, content: .update(rows, changeset, touched: touched)))
  }

  // MARK: Telling

  /// Tells what the log has since the last time.
  private func tellObservers() {
    guard let connection else { return }
    do {
      try connection.reading { () throws(StoreError) in
        let present = try LogPosition.last(in: connection.database)
        for (id, feed) in feeds where feed.seq < present {
          post(Delivery(listener: id, content: .commits(try feed.read(connection.database, feed.seq))))
          feeds[id]?.seq = present
        }
        guard present > seq else { return }
        let isPruned = try LogPosition.isPruned(after: seq, in: connection.database)
        for order in orders.values where order.isWhole { try advance(order, to: present, isPruned: isPruned) }
        seq = present
      }
    } catch {
      for plan in orders.keys { fail(plan, error) }
    }
  }

  private func advance(_ order: LiveOrder, to present: Int64, isPruned: Bool) throws(StoreError) {
    let interested = listeners.filter { $0.value.plan == order.plan && $0.value.opening == nil }.map(\.key)
    if isPruned {
      try order.reload()
      for listener in interested { post(Delivery(listener: listener, content: .reset(order.rows))) }
    } else {
      let change = try order.advance(to: present)
      let changeset = Changeset(change.relocations)
      for listener in interested { post(listener, changeset, order.rows, change.touched) }
    }
  }

  private func fail(_ plan: QueryPlan, _ error: StoreError) {
    orders[plan] = nil
    for (id, listener) in listeners where listener.plan == plan {
      listeners[id] = nil
      post(Delivery(listener: id, content: .failure(error)))
    }
  }

  // MARK: Other writers

  private func startWatching() throws(StoreError) {
    guard watch == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.lookAgain() } }
    timer.resume()
    self.timer = timer
    watch = try DirectoryWatch(file, queue: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.noticeFile() }
    }
    // Somebody may be in the middle of a commit, whose file events have passed.
    relook.begin()
    lookAgain()
  }

  private func noticeFile() {
    guard file.identity == identity else {
      end(.gone(path: file.path))
      return
    }
    relook.begin()
    lookAgain()
  }

  private func lookAgain() {
    look()
    if let pause = relook.next() {
      timer?.schedule(deadline: .now() + .nanoseconds(pause))
    } else {
      timer?.schedule(deadline: .distantFuture)
    }
  }

  /// Tells what somebody else's commit has changed, if one has become visible.
  private func look() {
    guard let connection, let version = try? connection.database.dataVersion(), version != dataVersion else { return }
    dataVersion = version
    tellObservers()
  }

  isolated deinit {
    timer?.cancel()
  }
}
