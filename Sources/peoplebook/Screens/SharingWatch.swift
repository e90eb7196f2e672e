import PeoplebookCore
import Scenes
import Time

/// Follows how a shared book is kept in step, and starts the process that does so: at launch, and when it has ended.
///
/// The watch starts the process again after a pause, which grows with each short run. After several short runs in a row
/// it gives up, and reports that the process has stopped. A process that has stopped for a reason is not started again.
@MainActor
final class SharingWatch {
  private let book: String
  private let scheduler: any Scheduler
  private let start: @MainActor (String) -> Bool
  private let status: @MainActor () -> SharingStatus?
  private let onRestart: @MainActor () -> Void
  private let report: @MainActor (SharingStatus?) -> Void
  private var file: FileWatch?
  /// The next start or status check.
  private var next: ScheduledAction?
  /// The last status that ``update()`` reported.
  private var reported: SharingStatus?
  /// When the present run was first seen; `nil` while the process does not run.
  private var runStart: Instant?
  /// The restarts since the last long run.
  private var restarts = 0
  /// Whether the process is not started again until another program has started it.
  private var hasGivenUp = false

  /// The time in which a process that was just started writes its first status.
  private static let startingTime = Duration.seconds(3)
  /// The time after a change of the file in which the lock is released, or held again.
  private static let settlingTime = Duration.seconds(1)
  /// A run that ends sooner is short.
  private static let longRun = Duration.seconds(300)
  /// The number of restarts after which the watch gives up.
  private static let restartLimit = 5

  /// - Parameters:
  ///   - book: The path of the book.
  ///   - start: Starts the process unless it runs or the book is not shared; `false` when it cannot be run.
  ///   - status: Returns the present status.
  ///   - onRestart: Called when the process has ended and was started again.
  ///   - report: Receives the status after each change.
  init(
    book: String, scheduler: any Scheduler = MainScheduler.shared,
    start: @escaping @MainActor (String) -> Bool = { SharingProcess.start(forSharedBook: $0) },
    status: @escaping @MainActor () -> SharingStatus?, onRestart: @escaping @MainActor () -> Void = {},
    report: @escaping @MainActor (SharingStatus?) -> Void
  ) {
    self.book = book
    self.scheduler = scheduler
    self.start = start
    self.status = status
    self.onRestart = onRestart
    self.report = report
    file = FileWatch(path: SharingStatus.path(book: book), hasLocks: true) { [weak self] in self?.fileDidChange() }
    startProcess()
  }

  isolated deinit {
    next?.cancel()
  }

  private func startProcess() {
    guard start(book) else { return giveUp(SharingProcess.missing) }
    if restarts > 0 { onRestart() }
    guard status() == .notRunning else { return update() }
    schedule(after: Self.startingTime) { $0.update() }
  }

  private func schedule(after delay: Duration, _ action: @escaping @MainActor (SharingWatch) -> Void) {
    next = scheduler.schedule(after: delay) { [weak self] in
      guard let self else { return }
      next = nil
      action(self)
    }
  }

  private func fileDidChange() {
    update()
    // A book that is not shared has no lock.
    guard next == nil, reported != nil else { return }
    // The system reports that an ending process has closed its files before it releases their locks.
    schedule(after: Self.settlingTime) {
      SharingProcess.reap()
      if $0.status() != $0.reported { $0.update() }
    }
  }

  private func update() {
    SharingProcess.reap()
    let present = status()
    noteRun(present)
    guard present == .notRunning else {
      next?.cancel()
      next = nil
      hasGivenUp = false
      reported = present
      return report(present)
    }
    // A pending start or check looks at the status again.
    guard next == nil, !hasGivenUp else { return }
    if restarts > 0 { report(.notRunning) }
    // `share` and `join` release the lock for a moment.
    schedule(after: Self.settlingTime * (1 << restarts)) { $0.restart() }
  }

  /// Notes the beginning of a run, whichever program has started it, and its end.
  private func noteRun(_ present: SharingStatus?) {
    switch present {
    case nil, .notRunning, .stopped:
      if let runStart, scheduler.now - runStart > Self.longRun { restarts = 0 }
      runStart = nil
    default: runStart = runStart ?? scheduler.now
    }
  }

  private func restart() {
    guard status() == .notRunning else { return update() }
    guard restarts < Self.restartLimit else {
      return giveUp("\(SharingProcess.name) ends as soon as it is started. Run “peoplebook doctor”.")
    }
    restarts += 1
    report(.notRunning)
    startProcess()
  }

  private func giveUp(_ reason: String) {
    hasGivenUp = true
    report(.stopped(reason))
  }
}
