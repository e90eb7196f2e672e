extension PartialDate {
  /// The date as ISO 8601 writes it: `1815-12-10`, or `--12-10` without a year.
  public var iso: String {
    let day = "\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
    return year.map { "\(Self.padded($0, to: 4))-\(day)" } ?? "--\(day)"
  }

  /// The date as the user reads it: `10 December 1815` or `10 December`, unless another ``DateForm`` is chosen.
  public var displayText: String { text(in: .current) }

  /// The date in a form.
  public func text(in form: DateForm) -> String {
    let name = Self.monthNames[month - 1]
    switch form {
    case .dayFirst: return "\(day) \(name)" + (year.map { " \($0)" } ?? "")
    case .monthFirst: return "\(name) \(day)" + (year.map { ", \($0)" } ?? "")
    case .iso: return year == nil ? text(in: .dayFirst) : iso
    }
  }

  /// Reads `1815-12-10`, `18151210`, `--12-10` and `--1210`; fails for all else, and for days that do not exist.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init?(iso text: String) {
    var text = text
    guard let date = text.withUTF8({ PartialDate(iso: $0) }) else { return nil }
    self = date
  }

  /// Reads the UTF-8 of such a text.
  init?(iso bytes: UnsafeBufferPointer<UInt8>) {
    let dash = UInt8(ascii: "-")
    guard (6...10).contains(bytes.count) else { return nil }
    func value(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard 0x30...0x39 ~= byte else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    let hasYear = bytes[0] != dash
    guard hasYear || bytes[1] == dash else { return nil }
    // The indices after the year and its dash, or after the two dashes, and after the month.
    let isDashed = bytes.count == (hasYear ? 10 : 7)
    guard isDashed || bytes.count == (hasYear ? 8 : 6) else { return nil }
    let start = hasYear ? (isDashed ? 5 : 4) : 2
    let middle = start + 2
    if isDashed, bytes[middle] != dash || hasYear && bytes[4] != dash { return nil }
    guard let month = value(start..<middle), let day = value(bytes.count - 2..<bytes.count) else { return nil }
    if hasYear {
      guard let year = value(0..<4) else { return nil }
      self.init(year: year, month: month, day: day)
    } else {
      self.init(year: nil, month: month, day: day)
    }
  }

  static let monthNames = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
  ]

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
