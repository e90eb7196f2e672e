/// A point on a monotonic clock, in nanoseconds since an unspecified origin.
///
/// Only instants of the same ``Scheduler`` can be compared and subtracted.
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
    Instant(nanoseconds: instant.nanoseconds + duration.nanoseconds)
  }

  /// Returns the instant a duration earlier.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds - duration.nanoseconds)
  }

  /// Returns the duration between two instants of one scheduler.
  public static func - (later: Instant, earlier: Instant) -> Duration {
    .nanoseconds(later.nanoseconds - earlier.nanoseconds)
  }
}

extension Duration {
  /// The whole duration in nanoseconds; exact up to 292 years.
  public var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
