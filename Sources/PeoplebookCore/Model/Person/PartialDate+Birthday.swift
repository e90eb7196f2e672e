import Glibc

extension PartialDate {
  /// The user's current day.
  public static var today: PartialDate? {
    LocalTime(milliseconds: LocalTime.now).date
  }

  /// A note about a birthday as of today: `turns 211 on Thursday`, `turns 30 in 19 days`, `41 years old`; `nil` for
  /// none.
  ///
  /// A birthday on 29 February is on 1 March in other years.
  public func birthdayText(on today: PartialDate) -> String? {
    guard let thisYear = today.year, let (distance, next) = anniversary(from: today) else { return nil }
    if let year, (year, month, day) > (thisYear, today.month, today.day) { return nil }
    guard distance <= 31 else { return year.map { Self.age(thisYear - $0 - (next == thisYear ? 1 : 0)) } }
    let what = year.map { "turns \(next - $0)" } ?? "has a birthday"
    return switch distance {
    case 0: next == year ? "born today" : "\(what) today"
    case 1: "\(what) tomorrow"
    case 2...6: "\(what) on \(Self.weekdays[((dayNumber(inYear: next) ?? 0) + 3) % 7])"
    default: "\(what) in \(distance) days"
    }
  }

  /// The number of days until the next anniversary, 0 on the day itself, and its year; `nil` when `today` has no year.
  func anniversary(from today: PartialDate) -> (days: Int, year: Int)? {
    guard let now = today.dayNumber(inYear: today.year), let thisYear = today.year else { return nil }
    for year in [thisYear, thisYear + 1] {
      if let anniversary = dayNumber(inYear: year), anniversary >= now { return (anniversary - now, year) }
    }
    return nil
  }

  /// The day that is some days later; `nil` without a year.
  func day(after days: Int) -> PartialDate? {
    dayNumber(inYear: year).flatMap { UTCTime(seconds: Int64($0 + days) * 86_400).date }
  }

  private static func age(_ years: Int) -> String {
    years == 1 ? "1 year old" : "\(years) years old"
  }

  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The anniversary's number among all days, counted from 1 January 1970, a Thursday.
  private func dayNumber(inYear year: Int?) -> Int? {
    guard let year else { return nil }
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    return timegm(&parts) / 86_400
  }
}
