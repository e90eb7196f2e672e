import Glibc

extension PartialDate {
  /// The day of a time that the system has divided into parts.
  fileprivate init?(_ parts: tm) {
    self.init(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}

extension LocalTime {
  /// The day in the user's calendar; `nil` for years that no date has.
  var date: PartialDate? { PartialDate(parts) }

  /// `Today`, `Yesterday`, or a day such as `12 November 2026`.
  func day(now: Int64) -> String {
    let days = LocalTime(milliseconds: now).dayNumber - dayNumber
    return days == 0 ? "Today" : days == 1 ? "Yesterday" : date?.displayText ?? "Unknown day"
  }

  /// `2026-11-24` for a ``dayNumber``.
  static func name(ofDay day: Int) -> String { UTCTime(seconds: Int64(day) * 86_400).date?.iso ?? "" }
}

extension UTCTime {
  /// The day; `nil` for years that no date has.
  var date: PartialDate? { PartialDate(parts) }
}
