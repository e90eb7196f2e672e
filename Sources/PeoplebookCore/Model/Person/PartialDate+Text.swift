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
    let bytes = Array(text.utf8)
    let digits = bytes.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 4 || digits.count == 8, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let dashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
    let isKnown = digits.count == 8 ? [[], [4, 7]].contains(dashes) : [[0, 1], [0, 1, 4]].contains(dashes)
    guard isKnown else { return nil }
    let value = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    let year = digits.count == 8 ? value(0..<4) : nil
    let rest = digits.count - 4
    self.init(year: year, month: value(rest..<(rest + 2)), day: value((rest + 2)..<(rest + 4)))
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
