/// A day in a year that may be unknown, as with many birthdays.
public struct PartialDate: Hashable, Sendable {
  /// The year from 1 to 9999; `nil` when it is unknown.
  public let year: Int?
  /// The month from 1 to 12.
  public let month: Int
  /// The day of the month.
  public let day: Int

  /// Makes a day; `nil` when it does not exist.
  ///
  /// Without a year, 29 February exists.
  public init?(year: Int?, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day) else { return nil }
    if let year, !(1...9999).contains(year) { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Whether both may be the same day: one without a year is in any.
  func mayEqual(_ other: PartialDate) -> Bool {
    (month, day) == (other.month, other.day) && (year == nil || other.year == nil || year == other.year)
  }

  private static func days(inMonth month: Int, of year: Int?) -> Int {
    switch month {
    case 2:
      guard let year else { return 29 }
      return year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

/// A date is encoded as text; see ``PartialDate/iso``.
extension PartialDate: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = PartialDate(iso: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such day")
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso)
  }
}
