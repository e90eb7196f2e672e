/// A point on a monotonic clock, in nanoseconds since an unspecified origin.
///
/// Only instants of the same ``Scheduler`` can be compared and subtracted. An instant beyond the range of its type
/// is clamped to the last or the first one: a delay of more than 292 years does not overflow.
public struct Instant: Hashable, Comparable, Sendable {
  /// The nanoseconds since the origin of the clock.
  public var nanoseconds: Int64

  /// Creates an instant from the nanoseconds since the origin of the clock.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the instant after a duration has passed.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    let (sum, overflows) = instant.nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return Instant(nanoseconds: overflows ? (duration < .zero ? .min : .max) : sum)
  }

  /// Returns the instant a duration earlier.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    let (difference, overflows) = instant.nanoseconds.subtractingReportingOverflow(duration.nanoseconds)
    return Instant(nanoseconds: overflows ? (duration < .zero ? .max : .min) : difference)
  }

  /// Returns the duration between two instants of one scheduler.
  public static func - (later: Instant, earlier: Instant) -> Duration {
    .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
  }
}

extension Duration {
  /// The whole duration in nanoseconds: up to 292 years, which longer durations become.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
  }
}
