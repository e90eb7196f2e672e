/// Days, possibly without a year; the label names the occasion.
///
/// A value is the ``WrittenDate/text`` of a date.
struct DateContent: LabeledContent {
  var noun: String { "date" }
  var shortNoun: String { "date" }
  var hasMeaningInLabel: Bool { true }
  var usualLabels: [String] { ["anniversary", "", "name day", "first met", "death"] }

  func displayText(of value: String) -> String { WrittenDate(text: value).displayText }

  func value(typed text: String) -> String { WrittenDate(typed: text, today: .today).text }

  func typedText(of value: String) -> String { displayText(of: value) }

  func searchText(of value: String) -> String { value }

  /// The day as it is understood, where it is typed in another form.
  func remark(on text: String) -> String? {
    let day = WrittenDate(typed: text, today: .today).day?.displayText
    return day == text ? nil : day
  }

  func matches(_ value: String, _ text: String) -> Bool { value == self.value(typed: text) }

  func doubt(about text: String) -> String? { WrittenDate.doubt(about: text, today: .today)?.description }

  // MARK: Occasions

  /// The label of an anniversary, which has properties of its own.
  static let anniversary = "anniversary"
  /// The property of an anniversary in cards of version 3, which lacks ANNIVERSARY.
  static let anniversaryOfVersion3 = "X-ANNIVERSARY"
  /// The property of a date with any label.
  static let labeledDate = "X-ABDATE"

  /// The names of cards' lines with dates, apart from ANNIVERSARY.
  static let properties = [
    anniversaryOfVersion3, "X-EVOLUTION-ANNIVERSARY", "X-KADDRESSBOOK-X-ANNIVERSARY", labeledDate, "DEATHDATE",
  ]
}
