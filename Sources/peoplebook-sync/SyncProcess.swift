import Dispatch
import Glibc
import PeoplebookCore
import Persistence
import Reactive
import Replication

/// Keeps a shared book in step with its relay: exchanges entries when the book or the relay has news.
///
/// States: *live* (waits for news), *syncing*, *offline* and *retrying* (tries again after a pause that grows to a
/// minute).
@MainActor
final class SyncProcess {
  private enum Event: Sendable {
    case news, relayLost, check, end
  }

  private let path: String
  private let runsUntilStopped: Bool
  private let lock: SharingLock
  private let events = Mailbox<Event>()
  private var tokens: Set<AnyCancellable> = []
  private var sources: [any DispatchSourceProtocol] = []
  private var retry: (any DispatchSourceTimer)?
  private var listening: Task<Void, Never>?
  /// Exchanges presence while the relay is not lost; `nil` where the programs of a book cannot be listed.
  private var presence: PresenceBridge?
  private var status: SharingStatus?
  /// Whether the user or the system has ended it.
  private var isInterrupted = false
  /// Whether news are left until the pause is over: each attempt writes to a relay that refuses a part of it.
  private var isPausing = false
  /// The time since which entries wait for earlier ones.
  private var waitingSince: ContinuousClock.Instant?
  /// Whether news wait to be handled; further ones are handled with them.
  private var hasNews = false
  /// The seconds of the next pause, which grow until the relay can be listened to for a while.
  private var pause = 1
  /// The time since which the relay is listened to.
  private var listeningSince: ContinuousClock.Instant?
  /// Why the changes of the book can no longer be followed.
  private var failure: StoreError?

  init(book: String, runsUntilStopped: Bool, lock: SharingLock) {
    path = book
    self.runsUntilStopped = runsUntilStopped
    self.lock = lock
  }

  isolated deinit {
    listening?.cancel()
  }

  /// The seconds between two looks whether another program has the book open.
  private static let checkInterval = 30
  private static let longestPause = 60
  /// A relay that is lost sooner than this is left alone for a pause.
  private static let shortestListening = Duration.seconds(5)
  /// The seconds for which entries may wait for earlier ones before the status says so.
  private static let longestWait = Duration.seconds(600)
  /// The seconds after a signal at which the process ends at the latest.
  private static let longestEnd = 5
  /// The fewest entries that are shown while they are exchanged.
  private static let manyEntries = 100

  /// Runs until it is stopped or, unless it stays, until no program has the book open.
  ///
  /// - Throws: The reason why it cannot go on, which the status has too.
  func run() async throws {
    do {
      try await exchange()
    } catch {
      // A process that was ended from outside may be started again.
      show(isInterrupted && failure == nil ? nil : .stopped(SyncFailure(error).message))
      throw error
    }
  }

  private func exchange() async throws {
    show(.syncing(0))
    handleSignals()
    let synchronizer = try await open()
    let store = synchronizer.book.store
    presence = PresenceBridge(book: path, synchronizer.makePresence())
    observe(store)
    let keys = watchKeys(of: store)
    defer { withExtendedLifetime(keys) {} }
    if !runsUntilStopped { startChecking() }
    synchronizer.onProgress = { [weak self] in if $0 >= Self.manyEntries { self?.show(.syncing($0)) } }
    while true {
      do {
        let report = try await synchronizer.synchronize()
        isPausing = false
        if listening == nil { try await listen(synchronizer) } else if hasListenedForAWhile { pause = 1 }
        show(status(after: report), isNews: report.notices > 0)
      } catch SharingError.notShared {
        // It has left.
        break
      } catch StoreError.newer where !runsUntilStopped {
        // A newer program has migrated the book: a process of its version goes on.
        break
      } catch {
        guard let status = status(after: error) else { throw error }
        show(status)
        isPausing = offlineTime == nil
        wakeAfterPause()
      }
      if await waitForNews(store) { break }
    }
    if let failure { throw failure }
    // The others learn what this machine has before it ends.
    try? await synchronizer.acknowledge()
    show(nil)
    // The status belongs to the next process from now on.
    synchronizer.onProgress = nil
    lock.release()
    try? await handOver(synchronizer)
    await store.close()
  }

  /// Opens the book, and tries again after a transient error, such as a lock or a full disk.
  private func open() async throws -> Synchronizer<Person> {
    var delay = 1
    while true {
      do {
        let store = try Book.open(at: path, create: false)
        guard SharedBook<Person>.isShared(store) else { throw SharingError.notShared }
        if let reason = store.readOnlyReason { throw reason }
        return try await Synchronizer.open(store, Person.self)
      } catch let error as StoreError {
        guard error.isTemporary, let status = status(after: error), !isInterrupted else { throw error }
        guard runsUntilStopped || OpenBooks.isOpenElsewhere(path) else { throw error }
        show(status)
        try await Task.sleep(for: .seconds(delay))
        delay = min(delay * 2, 8)
      }
    }
  }

