import Glibc

/// The clock of the calendar, which the user and the system may set.
public enum WallClock {
  /// The milliseconds since 1970.
  public static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
