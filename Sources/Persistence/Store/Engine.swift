import Dispatch
import Reactive

/// The store's own queue: it writes, keeps the orders of observed lists up with the book, and watches for other
/// writers.
///
/// States: *idle* (no connection; nothing has been written or observed), *open*, *failed* (the connection could not be
/// opened or the file is gone: whoever asks gets the error).
actor Engine {
  nonisolated let executor = QueueExecutor(label: "book")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let file: BookFile
  let format: StoreFormat
  /// Hands something on to the main actor.
  private let handOn: @Sendable (Delivery) -> Void
  private(set) var connection: Connection?
  private var failure: StoreError?
  /// When the last transaction of ours was committed, in nanoseconds of the monotonic clock.
  private(set) var lastCommit: UInt64 = 0
  private var commits = 0
  var orders: [QueryPlan: LiveOrder] = [:]
  private var listeners: [Int: Listener] = [:]
  var feeds: [Int: Feed] = [:]
  var watch: DirectoryWatch?
  var relook = Relook()
  var timer: (any DispatchSourceTimer)?
  /// Only between what is worked out before a commit and its end.
  var draft: Draft?
  /// How far observers have been told.
  var seq: Int64 = 0
  var dataVersion: Int64 = 0
  let identity: BookFile.Identity?
  nonisolated let isReadOnly: Bool

  /// Somebody who wants to know who committed what.
  struct Feed {
    var seq: Int64
    var read: Read

    /// Nil: nothing that its reader wants to know.
    typealias Read = @Sendable (Database, Int64) throws(StoreError) -> (any Sendable)?
  }

  init(file: BookFile, format: StoreFormat, isReadOnly: Bool, post: @escaping @Sendable (Delivery) -> Void) {
    self.file = file
    self.format = format
    self.isReadOnly = isReadOnly
    handOn = post
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
    let connection = try Connection(file: file, format: format, isReadOnly: isReadOnly)
    seq = try LogPosition.last(in: connection.database)
    dataVersion = try connection.database.dataVersion()
    self.connection = connection
    if !isReadOnly { perform { engine in engine.keepUp() } }
    return connection
  }

  /// For whoever wants to write.
  private func openForWriting() throws(StoreError) -> Connection {
    if isReadOnly { throw .readOnly(path: file.path) }
    let connection = try open()
    guard file.identity == identity else { throw StoreError.gone(path: file.path) }
    return connection
  }

  /// Looks at a book anew that may only be read and was at rest until somebody else has written to it; false: it was not.
  func renew() throws(StoreError) -> Bool {
    guard let connection, connection.database.isOutdated else { return false }
    try connection.database.renew()
    dataVersion = try connection.database.dataVersion()
    return true
  }

  // MARK: Upkeep

  /// Does a little of what is to be done to the book, and the rest after whatever else is asked for meanwhile.
  ///
  /// What fails is left to whoever opens the book next: nobody waits for it.
  private func keepUp() {
    guard let connection, file.identity == identity else { return }
    let upkeep = Upkeep(connection, format)
    do {
      let hasRenewed = try upkeep.renewKeys()
      let hasForgotten = try upkeep.forget()
      if hasRenewed { tellObservers() }
      if hasRenewed || hasForgotten { perform { engine in engine.keepUp() } }
    } catch {
      connection.database.rollback()
    }
  }

  /// So many commits between two looks at how long the log has become.
  private static let upkeepInterval = 1_000

  /// Closes the connection and stops watching, for good.
  func close() {
    end(.closed(path: file.path))
    orders = [:]
    connection?.close()
    connection = nil
  }

  /// The book can no longer be read: whoever looks at it is told, and so is whoever comes later.
  func end(_ error: StoreError) {
    failure = error
    watch = nil
    timer?.schedule(deadline: .distantFuture)
    for plan in Array(orders.keys) { fail(plan, error) }
    for feed in Array(feeds.keys) { fail(feed: feed, error) }
  }

  // MARK: Writing

  /// Runs `body` in a transaction, commits it and tells all observers, in that order.
  func write<T: Sendable>(
    author: String, _ body: @Sendable (Transaction) throws -> T
  ) throws -> T {
    let connection = try openForWriting()
    defer { discardDraft() }
    return try connection.write(
      author: author, willCommit: { self.prepareDraft() }, didCommit: { self.noteCommit() }, body)
  }

  private func noteCommit() {
    lastCommit = DispatchTime.now().uptimeNanoseconds
    tellCommitted()
    commits += 1
    if commits.isMultiple(of: Self.upkeepInterval) { perform { engine in engine.keepUp() } }
  }

  /// Undoes or redoes a transaction; the last one unless it is named by its number.
  func reverse(
    _ direction: Undo.Direction, _ number: Int64?, author: String, _ monitor: WriteMonitor
  ) throws -> Reversal {
    let connection = try openForWriting()
    defer { discardDraft() }
    let reversal = try connection.reverse(direction, number, author: author, monitor) { self.prepareDraft() }
    tellCommitted()
    return reversal
  }

  /// What a transaction did.
  ///
  /// - Parameter find: Returns the number of the transaction, given the log and this store's own transactions.
  func summary<M: Model>(
    of model: M.Type, limit: Int, _ find: @Sendable (UndoLog, _ own: Set<Int64>) throws(StoreError) -> Int64?
  ) throws(StoreError) -> TransactionSummary<M>? {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      let own = connection.ownTransactions
      guard let number = try find(UndoLog(database: connection.database), own) else { return nil }
      return try LogReader(database: connection.database).summary(of: model, number, limit: limit, own: own)
    }
  }

  // MARK: Observing

  /// Keeps the order for a list that was opened as of `seq`.
  ///
  /// - Parameter page: the rows that the list shows, when they are not all that the query finds.
  func track(_ listener: Int, _ plan: QueryPlan, seq: Int64, page: RowList?, wantsSections: Bool) {
    do {
      let connection = try open()
      startWatching()
      listeners[listener] = Listener(plan: plan, opening: (seq, page), wantsSections: wantsSections)
      let order = try order(for: plan, in: connection)
      if order.isWhole {
        try connection.reading { () throws(StoreError) in try introduce(to: order) }
      } else {
        load(order)
      }
    } catch {
      post(Delivery(listener: listener, content: .failure(error)))
    }
  }

  /// Shows a list another query: one update, or a reset, leads from what it shows to the first page or all of it.
  ///
  /// A list that was not open is opened by it.
  func show(_ listener: Int, _ plan: QueryPlan, wantsSections: Bool) {
    let old = listeners[listener]
    post(Delivery(listener: listener, content: .query))
    guard old?.plan != plan else { return }
    do {
      let connection = try open()
      startWatching()
      try connection.reading { () throws(StoreError) in
        try catchUp()
        let shown = old.flatMap { $0.opening == nil ? orders[$0.plan]?.rows : $0.opening?.page }
        let order = try order(for: plan, in: connection)
        let page = order.isWhole ? nil : try order.find(limit: Self.page)
        let rows = page.map { RowList($0) } ?? order.rows
        if order.isWhole { try introduce(to: order) }
        listeners[listener] = Listener(
          plan: plan, opening: page == nil ? nil : (seq, rows), wantsSections: wantsSections)
        if let shown, shown.count + rows.count <= Self.largestDifference {
          let difference = OrderDifference(from: shown, to: rows, touched: [])
          try post(listener, difference, rows, isComplete: page == nil)
        } else {
          try tell(listener, .reset(rows, isComplete: page == nil))
        }
      }
      dropOrders()
      // Whoever types on comes first: by then nobody may want the rest of this search.
      let pause = DispatchTimeInterval.milliseconds(plan.words.isEmpty ? 0 : Self.pause)
      executor.queue.asyncAfter(deadline: .now() + pause) { [weak self] in
        self?.assumeIsolated { $0.loadAgain(plan) }
      }
    } catch {
      listeners[listener] = nil
      dropOrders()
      post(Delivery(listener: listener, content: .failure(error)))
    }
  }

  /// What a list opens with when not all of it is known, and how much of it a difference is told of.
  private static let page = 64
  private static let largestDifference = 200_000
  /// In milliseconds: as long as from one letter to the next. The rest of a search may take half of that by itself.
  private static let pause = 200

  /// The order of a query; a new one is begun if nobody has it. A search brings along the order of its whole table.
  private func order(for plan: QueryPlan, in connection: Connection) throws(StoreError) -> LiveOrder {
    if let order = orders[plan] { return order }
    let base = plan.words.isEmpty ? nil : try order(for: plan.base, in: connection)
    let seq = try LogPosition.last(in: connection.database)
    let order = LiveOrder(plan, in: connection.database, seq: seq, base: base)
    orders[plan] = order
    if base?.isWhole == false { perform { engine in engine.loadAgain(plan.base) } }
    return order
  }

  /// Forgets the orders that nobody looks at.
  private func dropOrders() {
    let plans = listeners.values.map(\.plan)
    let needed = Set(plans).union(plans.map(\.base))
    orders = orders.filter { needed.contains($0.key) }
  }

  /// Tells what is committed from `seq` on, as `read` sees it.
  func follow(
    _ listener: Int, since seq: Int64, read: @escaping @Sendable (Database, Int64) throws(StoreError) -> (any Sendable)?
  ) {
    do {
      _ = try open()
      startWatching()
      feeds[listener] = Feed(seq: seq, read: read)
      tellObservers()
    } catch {
      post(Delivery(listener: listener, content: .failure(error)))
    }
  }

  /// Tells a list its sections from now on.
  func section(_ listener: Int) {
    guard let plan = listeners[listener]?.plan else { return }
    listeners[listener]?.wantsSections = true
    guard let order = orders[plan], order.isWhole, let connection else { return }
    do {
      try connection.reading { () throws(StoreError) in
        try catchUp()
        try tell(listener, .sections)
      }
    } catch {
      fail(plan, error)
    }
  }

  /// Hands something on to a list, with its sections if it wants them. Inside a read transaction.
  private func tell(_ id: Int, _ content: Delivery.Content) throws(StoreError) {
    var delivery = Delivery(listener: id, content: content)
    if let listener = listeners[id], listener.wantsSections, let connection {
      delivery.sections = try listener.sections(orders[listener.plan], in: connection)
    }
    post(delivery)
  }

  func post(_ delivery: Delivery) {
    if draft == nil { handOn(delivery) } else { draft?.deliveries.append(delivery) }
  }

  func untrack(_ listener: Int) {
    feeds[listener] = nil
    if listeners.removeValue(forKey: listener) != nil { dropOrders() }
  }

  /// Reads one slice now and the rest later: whoever wants to write meanwhile comes in between.
  private func load(_ order: LiveOrder) {
    guard orders[order.plan] === order, let connection, !order.isWhole, !order.waitsForBase else { return }
    do {
      try connection.reading { () throws(StoreError) in
        try catchUp()
        if try order.loadSlice(limit: order.plan.words.isEmpty ? Self.slice : Self.scan) { try introduce(to: order) }
      }
      if !order.isWhole {
        let plan = order.plan
        perform { engine in engine.loadAgain(plan) }
      } else {
        // Searches have waited for it.
        for other in orders.values where other.plan != order.plan && other.plan.base == order.plan { load(other) }
      }
    } catch {
      fail(order.plan, error)
    }
  }

  private func loadAgain(_ plan: QueryPlan) {
    if let order = orders[plan] { load(order) }
  }

  /// Rows a slice: about 5 ms, or 3 ms when each is searched, for whoever types on waits for it.
  private static let slice = 40_000
  private static let scan = 6_000

  /// Gives the whole order to lists that wait for it, with what has changed since they were opened.
  private func introduce(to order: LiveOrder) throws(StoreError) {
    for (id, listener) in listeners where listener.plan == order.plan {
      guard let opening = listener.opening else { continue }
      listeners[id]?.opening = nil
      if let page = opening.page {
        let touched = try Touched.since(opening.seq, table: order.plan.table, in: order.database)
        let difference = OrderDifference(from: page, to: order.rows, touched: Set(touched.rows.keys))
        try post(id, difference, order.rows, isComplete: true)
      } else if opening.seq < order.seq {
        let past = try order.rewound(to: opening.seq)
        post(Delivery(listener: id, content: .order(past.rows)))
        try post(id, Changeset(past.relocations), order.rows, past.touched)
      } else {
        try tell(id, .order(order.rows))
      }
    }
  }

  private func post(
    _ listener: Int, _ difference: OrderDifference, _ rows: RowList, isComplete: Bool
  ) throws(StoreError) {
    if let changeset = difference.changeset {
      try tell(listener, .update(rows, changeset, touched: difference.touched, isComplete: isComplete))
    } else {
      try tell(listener, .reset(rows, isComplete: isComplete))
    }
  }

  private func post(
    _ listener: Int, _ changeset: Changeset, _ rows: RowList, _ touched: [Int64]
  ) throws(StoreError) {
    guard !changeset.isEmpty else { return }
    try tell(listener, .update(rows, changeset, touched: touched, isComplete: true))
  }

  // MARK: Telling

  /// Tells what the log has since the last time.
  func tellObservers() {
    guard let connection else { return }
    do {
      try connection.reading { () throws(StoreError) in try catchUp() }
    } catch {
      for plan in Array(orders.keys) { fail(plan, error) }
      for feed in Array(feeds.keys) { fail(feed: feed, error) }
    }
  }

  /// The same, in a read transaction that somebody else has opened: whole orders are then what the book holds in it.
  func catchUp() throws(StoreError) {
    guard let connection else { return }
    let (present, isInterrupted) = try LogPosition.news(after: seq, in: connection.database)
    for (id, feed) in feeds where feed.seq < present {
      do {
        if let news = try feed.read(connection.database, feed.seq) {
          post(Delivery(listener: id, content: .commits(news)))
        }
        feeds[id]?.seq = present
      } catch {
        fail(feed: id, error)
      }
    }
    guard present > seq else { return }
    // Searches are put in order by the orders of whole tables, which come first.
    for order in orders.values.filter(\.isWhole).sorted(by: { $0.plan.words.isEmpty && !$1.plan.words.isEmpty }) {
      try advance(order, to: present, isInterrupted: isInterrupted)
    }
    seq = present
  }

  private func advance(_ order: LiveOrder, to present: Int64, isInterrupted: Bool) throws(StoreError) {
    let interested = listeners.filter { $0.value.plan == order.plan && $0.value.opening == nil }.map(\.key)
    if isInterrupted {
      try order.reload()
      for listener in interested { try tell(listener, .reset(order.rows, isComplete: true)) }
    } else {
      let change = try order.advance(to: present)
      let changeset = Changeset(change.relocations)
      for listener in interested { try post(listener, changeset, order.rows, change.touched) }
    }
  }

  private func fail(_ plan: QueryPlan, _ error: StoreError) {
    orders[plan] = nil
    for (id, listener) in listeners where listener.plan == plan {
      listeners[id] = nil
      post(Delivery(listener: id, content: .failure(error)))
    }
  }

  /// Ends a feed whose changes cannot be read.
  private func fail(feed id: Int, _ error: StoreError) {
    feeds[id] = nil
    post(Delivery(listener: id, content: .failure(error)))
  }

  isolated deinit {
    timer?.cancel()
  }
}
