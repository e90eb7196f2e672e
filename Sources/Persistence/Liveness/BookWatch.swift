import Dispatch

/// Detects the commits of other programs, and that the book's file was deleted, replaced or written over.
///
/// The owner opens the book, starts the watch, and passes each event to ``change(after:)`` on the watch's queue. The
/// watch does no work at rest.
final class BookWatch {
  /// A reason to check the book.
  enum Event: Equatable, Sendable {
    /// The file system reported a change; `isWritten` when the book's file itself was written, not only the log.
    case fileChanged(isWritten: Bool)
    /// The time of the next check after a change has come.
    case checkDue
    /// The time of the next poll has come; only where there are no file events.
    case pollDue
  }

  /// What a check found.
  enum Finding {
    /// Another program has committed.
    case committed
    /// The book cannot be read: an attempt to read it finds the reason.
    case unreadable
    /// Another file has taken the place of the book, or its content.
    case gone
  }

  /// Whether the file system reports writes; `nil` to find out.
  ///
  /// Set by tests.
  var hasFileEvents: Bool?
  private let file: BookFile
  private var isReadOnly: Bool
  private let identity: BookFile.Identity?
  /// The files of SQLite's log beside the book, which SQLite keeps while a program has the book open.
  private var logFiles: [(file: BookFile, identity: BookFile.Identity)] = []
  private var database: Database?
  private var directory: DirectoryWatch?
  private var polling = FileChangePoll()
  private var timer: (any DispatchSourceTimer)?
  private var dataVersion: Int64 = 0
  /// The state of the file when it was last inspected.
  private var fileState: FileState?
  /// Whether the file was written since then.
  private var isFileWritten = false
  /// Whether the book could not be read at the last check.
  private var hasFailed = false

  /// - Parameter state: The state of the file when it was first read, if it can be told.
  init(_ file: BookFile, isReadOnly: Bool, state: FileState?) {
    self.file = file
    self.isReadOnly = isReadOnly
    fileState = state
    identity = file.identity
  }

  /// Whether the paths still lead to the book that was there when the watch was created, and to its log: what is
  /// written to a deleted log is lost.
  var isInPlace: Bool { file.isStill(identity) && logFiles.allSatisfy { $0.file.isStill($0.identity) } }

  /// Compares the book with its current state from now on.
  func open(_ database: Database) throws(StoreError) {
    dataVersion = try database.dataVersion()
    if !isReadOnly, fileState == nil { fileState = database.fileState }
    self.database = database
    guard !isReadOnly else { return }
    logFiles = ["-wal", "-shm"].compactMap { suffix in
      let file = BookFile(file.path + suffix)
      return file.identity.map { (file, $0) }
    }
  }

  /// Compares a book that was read-only with its current state from now on.
  func becomeWritable() throws(StoreError) {
    isReadOnly = false
    if let database { try open(database) }
  }

  var isRunning: Bool { directory != nil }

  /// Starts to report events.
  ///
  /// - Parameter notice: Called on `queue`; passes the event to ``change(after:)``.
  func start(on queue: DispatchQueue, notice: @escaping @Sendable (Event) -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { notice(.checkDue) }
    timer.resume()
    self.timer = timer
    directory = DirectoryWatch(
      file, queue: queue, hasEvents: hasFileEvents, notice: { notice(.fileChanged(isWritten: $0)) },
      poll: { notice(.pollDue) })
  }

  /// Stops to report events, and releases the book.
  func stop() {
    directory = nil
    timer?.cancel()
    timer = nil
    database = nil
  }

  deinit {
    timer?.cancel()
  }

  /// Checks the book; `nil` when nothing has changed.
  func change(after event: Event) -> Finding? {
    switch event {
    case .fileChanged(let isWritten):
      if isWritten { isFileWritten = true }
      polling.begin()
    case .checkDue: break
    // Without events, a write to the file is only known from its time.
    case .pollDue: isFileWritten = true
    }
    if isReplaced() { return .gone }
    // The file may be unreadable while another program closes the book: the next check reads it again.
    let isLastAttempt = event == .pollDue ? hasFailed : !scheduleCheck()
    do throws(StoreError) {
      let isChanged = try hasCommit()
      hasFailed = false
      return isChanged ? .committed : nil
    } catch {
      hasFailed = true
      return isLastAttempt ? .unreadable : nil
    }
  }

  /// Whether there is another check after an event.
  private func scheduleCheck() -> Bool {
    let pause = polling.next()
    timer?.schedule(deadline: pause.map { .now() + .nanoseconds($0) } ?? .distantFuture)
    return pause != nil
  }

  /// Whether the book is another one, even when the event has not arrived.
  func isReplacedByNow() -> Bool {
    isFileWritten = true
    return isReplaced()
  }

  private func isReplaced() -> Bool { !isInPlace || isWrittenOver() }

  /// Whether the file was written by a program that does not know of its log.
  ///
  /// The poll after the event continues while a checkpoint is running.
  private func isWrittenOver() -> Bool {
    guard !isReadOnly, let present = database?.fileState else { return false }
    let isOver = isFileWritten && fileState.map(present.isWrittenOver) ?? false
    // Another time alone is not that of a write: its event follows.
    if isFileWritten || fileState?.checkpoint != present.checkpoint { fileState = present }
    isFileWritten = false
    return isOver
  }

  /// Whether another program's commit has become visible.
  private func hasCommit() throws(StoreError) -> Bool {
    guard let database else { return false }
    if try renew(database) { return true }
    let version = try database.dataVersion()
    defer { dataVersion = version }
    return version != dataVersion
  }

  /// Reopens a read-only book after another program wrote to it.
  ///
  /// Returns `false` if nothing had changed.
  private func renew(_ database: Database) throws(StoreError) -> Bool {
    guard database.isOutdated else { return false }
    try database.renew()
    dataVersion = try database.dataVersion()
    return true
  }
}
