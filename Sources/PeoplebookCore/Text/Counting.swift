extension Int {
  /// The number with a comma between thousands: `1,204`.
  ///
  /// - Complexity: O(*d*²), where *d* is the number of digits: at most 19.
  public var grouped: String {
    var digits = String(magnitude)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return self < 0 ? "-" + digits : digits
  }

  /// `1 person`, `1,204 people`.
  public var people: String { counted("person", "people") }

  /// The number with its noun: `1 change`, `1,204 changes`.
  public func counted(_ one: String, _ many: String) -> String {
    self == 1 ? "1 \(one)" : "\(grouped) \(many)"
  }
}

extension [String] {
  /// The words as a sentence lists them: `a, b or c`.
  package func listed(last conjunction: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(conjunction) " + (last ?? "")
  }
}
