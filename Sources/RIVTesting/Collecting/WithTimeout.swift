import RIV
import Reactive
import Time

/// The error of ``withTimeout(_:scheduler:perform:onTimeout:)``.
public struct TimeoutError: Error, Equatable, CustomStringConvertible {
  /// The time that the work had.
  public let duration: Duration

  /// An error after this time.
  public init(after duration: Duration) { self.duration = duration }

  public var description: String { "The work did not end within \(duration)." }
}

/// Performs work that must end in time, and returns its result.
///
///     let card = try await withTimeout(.seconds(5)) { try await directory.card(for: "Ada") }
///
/// When time is up, or the calling task is cancelled, the work is cancelled and this returns at once, also when the
/// work ignores its cancellation.
///
/// - Parameters:
///   - duration: The time that the work has.
///   - scheduler: Measures it: real time by default, virtual time with the scheduler of a ``TestClock``.
///   - work: Runs on the main actor.
///   - onTimeout: Called when time is up, before the error is thrown.
/// - Throws: The error of `work`, ``TimeoutError``, or `CancellationError` when the calling task was cancelled.
@MainActor
public func withTimeout<Result>(
  _ duration: Duration, scheduler: any Scheduler = MainScheduler.shared,
  perform work: @escaping @MainActor () async throws -> Result, onTimeout: @MainActor () -> Void = {}
) async throws -> Result {
  let race = TimeoutRace<Result>()
  let latch = race.latch
  let task = Task {
    do { race.end(with: .success(try await work())) } catch { race.end(with: .failure(error)) }
  }
  let alarm = scheduler.schedule(after: duration) { latch.open() }
  await latch.waitUntilOpenOrCancelled()
  alarm.cancel()
  if let result = race.result { return try result.get() }
  task.cancel()
  try Task.checkCancellation()
  onTimeout()
  throw TimeoutError(after: duration)
}

/// The result of work, if it ends in time.
@MainActor
private final class TimeoutRace<Value> {
  private(set) var result: Swift.Result<Value, any Error>?
  let latch = Latch()

  func end(with result: Swift.Result<Value, any Error>) {
    self.result = result
    latch.open()
  }
}
