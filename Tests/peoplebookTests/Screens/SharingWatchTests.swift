import FoundationEssentials
import PeoplebookCore
import TestSupport
import Testing
import Time

@testable import peoplebook

@Suite(.timeLimit(.minutes(5))) @MainActor struct SharingWatchTests {
  private let place = TemporaryFolder()
  private let scheduler = ManualScheduler()
  private let process = FakeSharingProcess()

  @MainActor private final class FakeSharingProcess {
    var status: SharingStatus? = .notRunning
    var isInstalled = true
    var starts = 0
    var restarts = 0
    var reports: [SharingStatus?] = []
  }

  private static let limitReason = "peoplebook-sync ends as soon as it is started. Run “peoplebook doctor”."
  private var book: String { "\(place.path)/people.db" }

  private func watch() -> SharingWatch {
    SharingWatch(
      book: book, scheduler: scheduler,
      start: { [process] _ in
        process.starts += 1
        return process.isInstalled
      },
      status: { [process] in process.status }, onRestart: { [process] in process.restarts += 1 },
      report: { [process] in process.reports.append($0) })
  }

  /// Writes the status file as the process does, and waits until the watch has scheduled a status check.
  private func writeFile() async throws {
    #expect(scheduler.isIdle)
    try Data().write(to: URL(filePath: SharingStatus.path(book: book)))
    await yield { !scheduler.isIdle }
  }

  @Test func `after short runs the pauses grow, and then the starts end`() {
    let watch = watch()
    #expect(process.starts == 1 && process.reports.isEmpty)
    for (number, pause) in [1, 2, 4, 8, 16].enumerated() {
      // The first status check is after three seconds.
      scheduler.advance(by: Duration.seconds(3 + pause) - .milliseconds(1))
      #expect(process.starts == number + 1 && process.reports.count == 2 * number)
      scheduler.advance(by: .milliseconds(1))
      #expect(process.starts == number + 2)
    }
    #expect(process.reports.allSatisfy { $0 == .notRunning })
    scheduler.advance(by: .seconds(3 + 32))
    #expect(process.starts == 6 && process.restarts == 5)
    #expect(process.reports.last == SharingStatus.stopped(Self.limitReason))
    withExtendedLifetime(watch) {}
  }

  @Test func `a run that others start is short or long`() async throws {
    let watch = watch()
    // The watch gives up. Another program starts the process, which ends soon.
    scheduler.advance(by: .seconds(400))
    process.status = .live
    try await writeFile()
    process.status = .notRunning
    scheduler.advance(by: .seconds(1 + 32))
    #expect(process.starts == 6 && process.reports.last == SharingStatus.stopped(Self.limitReason))
    // The next one that another program starts runs for long.
    process.status = .live
    try await writeFile()
    scheduler.advance(by: .seconds(400))
    process.status = .notRunning
    try await writeFile()
    scheduler.advance(by: .seconds(1))
    #expect(process.starts == 7 && process.reports.last == SharingStatus.notRunning)
    withExtendedLifetime(watch) {}
  }

  @Test func `the pause is short again after a long run`() async throws {
    let watch = watch()
    // It ends twice.
    scheduler.advance(by: .seconds(3 + 1 + 3 + 2))
    #expect(process.starts == 3)
    process.status = .live
    scheduler.advance(by: .seconds(400))
    #expect(process.reports.last == SharingStatus.live && scheduler.isIdle)
    process.status = .notRunning
    try await writeFile()
    scheduler.advance(by: .seconds(1))
    #expect(process.starts == 4 && process.reports.last == SharingStatus.notRunning)
    withExtendedLifetime(watch) {}
  }

  @Test func `a lock that is released for a moment is not an end`() async throws {
    process.status = .live
    let watch = watch()
    process.status = .notRunning
    try await writeFile()
    process.status = .syncing(0)
    scheduler.advance(by: .seconds(1))
    #expect(process.starts == 1 && process.reports == [.live, .syncing(0)] && scheduler.isIdle)
    withExtendedLifetime(watch) {}
  }

  @Test func `a lock that is released after the event is an end`() async throws {
    process.status = .live
    let watch = watch()
    try await writeFile()
    process.status = .notRunning
    scheduler.advance(by: .seconds(2))
    #expect(process.starts == 2 && process.reports.last == SharingStatus.notRunning)
    withExtendedLifetime(watch) {}
  }

  @Test(arguments: [.live, .stopped("disk full"), nil] as [SharingStatus?])
  func `a process that need not be started is left alone`(status: SharingStatus?) {
    process.status = status
    let watch = watch()
    #expect(process.reports == [status] && scheduler.isIdle)
    withExtendedLifetime(watch) {}
  }

  @Test func `a program that is not installed is reported`() {
    process.isInstalled = false
    let watch = watch()
    #expect(process.reports == [.stopped(SharingProcess.missing)])
    #expect(scheduler.isIdle)
    withExtendedLifetime(watch) {}
  }

  @Test func `a failed restart is not reported as one`() {
    let watch = watch()
    process.isInstalled = false
    scheduler.advance(by: .seconds(3 + 1))
    #expect(process.restarts == 0 && process.reports == [.notRunning, .stopped(SharingProcess.missing)])
    #expect(SharingStatus.notRunning.sentence?.contains("again") == false)
    withExtendedLifetime(watch) {}
  }
}
