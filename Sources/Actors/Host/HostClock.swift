import Time

/// A clock with one alarm.
@NetworkActor
protocol HostClock: AnyObject {
  var now: Instant { get }
  /// Called when the alarm's instant has come.
  var onAlarm: () -> Void { get set }
  /// Sets the alarm, which replaces an earlier one; `nil` for none.
  func setAlarm(_ instant: Instant?)
}
