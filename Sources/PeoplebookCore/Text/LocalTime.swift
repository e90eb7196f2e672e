import Glibc

/// A time in the user's time zone, for texts.
struct LocalTime {
  private(set) var parts = tm()
  private let seconds: time_t

  /// - Parameter milliseconds: Since 1970.
  init(milliseconds: Int64) {
    var seconds = time_t(milliseconds / 1_000)
    self.seconds = seconds
    // The user may have travelled since the program began.
    tzset()
    localtime_r(&seconds, &parts)
  }

  /// The present time in milliseconds since 1970.
  static var now: Int64 { Int64(Glibc.time(nil)) * 1_000 }

  /// `14:02`.
  var time: String { text("%H:%M") }

  /// The days since 1970 of the user's calendar.
  var dayNumber: Int { (seconds + parts.tm_gmtoff) / 86_400 }

  /// The months since the year 0 of the user's calendar.
  var monthNumber: Int { (Int(parts.tm_year) + 1_900) * 12 + Int(parts.tm_mon) }

  /// `2026-11` for a ``monthNumber``.
  static func name(ofMonth month: Int) -> String {
    let number = month % 12 + 1
    return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
  }

  private func text(_ format: String) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      var parts = parts
      let count = strftime(buffer.baseAddress, buffer.count, format, &parts)
      return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
