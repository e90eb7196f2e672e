import Dispatch

/// The pause before the next attempt to read a book: short after a lock, growing while the system reports errors.
package struct RetryPause {
  private var seconds: Int64 = 1
  /// The time of the first success since the last failure, in nanoseconds of the monotonic clock.
  private var success: UInt64?

  /// The pause before any failure.
  package init() {}

  /// The pause after an attempt that has failed.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - now: The time of the failure, in nanoseconds of the monotonic clock.
  /// - Complexity: O(1).
  package mutating func next(
    after error: StoreError, at now: UInt64 = DispatchTime.now().uptimeNanoseconds
  ) -> Duration {
    // An attempt waits for the lock itself, and nothing else runs on the queue then: requests run in the pause.
    if case .locked = error { return .milliseconds(250) }
    // A list with one unreadable record succeeds each time, and fails again when the record is drawn.
    if let success, now > success + UInt64(seconds) * 1_000_000_000 { seconds = 1 }
    success = nil
    let pause = seconds
    seconds = min(pause * 2, Self.longest)
    return .seconds(pause)
  }

  /// Makes the pauses short again, unless the next failure follows soon.
  ///
  /// - Parameter now: The time of the success, in nanoseconds of the monotonic clock.
  /// - Complexity: O(1).
  package mutating func noteSuccess(at now: UInt64 = DispatchTime.now().uptimeNanoseconds) {
    success = success ?? now
  }

  private static let longest: Int64 = 60
}
