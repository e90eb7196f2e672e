/// Birthdays as cards write them.
enum VCardDate {
  /// The year that stands for "no year" in the cards of Apple's programs.
  static let yearOfNoYear = 1604

  /// The day that a BDAY line names. `isExact` is `false` when the line says more than the day, a time for instance.
  static func read(_ property: VCardProperty) -> (date: PartialDate, isExact: Bool)? {
    if property.values(of: "VALUE").contains("text") { return nil }
    let text = VCardText.trim(VCardText.unescape(property.value))
    let omitted = property.values(of: "X-APPLE-OMIT-YEAR").first.flatMap { Int($0) }
    let day = text.utf8.firstIndex(of: UInt8(ascii: "T")).map { String(text[..<$0]) }
    guard let date = PartialDate(iso: day ?? text) else { return nil }
    guard let year = date.year, year == omitted ?? yearOfNoYear else { return (date, day == nil) }
    return PartialDate(year: nil, month: date.month, day: date.day).map { ($0, day == nil) }
  }

  /// The BDAY line for a day.
  static func line(for date: PartialDate, version: VCardVersion) -> String {
    switch (version, date.year) {
    case (.v4, _): return "BDAY:" + date.iso.filter { $0 != "-" }.withPrefix(date.year == nil ? "--" : "")
    case (.v3, nil):
      let placeholder = PartialDate(year: yearOfNoYear, month: date.month, day: date.day)
      return "BDAY;X-APPLE-OMIT-YEAR=\(yearOfNoYear):\(placeholder?.iso ?? date.iso)"
    case (.v3, _): return "BDAY:\(date.iso)"
    }
  }
}

extension String {
  fileprivate func withPrefix(_ prefix: String) -> String { prefix + self }
}
