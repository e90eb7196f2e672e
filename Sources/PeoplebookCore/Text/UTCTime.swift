import Glibc

/// A moment by the clock of UTC, as ISO 8601 writes it.
package struct UTCTime {
  let parts: tm

  /// - Parameter seconds: Since 1970.
  package init(seconds: Int64 = Int64(time(nil))) {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    self.parts = parts
  }

  /// - Parameter milliseconds: Since 1970.
  package init(milliseconds: Int64) {
    self.init(seconds: milliseconds / 1_000)
  }

  /// `2026-11-21T01:30:00Z`.
  package var text: String {
    let pad = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    let date = ["\(parts.tm_year + 1900)", pad(parts.tm_mon + 1), pad(parts.tm_mday)].joined(separator: "-")
    return date + "T" + [pad(parts.tm_hour), pad(parts.tm_min), pad(parts.tm_sec)].joined(separator: ":") + "Z"
  }
}
