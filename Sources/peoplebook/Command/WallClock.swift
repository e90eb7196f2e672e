import Glibc

/// Moments as the log of a program writes them.
enum WallClock {
  /// This moment, in milliseconds since 1970.
  static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// A moment in UTC, `2026-11-21T01:30:00Z`, from milliseconds since 1970.
  static func text(milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let pad = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(pad(parts.tm_mon + 1))-\(pad(parts.tm_mday))"
      + "T\(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec))Z"
  }
}
