import Dispatch
import Synchronization

/// The store's own queue, which writes, keeps live queries up to date and detects other writers.
///
/// States: *idle* (no connection; nothing has been written or observed), *open*, *failed* (the store was closed, the
/// file was deleted or replaced, or ICU is missing: every request throws the error). When the connection cannot be
/// opened, the request throws the error, and the next one tries again.
actor Engine {
  nonisolated let executor = QueueExecutor(label: "book")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let file: BookFile
  let format: StoreFormat
  /// Enqueues a notification for the lists on the main actor.
  private let enqueue: @Sendable (Delivery) -> Void
  private(set) var connection: Connection?
  private var failure: StoreError?
  /// The time of this store's last commit, in nanoseconds of the monotonic clock.
  private(set) var lastCommit: UInt64 = 0
  private var commits = 0
  /// The observed lists and feeds, once the connection is open.
  private(set) var queries: LiveQueries?
  /// The orders of the lists that show earlier records.
  private(set) var earlierOrders: [ObjectIdentifier: EarlierOrder] = [:]
  private(set) var isRetryScheduled = false
  private var feedPause = RetryPause()
  private var feedFailure: StoreError?
  /// The lists that have failed, each with the number of its next attempt.
  private(set) var waitingLists: [Int: Int] = [:]
  private(set) var attempts = 0
  /// The time of the last attempts that a commit has brought forward, in nanoseconds of the monotonic clock.
  private var earlyAttempts: UInt64 = 0
  /// The feeds that were requested while the book could not be opened.
  private var waitingFeeds: [Int: (seq: Int64?, read: CommitFeeds.Read)] = [:]
  let watch: BookWatch
  private nonisolated let refusal: Mutex<StoreError?>
  /// The error of every change; `nil` when the book can be written.
  ///
  /// A change of a book that was opened on a full disk checks again whether there is room.
  nonisolated var readOnlyReason: StoreError? { refusal.withLock { $0 } }
  nonisolated var isReadOnly: Bool { readOnlyReason != nil }

  init(
    file: BookFile, state: FileState?, format: StoreFormat, readOnlyReason: StoreError?,
    enqueue: @escaping @Sendable (Delivery) -> Void
  ) {
    self.file = file
    self.format = format
    refusal = Mutex(readOnlyReason)
    self.enqueue = enqueue
    watch = BookWatch(file, isReadOnly: readOnlyReason != nil, state: state)
  }

  /// Runs `body` on the queue, after all earlier requests.
  nonisolated func perform(_ body: @escaping @Sendable (isolated Engine) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  // MARK: The connection

  func open() throws(StoreError) -> Connection {
    if let failure { throw failure }
    if let connection { return connection }
    let connection = try Connection(file: file, format: format, isReadOnly: isReadOnly)
    try watch.open(connection.database)
    // The lists have read the file before, and it may be another one since then.
    endIfReplaced()
    if let failure { throw failure }
    queries = try LiveQueries(connection) { [weak self] delivery in
      self?.assumeIsolated { $0.deliver(delivery) }
    } schedule: { [weak self] plan, milliseconds in
      self?.assumeIsolated { $0.findSlice(of: plan, after: milliseconds) }
    } noteFeedFailure: { [weak self] error in
      self?.assumeIsolated { $0.noteFeedFailure(error) }
    }
    self.connection = connection
    perform { engine in engine.followWaitingFeeds() }
    if !isReadOnly { perform { engine in engine.keepUp() } }
    return connection
  }

  /// The connection, if the book may be written.
  func openForWriting() throws(StoreError) -> Connection {
    var isOnFullDisk = false
    if let readOnlyReason {
      guard case .diskFull = readOnlyReason else { throw readOnlyReason }
      isOnFullDisk = true
    }
    let connection = try open()
    guard watch.isInPlace else { throw StoreError.gone(path: file.path) }
    if isOnFullDisk {
      try connection.becomeWritable()
      try watch.becomeWritable()
      refusal.withLock { $0 = nil }
      perform { engine in
        engine.queries?.notifyObservers(hasNewKeys: true)
        engine.keepUp()
      }
    }
    return connection
  }

  // MARK: Upkeep

  /// Does one batch of upkeep, and the next one after the queued requests.
  ///
  /// An error is ignored, because nothing depends on the batch: the next program that opens the book repeats it. Only a
  /// missing ICU ends all lists, since it makes every search and change fail.
  private func keepUp() {
    guard let connection, watch.isInPlace else { return }
    let upkeep = LogMaintenance(connection, format)
    do {
      let hasRenewed = try upkeep.renewKeys()
      let hasPruned = try upkeep.prune()
      let hasErased = try ErasedText(connection: connection, format: format).remove()
      if hasRenewed { queries?.notifyObservers() }
      if hasRenewed || hasPruned || hasErased { perform { engine in engine.keepUp() } }
    } catch {
      connection.database.rollback()
      if case StoreError.noCollation = error { end(.noCollation(path: file.path)) }
    }
  }

  /// The number of commits after which the log's length is checked again.
  private static let upkeepInterval = 1_000

  /// Closes the connection and stops watching, for good.
  func close() {
    end(.closed(path: file.path))
    queries = nil
    // Their statements would keep the connection.
    earlierOrders = [:]
    connection?.close()
    connection = nil
  }

  /// Enqueues a notification.
  ///
  /// That of damage waits a moment: a file that is being written over appears damaged before the write can be noticed.
  func deliver(_ delivery: Delivery) {
    guard case .failure(.damaged) = delivery.content else { return enqueue(delivery) }
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
      self?.assumeIsolated { $0.deliverDamage(delivery) }
    }
  }

  private func deliverDamage(_ delivery: Delivery) {
    // A file that could not be opened while it was written can be now.
    _ = try? open()
    endIfReplaced()
    enqueue(failure.map { Delivery(listener: delivery.listener, content: .failure($0)) } ?? delivery)
  }

  private func endIfReplaced() {
    if failure == nil, watch.isReplacedByNow() { end(.gone(path: file.path)) }
  }

  /// Fails all lists and feeds: the book can no longer be read.
  func end(_ error: StoreError) {
    failure = error
    watch.stop()
    queries?.fail(error)
    retryWaiting()
  }

  // MARK: Writing

  /// Runs `body` in a transaction, commits it and notifies all observers, in that order.
  ///
  /// - Parameter monitor: May cancel it while it waits for another writer.
  func write<T: Sendable>(
    author: String, _ monitor: WriteMonitor, _ body: @Sendable (Transaction) throws -> T
  ) throws -> T {
    let connection = try openForWriting()
    defer { queries?.discardNotifications() }
    return try connection.writing(author: author, monitor) {
      let transaction = Transaction(connection) { () throws(StoreError) in
        try self.commit(.edit, connection)
        return try connection.begin(author: author)
      }
      defer { transaction.end() }
      let result = try body(transaction)
      try commit(transaction.action, connection)
      return result
    }
  }

  /// Undoes or redoes a transaction; the last one unless it is named by its number.
  func reverse(
    _ direction: UndoLog.Direction, _ number: Int64?, author: String, _ monitor: WriteMonitor
  ) throws -> Reversal {
    let connection = try openForWriting()
    defer { queries?.discardNotifications() }
    return try connection.writing(author: author, monitor) {
      let (action, reversal) = try connection.reverse(direction, number, monitor)
      try commit(action, connection)
      return reversal
    }
  }

  /// Commits the connection's transaction, and notifies all observers.
  private func commit(_ action: TransactionAction, _ connection: Connection) throws(StoreError) {
    if let prepared = try connection.prepareCommit(action) {
      if prepared.isSmall { queries?.prepareNotifications() }
      try connection.commit(prepared)
      if !prepared.isSmall { perform { engine in engine.connection?.checkpoint() } }
    }
    lastCommit = DispatchTime.now().uptimeNanoseconds
    queries?.notifyOfCommit()
    retryAfterCommit()
    commits += 1
    if commits.isMultiple(of: Self.upkeepInterval) || connection.needsUpkeep {
      connection.needsUpkeep = false
      perform { engine in engine.keepUp() }
    }
  }

  /// Reads the book in one transaction.
  func read<T: Sendable>(_ body: @Sendable (Database) throws(StoreError) -> T) throws(StoreError) -> T {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in try body(connection.database) }
  }

  /// The rows of a query before an entry of the log; `nil` is the present.
  ///
  /// The order that finds them is kept for the list that shows them, until ``forgetMoments(of:)``.
  func moment(
    _ plan: QueryPlan, before number: Int64?, for list: ObjectIdentifier
  ) throws(StoreError) -> EarlierOrder.RowsBefore {
    let connection = try open()
    let order = earlierOrders[list] ?? EarlierOrder(plan, in: connection.database)
    earlierOrders[list] = order
    return try connection.reading { () throws(StoreError) in try order.moment(before: number) }
  }

  func forgetMoments(of list: ObjectIdentifier) { earlierOrders[list] = nil }

  // MARK: Observing

  /// Keeps the order for a list that was opened as of `seq`; see ``LiveQueries/track(_:_:seq:page:wantsSections:)``.
  func track(_ listener: Int, _ plan: QueryPlan, seq: Int64, page: RowList?, wantsSections: Bool) {
    observe(listener) { (queries) throws(StoreError) in
      try queries.track(listener, plan, seq: seq, page: page, wantsSections: wantsSections)
    }
  }

  /// Changes the query of a list; see ``LiveQueries/show(_:_:wantsSections:)``.
  func show(_ listener: Int, _ plan: QueryPlan, wantsSections: Bool) {
    enqueue(Delivery(listener: listener, content: .query))
    observe(listener) { (queries) throws(StoreError) in
      try queries.show(listener, plan, wantsSections: wantsSections)
    }
  }

  /// Notifies a feed of each commit after `seq`, with the result of `read`; `nil` is the last entry when the book can
  /// be read.
  ///
  /// A feed does not end with a transient error: it waits until the book can be read.
  func follow(_ listener: Int, since seq: Int64?, read: @escaping CommitFeeds.Read) {
    waitingFeeds[listener] = (seq, read)
    followWaitingFeeds()
  }

  private func followWaitingFeeds() {
    guard !waitingFeeds.isEmpty else { return }
    do throws(StoreError) {
      _ = try open()
      startWatching()
      let feeds = waitingFeeds
      var present: Int64?
      if feeds.values.contains(where: { $0.seq == nil }) { present = try queries?.lastEntry() }
      waitingFeeds = [:]
      for (listener, feed) in feeds { queries?.follow(listener, since: feed.seq ?? present ?? 0, read: feed.read) }
    } catch {
      if error.isTemporary { return noteFeedFailure(error) }
      for listener in waitingFeeds.keys { deliver(Delivery(listener: listener, content: .failure(error))) }
      waitingFeeds = [:]
      noteFeedFailure(nil)
    }
  }

  private func observe(_ listener: Int, _ body: (LiveQueries) throws(StoreError) -> Void) {
    do {
      _ = try open()
      startWatching()
      if let queries { try body(queries) }
    } catch {
      deliver(Delivery(listener: listener, content: .failure(error)))
    }
  }

  /// Detects the commits of other programs from now on.
  private func startWatching() {
    guard !watch.isRunning else { return }
    watch.start(on: executor.queue) { [weak self] event in self?.assumeIsolated { $0.check(after: event) } }
    // Another program may be in the middle of a commit after its file events have passed.
    check(after: .fileChanged(isWritten: false))
  }

  private func check(after event: BookWatch.Event) {
    switch watch.change(after: event) {
    case .committed:
      queries?.notifyObservers()
      retryAfterCommit()
    // What has failed is retried after its pause.
    case .unreadable: queries?.notifyObservers()
    case .gone: end(.gone(path: file.path))
    case nil: break
    }
  }

  /// Requests a failed list again: after a pause, or at the next commit if that is earlier.
  ///
  /// It replaces an earlier attempt of the list.
  func offerRetry(to listener: Int, after pause: Duration) {
    attempts += 1
    let attempt = attempts
    waitingLists[listener] = attempt
    executor.queue.asyncAfter(deadline: Self.deadline(after: pause)) { [weak self] in
      self?.assumeIsolated { engine in engine.retry(listener, attempt: attempt) }
    }
  }

  /// Requests a list again, unless the attempt has been made or replaced.
  func retry(_ listener: Int, attempt: Int) {
    guard waitingLists[listener] == attempt else { return }
    waitingLists[listener] = nil
    enqueue(Delivery(listener: listener, content: .retry))
  }

  /// Requests all that has failed again after a commit, at most once per second: a list that fails each time, such as
  /// one with an unreadable record, is not loaded at each commit.
  func retryAfterCommit(at now: UInt64 = DispatchTime.now().uptimeNanoseconds) {
    guard !waitingLists.isEmpty || !waitingFeeds.isEmpty, now >= earlyAttempts + 1_000_000_000 else { return }
    earlyAttempts = now
    retryWaiting()
  }

  private func retryWaiting() {
    for (listener, attempt) in waitingLists { retry(listener, attempt: attempt) }
    followWaitingFeeds()
  }

  /// Publishes the transient error because of which feeds wait, and reads the log again after a pause.
  ///
  /// - Parameter error: `nil` when no feed waits but those that were requested while the book could not be opened.
  private func noteFeedFailure(_ error: StoreError?) {
    guard error != nil || waitingFeeds.isEmpty else { return }
    if feedFailure != error {
      feedFailure = error
      enqueue(Delivery(listener: Delivery.allFeeds, content: .feedFailure(error)))
    }
    guard let error, !isRetryScheduled else { return }
    isRetryScheduled = true
    executor.queue.asyncAfter(deadline: Self.deadline(after: feedPause.next(after: error))) { [weak self] in
      self?.assumeIsolated { engine in
        engine.isRetryScheduled = false
        engine.followWaitingFeeds()
        engine.queries?.notifyObservers()
        // A failed attempt has scheduled the next one.
        if !engine.isRetryScheduled { engine.feedPause.noteSuccess() }
      }
    }
  }

  private static func deadline(after pause: Duration) -> DispatchTime {
    DispatchTime.now() + (pause / Duration.seconds(1))
  }

  /// Delivers a list's sections from now on.
  func section(_ listener: Int) {
    queries?.section(listener)
  }

  func untrack(_ listener: Int) {
    waitingLists[listener] = nil
    waitingFeeds[listener] = nil
    queries?.untrack(listener)
    if (queries?.feeds.count ?? 0) == 0 { noteFeedFailure(nil) }
  }

  private func findSlice(of plan: QueryPlan, after milliseconds: Int) {
    guard milliseconds > 0 else { return perform { engine in engine.queries?.findSlice(of: plan) } }
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      self?.assumeIsolated { $0.queries?.findSlice(of: plan) }
    }
  }

  isolated deinit {
    watch.stop()
  }
}
