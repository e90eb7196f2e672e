/// Birthdays and other dates as cards write them.
enum VCardDate {
  /// The year that means "no year" in the cards of Apple's programs.
  static let yearOfNoYear = 1604
  private static let omittedYear = "X-APPLE-OMIT-YEAR"

  /// The day in a line; `nil` when it has none.
  static func read(_ property: VCardProperty) -> PartialDate? {
    if property.values(of: "VALUE").contains("text") { return nil }
    let text = VCardText.unescape(property.value).trimmed
    let omitted = property.values(of: omittedYear).first.flatMap { Int($0) }
    let day = text.utf8.firstIndex(of: UInt8(ascii: "T")).map { String(text[..<$0]) }
    guard let date = PartialDate(iso: day ?? text) else { return nil }
    // Apple's programs write the placeholder with dashes.
    let placeholder = omitted ?? (text.hasByte(UInt8(ascii: "-")) ? yearOfNoYear : nil)
    guard let year = date.year, year == placeholder else { return date }
    return PartialDate(year: nil, month: date.month, day: date.day)
  }

  /// The date in a line, which may be in words; `nil` when it is blank.
  static func written(_ property: VCardProperty) -> WrittenDate? {
    if let day = read(property) { return .day(day) }
    let text = VCardContents.text(property.value)
    return text.isBlank ? nil : WrittenDate(typed: text)
  }

  /// The head of a line of version 3 for a day without a year.
  static func headWithoutYear(named name: String) -> String { "\(name);\(omittedYear)=\(yearOfNoYear)" }

  /// The line for a date.
  static func line(named name: String, for date: WrittenDate, version: VCardVersion) -> String {
    switch date {
    case .day(let day): line(named: name, for: day, version: version)
    case .words(let words): "\(name);VALUE=text:\(VCardText.escape(words))"
    }
  }

  /// The line for a day.
  static func line(named name: String, for date: PartialDate, version: VCardVersion) -> String {
    switch (version, date.year) {
    case (.v4, nil): return "\(name):--" + date.iso.filter { $0 != "-" }
    case (.v4, _): return "\(name):" + date.iso.filter { $0 != "-" }
    case (.v3, nil): return "\(headWithoutYear(named: name)):\(yearOfNoYear)-\(date.iso.dropFirst(2))"
    // A real year that equals the placeholder is written as another.
    case (.v3, yearOfNoYear): return "\(name);\(omittedYear)=1:\(date.iso)"
    case (.v3, _): return "\(name):\(date.iso)"
    }
  }

  /// The line of a card as a version writes it.
  ///
  /// Version 4 has no dashes in dates, no colons in times and no placeholder for the year; version 3 has dates with a
  /// year only.
  static func line(_ property: VCardProperty, _ version: VCardVersion) -> String {
    guard let date = read(property) else { return property.text }
    var parameters = property.namedParameters
    let text = VCardText.unescape(property.value).trimmed
    let time = text.utf8.firstIndex(of: UInt8(ascii: "T")).map { text[$0...] } ?? ""
    switch version {
    case .v4:
      parameters.removeAll { $0.name == omittedYear || $0.name == "VALUE" && $0.value.lowercased() == "date" }
      let day = (date.year == nil ? "--" : "") + date.iso.filter { $0 != "-" }
      let value = day + time.filter { $0 != ":" }
      let isSame = value == property.value && parameters.count == property.parameters.count
      return isSame ? property.text : property.line(with: parameters, value: value)
    case .v3:
      guard date.year == nil, text.hasPrefix("--") else { return property.text }
      parameters.removeAll { $0.name == omittedYear }
      parameters.append(VCardProperty.Parameter(name: omittedYear, value: "\(yearOfNoYear)"))
      return property.line(with: parameters, value: "\(yearOfNoYear)-\(date.iso.dropFirst(2))\(time)")
    }
  }
}
