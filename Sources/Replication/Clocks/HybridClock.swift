/// A moment by the hybrid logical clock of a machine.
///
/// The time is that of the machine's clock, or the latest that it has received if that is later. The counter orders
/// moments with the same time. A change therefore always has a later moment than the changes that its author had seen,
/// even if the clocks of the machines differ by hours.
public struct Moment: Hashable, Sendable, Comparable {
  /// Milliseconds since 1970.
  public var time: Int64
  /// The number of the moment among those with the same time.
  public var counter: Int64

  /// Creates a moment.
  public init(time: Int64, counter: Int64 = 0) {
    self.time = time
    self.counter = counter
  }

  /// The latest time, and the greatest counter: greater ones come from damage.
  static let limit: Int64 = 1 << 53

  /// The moment before all others.
  static let beginning = Moment(time: 0)

  /// Compares the times, then the counters.
  public static func < (left: Moment, right: Moment) -> Bool {
    (left.time, left.counter) < (right.time, right.counter)
  }
}

/// The hybrid logical clock of one machine.
struct HybridClock: Hashable {
  /// The latest moment that the machine has issued or received.
  private(set) var last: Moment

  init(last: Moment = .beginning) {
    self.last = last
  }

  /// A moment after all earlier ones, at `time` if that is later than their times; the last one of all is repeated.
  mutating func tick(at time: Int64) -> Moment {
    let time = min(time, Moment.limit)
    last =
      time > last.time ? Moment(time: time) : Moment(time: last.time, counter: min(last.counter, Moment.limit - 1) + 1)
    return last
  }

  /// Notes a moment of another machine; the following ones are later.
  mutating func receive(_ moment: Moment) {
    last = max(last, moment)
  }
}
