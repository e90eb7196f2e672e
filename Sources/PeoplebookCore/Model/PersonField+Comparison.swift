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
    ///
    /// In one person, the digit before those in the national number and the extension count too.
    static func phone(weight: Double) -> Comparison {
      Comparison(weight: weight, key: digits) { number in
        let main = mainPart(of: number)
        let digit = nationalNumber(in: main).dropLast(comparedDigits).suffix(1)
        return "\(digit) \(digits(in: number[main.endIndex...]))"
      }
    }

    /// Days are equal when they have the same text.
    static func day(weight: Double) -> Comparison { Comparison(weight: weight, findsPairs: false) { $0 } }

    /// The national part of a number, without an extension: the prefixes differ between a number that is dialled from
    /// abroad and the same one at home.
    private static func digits(of number: String) -> String {
      let digits = digits(in: mainPart(of: number))
      return digits.utf8.count < shortestNumber ? "" : String(digits.suffix(comparedDigits))
    }

    /// The digits without the zeros before them, and without a country code after `+` or `00`.
    private static func nationalNumber(in text: Substring) -> Substring {
      let digits = digits(in: text)
      let number = digits.drop { $0 == "0" }
      guard text.contains("+") || digits.hasPrefix("00") else { return number }
      let isShort = number.first == "1" || number.first == "7"
      let codeLength = isShort ? 1 : countryCodesOfTwoDigits.contains(number.prefix(2)) ? 2 : 3
      return number.dropFirst(codeLength).drop { $0 == "0" }
    }

    /// The number without its extension.
    private static func mainPart(of number: String) -> Substring { number.prefix { !"xX;,#".contains($0) } }

    private static func digits(in text: Substring) -> String {
      text.compactMap(\.wholeNumberValue).map(String.init).joined()
    }

    private static let shortestNumber = 7
    private static let comparedDigits = 9
    /// The country codes of two digits; the others, except 1 and 7, have three.
    private static let countryCodesOfTwoDigits: Set<Substring> = [
      "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49", "51",
      "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86", "90",
      "91", "92", "93", "94", "95", "98",
    ]
  }
}
