extension PersonField {
  /// The way in which the values of a field show that two records are about one person.
  public struct Comparison: Sendable {
    /// The probability that one equal value alone says that the two are one.
    let weight: Double
    /// Whether people with an equal value are compared at all: not where many people share one, as with birthdays.
    let findsPairs: Bool
    /// The form in which values are compared; empty for a value that says nothing.
    let key: @Sendable (String) -> String
    /// The part of a value that ``key`` leaves out and that a merge must not lose; empty for most values.
    let detail: @Sendable (String) -> String

    init(
      weight: Double, findsPairs: Bool = true, key: @escaping @Sendable (String) -> String,
      detail: @escaping @Sendable (String) -> String = { _ in "" }
    ) {
      self.weight = weight
      self.findsPairs = findsPairs
      self.key = key
      self.detail = detail
    }

    /// The form in which two values of one person are the same.
    func identity(of value: String) -> String {
      let key = key(value)
      return key.isEmpty ? value : "\(key) \(detail(value))"
    }

    /// Texts are equal whatever their case.
    static func text(weight: Double) -> Comparison { Comparison(weight: weight) { $0.lowercased().trimmed } }

    /// Phone numbers are equal when their last digits are.
    static func phone(weight: Double) -> Comparison {
      Comparison(weight: weight, key: digits) { digits(in: $0[mainPart(of: $0).endIndex...]) }
    }

    /// Days are equal when they have the same text.
    static func day(weight: Double) -> Comparison { Comparison(weight: weight, findsPairs: false) { $0 } }

    /// The national part of a number, without an extension: the prefixes differ between a number that is dialled from
    /// abroad and the same one at home.
    private static func digits(of number: String) -> String {
      let digits = digits(in: mainPart(of: number))
      return digits.utf8.count < shortestNumber ? "" : String(digits.suffix(comparedDigits))
    }

    /// The number without its extension.
    private static func mainPart(of number: String) -> Substring { number.prefix { !"xX;,#".contains($0) } }

    private static func digits(in text: Substring) -> String {
      text.compactMap(\.wholeNumberValue).map(String.init).joined()
    }

    private static let shortestNumber = 7
    private static let comparedDigits = 9
  }
}
