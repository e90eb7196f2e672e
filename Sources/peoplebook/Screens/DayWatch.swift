import Dispatch
import Glibc

/// Notifies when another day of the user's calendar has begun.
///
/// Its one timer uses the wall clock, which counts while the machine is suspended, and may be set.
@MainActor
final class DayWatch {
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private let nextDay: (time_t) -> time_t

  /// - Parameters:
  ///   - nextDay: The beginning of the next day for a time, both in seconds since 1970.
  ///   - onNewDay: Called after each midnight.
  init(
    nextDay: @escaping (time_t) -> time_t = DayWatch.midnight(after:), onNewDay: @escaping @MainActor () -> Void
  ) {
    self.nextDay = nextDay
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.schedule()
        onNewDay()
      }
    }
    schedule()
    timer.resume()
  }

  isolated deinit {
    timer.cancel()
  }

  private func schedule() {
    // `time` may lag behind the timer's clock by a tick.
    let next = timespec(tv_sec: nextDay(time(nil)) + 1, tv_nsec: 0)
    timer.schedule(wallDeadline: DispatchWallTime(timespec: next), leeway: .seconds(1))
  }

  /// The next midnight of the user's time zone after a time, both in seconds since 1970.
  nonisolated static func midnight(after time: time_t) -> time_t {
    var (seconds, parts) = (time, tm())
    // The system's time zone may have changed since the last midnight.
    tzset()
    localtime_r(&seconds, &parts)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
    parts.tm_mday += 1
    // The next day may be the first one of summer time.
    parts.tm_isdst = -1
    // It fails for a year that it does not know.
    let midnight = mktime(&parts)
    return midnight > time ? midnight : time + 86_400
  }
}
