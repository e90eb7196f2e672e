import Glibc

/// A time in the user's time zone, for texts.
struct LocalTime {
  private var parts = tm()
  private let seconds: time_t

  /// - Parameter milliseconds: Since 1970.
  init(milliseconds: Int64) {
    var seconds = time_t(milliseconds / 1_000)
    self.seconds = seconds
    localtime_r(&seconds, &parts)
  }

  /// The present time in milliseconds since 1970.
  static var now: Int64 { Int64(Glibc.time(nil)) * 1_000 }

  /// `14:02`.
  var time: String { text("%H:%M") }

  /// The day in the user's calendar; `nil` for years that no date has.
  var date: PartialDate? { PartialDate(parts) }

  /// `Today`, `Yesterday`, or a day such as `12 November 2026`.
  func day(now: Int64) -> String {
    let days = LocalTime(milliseconds: now).dayNumber - dayNumber
    return days == 0 ? "Today" : days == 1 ? "Yesterday" : date?.displayText ?? "Unknown day"
  }

  /// The days since 1970 of the user's calendar.
  var dayNumber: Int { (seconds + parts.tm_gmtoff) / 86_400 }

  /// The months since the year 0 of the user's calendar.
  var monthNumber: Int { (Int(parts.tm_year) + 1_900) * 12 + Int(parts.tm_mon) }

  /// `2026-11` for a ``monthNumber``.
  static func name(ofMonth month: Int) -> String {
    let number = month % 12 + 1
    return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
  }

  /// `2026-11-24` for a ``dayNumber``.
  static func name(ofDay day: Int) -> String { UTCTime(seconds: Int64(day) * 86_400).date?.iso ?? "" }

  private func text(_ format: String) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      var parts = parts
      let count = strftime(buffer.baseAddress, buffer.count, format, &parts)
      return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
