import Persistence

/// Phone numbers.
struct PhoneContent: LabeledContent {
  var noun: String { "phone number" }
  var shortNoun: String { "phone" }
  var usualLabels: [String] { ["mobile", "home", "", "work", "other"] }

  /// The digits of a number; of a text with letters also the text.
  func searchText(of value: String) -> String {
    value.utf8.contains { ($0 | 0x20) >= 0x61 } ? value + "\n" + Folding.digits(value) : Folding.digits(value)
  }

  func matches(_ value: String, _ text: String) -> Bool {
    let digits = Folding.digits(text)
    return value == text || !digits.isEmpty && Folding.digits(value) == digits
  }

  func withoutScheme(_ text: String) -> String { without("tel:", text) }

  /// The number without an extension, which is dialled after the call was answered.
  ///
  /// The zero of `+44 (0)20` is dialled only without the country's code.
  func link(to value: String) -> String? {
    var value = String(value.prefix { !"xX;,#".contains($0) }).trimmed
    if value.hasPrefix("+") { value = value.replacing("(0)", with: " ") }
    let digits = value.utf8.filter { (0x30...0x39).contains($0) }
    guard digits.count > 2, value.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+ -()./".utf8.contains($0) }) else {
      return nil
    }
    return "tel:" + (value.hasPrefix("+") ? "+" : "") + String(decoding: digits, as: UTF8.self)
  }
}
