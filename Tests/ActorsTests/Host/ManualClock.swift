import Time

@testable import Actors

/// A clock that only moves when it is advanced.
@NetworkActor
final class ManualClock: HostClock {
  private(set) var now = Instant(nanoseconds: 0)
  var onAlarm: () -> Void = {}
  private var alarm: Instant?

  nonisolated init() {}

  func setAlarm(_ instant: Instant?) { alarm = instant }

  func advance(by duration: Duration) {
    now = now + duration
    if let alarm, alarm <= now {
      self.alarm = nil
      onAlarm()
    }
  }
}