  /// Sends the changes of programs that have found the lock held, and therefore started no process.
  private func handOver(_ synchronizer: Synchronizer<Person>) async throws {
    guard !isInterrupted, SharedBook<Person>.isShared(synchronizer.book.store) else { return }
    if OpenBooks.isOpenElsewhere(path) {
      SharingProcess.start(forSharedBook: path)
    } else {
      try await synchronizer.synchronize()
    }
  }

  private func status(after report: SynchronizationReport) -> SharingStatus {
    // A folder may deliver entries in any order, which takes a while.
    waitingSince = report.waiting > 0 ? waitingSince ?? .now : nil
    if let reason = report.refused.first { return .refused(SyncFailure(reason).message) }
    if let problem = report.unreadable.first { return .unreadable(problem) }
    guard let waitingSince else { return .live }
    let rest = Self.longestWait - (.now - waitingSince)
    if rest > .zero {
      wake(after: Int(rest.components.seconds) + 1)
      return .live
    }
    return .unreadable("Entries wait for earlier ones that the relay lacks. See “peoplebook doctor”.")
  }

  /// The status until the next attempt; `nil` for an error that no attempt helps against.
  private func status(after error: any Error) -> SharingStatus? {
    switch error {
    case RelayError.unreachable(let detail):
      .offline(since: offlineTime ?? time(nil), reason: RelayError.unreachable(detail).description)
    case let error as RelayError: .retrying(error.description)
    case StoreError.diskFull, StoreError.locked, StoreError.inputOutput, StoreError.failed, StoreError.noPermission:
      .retrying("\(error)")
    default: nil
    }
  }

  /// The time since which the relay cannot be reached; `nil` when it can.
  private var offlineTime: Int? {
    if case .offline(let since, _) = status { since } else { nil }
  }

  /// Writes the status for the programs that have the book open.
  ///
  /// - Parameter isNews: Whether they should also read what the book has for the user.
  private func show(_ status: SharingStatus?, isNews: Bool = false) {
    guard status != self.status || isNews else { return }
    self.status = status
    lock.write(status)
  }

  // MARK: News

  /// Returns when there is something to do; `true` when the process should end.
  private func waitForNews(_ store: Store) async -> Bool {
    for await event in events {
      switch event {
      case .news:
        hasNews = false
        return false
      case .relayLost:
        listening = nil
        if hasListenedForAWhile {
          pause = 1
          return false
        }
        // A relay that ends each connection at once is not asked again and again.
        show(.offline(since: offlineTime ?? time(nil), reason: "The relay ends each connection."))
        isPausing = true
        wakeAfterPause()
      case .check:
        let isNeeded = runsUntilStopped || OpenBooks.isOpenElsewhere(store.path)
        if !isNeeded || !SharedBook<Person>.isShared(store) { return true }
      case .end:
        isInterrupted = true
        return true
      }
    }
    return true
  }

  private var hasListenedForAWhile: Bool {
    listeningSince.map { .now - $0 >= Self.shortestListening } ?? true
  }

  private func noteNews() {
    guard !hasNews, !isPausing else { return }
    hasNews = true
    events.post(.news)
  }

  private func observe(_ store: Store) {
    store.changes(of: Person.self, limit: 1).sink(
      receiveCompletion: { [weak self, events] completion in
        if case .failure(let error) = completion { self?.failure = error }
        events.post(.end)
      }, receiveValue: { [weak self] _ in self?.noteNews() }
    ).store(in: &tokens)
  }

  /// Notices that the book has left, which deletes its keys.
  private func watchKeys(of store: Store) -> PresenceFolderWatch? {
    let folder = store.path.lastIndex(of: "/").map { String(store.path[...$0]) } ?? "."
    return PresenceFolderWatch(folder) { [events] in
      if !SharedBook<Person>.isShared(store) { events.post(.check) }
    }
  }

  private func listen(_ synchronizer: Synchronizer<Person>) async throws {
    let news = try await synchronizer.news()
    if let exchange = presence?.exchange { Task { await exchange.follow(news) } }
    listeningSince = .now
    listening = Task { [weak self, events] in
      while await news.next() { self?.noteNews() }
      events.post(.relayLost)
    }
    // Entries may have arrived before the listening began.
    noteNews()
  }

  private func wakeAfterPause() {
    wake(after: pause)
    pause = min(pause * 2, Self.longestPause)
  }

  private func wake(after seconds: Int) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .seconds(seconds))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.isPausing = false
        self?.noteNews()
      }
    }
    timer.resume()
    retry = timer
  }

  private func startChecking() {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now() + .seconds(Self.checkInterval), repeating: .seconds(Self.checkInterval), leeway: .seconds(5))
    timer.setEventHandler { [events] in events.post(.check) }
    timer.resume()
    sources.append(timer)
  }

  private func handleSignals() {
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self, events] in
        MainActor.assumeIsolated { self?.isInterrupted = true }
        events.post(.end)
        // An exchange can be interrupted at any point, and a relay may never answer.
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(Self.longestEnd)) {
          MainActor.assumeIsolated { self?.show(nil) }
          exit(0)
        }
      }
      source.resume()
      sources.append(source)
    }
  }
}
