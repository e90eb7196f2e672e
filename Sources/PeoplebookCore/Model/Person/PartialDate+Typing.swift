/// The reason why a typed text is not a birthday: one sentence with the accepted form.
public struct BirthdayError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether the text has other words than those of a day.
  var hasOtherWords = false
}

extension PartialDate {
  /// Reads a birthday that a person typed.
  ///
  /// `10 December 1815`, `Dec 10, 1815`, `10 December`, `10.12.1815`, `10.12.`, `1815-12-10` and `--12-10` are all
  /// understood. `12/10/1815` is refused, since half the world reads it the other way round, unless only one of the
  /// two can be a month, or the user's ``DateForm`` has the month first.
  ///
  /// - Parameters:
  ///   - text: What the person typed.
  ///   - order: The order of day and month in `12/10/1815` where it is known.
  ///   - today: The current day: a year of two digits is the last one until today. Without it such years are refused.
  /// - Throws: The reason why the text is not a birthday.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(typed text: String, order: NumericOrder? = nil, today: PartialDate? = nil) throws(BirthdayError) {
    if let date = PartialDate(iso: text.trimmed) {
      self = date
      return
    }
    var words = Self.words(in: text)
    let months = words.compactMap(\.month)
    if words.count == 3, let thisYear = today?.year { Self.completeYear(of: &words, thisYear) }
    guard words.allSatisfy({ $0.number != nil || $0.month != nil }) else {
      throw BirthdayError(description: BirthdayError.unreadable(text).description, hasOtherWords: true)
    }
    let isBeforeChrist = text.trimmed.hasPrefix("-") && !text.trimmed.hasPrefix("--")
    guard months.count <= 1, !isBeforeChrist else { throw .unreadable(text) }
    if let month = months.first {
      self = try Self.named(words: words, month: month, text: text)
    } else {
      self = try Self.numeric(words: words, text: text, order: order)
    }
  }

  /// Gives a year of two digits, which is the last word, its century.
  private static func completeYear(of words: inout [Word], _ thisYear: Int) {
    let last = words.count - 1
    guard let year = words[last].number, words[last].hasTwoDigits, !words.contains(where: \.isYear),
      words.dropLast().allSatisfy({ $0.month != nil || ($0.number ?? 32) < 32 })
    else { return }
    let century = thisYear - thisYear % 100
    words[last].number = century + year - (century + year > thisYear ? 100 : 0)
    words[last].isYear = true
  }

  /// `10 December 1815`, `December 10, 1815`, `1815 December 10`.
  private static func named(words: [Word], month: Int, text: String) throws(BirthdayError) -> PartialDate {
    let years = words.filter { $0.isYear }.compactMap(\.number)
    let days = words.filter { !$0.isYear }.compactMap(\.number)
    guard days.count == 1, years.count <= 1 else {
      throw days.count == 2 ? .shortYear(text) : .unreadable(text)
    }
    return try checked(year: years.first, month: month, day: days[0])
  }

  /// `10.12.1815`, `10.12.`, `10 12 1815`, `25/12/1990`, `1815-12-10` with single digits.
  private static func numeric(
    words: [Word], text: String, order: NumericOrder?
  ) throws(BirthdayError) -> PartialDate {
    let numbers = words.compactMap(\.number)
    if numbers.count == 3, words[0].isYear {
      return try checked(year: numbers[0], month: numbers[1], day: numbers[2])
    }
    let separators = Set(text.utf8.filter { ".-/".utf8.contains($0) })
    if numbers.count == 2, text.contains("--") {
      return try checked(year: nil, month: numbers[0], day: numbers[1])
    }
    guard numbers.count == 2 || numbers.count == 3, separators.count <= 1 else { throw .unreadable(text) }
    guard numbers.count == 2 || words[2].isYear else { throw .shortYear(text) }
    let year = numbers.count == 3 ? numbers[2] : nil
    let (first, second) = (numbers[0], numbers[1])
    // Dots are used where the day is first; other separators are ambiguous.
    if separators == [UInt8(ascii: ".")] || first == second || first > 12 {
      return try checked(year: year, month: second, day: first)
    }
    if second > 12 {
      return try checked(year: year, month: first, day: second)
    }
    // The form asks for day, month and year.
    switch separators.isEmpty ? .dayFirst : order ?? DateForm.current.numericOrder {
    case .dayFirst: return try checked(year: year, month: second, day: first)
    case .monthFirst: return try checked(year: year, month: first, day: second)
    case nil: throw .ambiguous(text, first: first, second: second, year: year)
    }
  }

  /// The order of the day and the month in a date of digits.
  public enum NumericOrder: Hashable, Sendable {
    /// `25/12/1990`.
    case dayFirst
    /// `12/25/1990`.
    case monthFirst
  }

  /// The orders in which a text like `12/10/1815` is a date.
  ///
  /// Empty for every other text, and for one with the same date in both orders.
  static func orders(of text: String) -> Set<NumericOrder> {
    let words = words(in: text)
    let numbers = words.compactMap(\.number)
    guard 2...3 ~= numbers.count, words.count == numbers.count, !words[0].isYear, !words[1].isYear,
      numbers.count == 2 || words[2].isYear, numbers[0] != numbers[1], !text.contains("--")
    else { return [] }
    let separators = Set(text.utf8.filter { ".-/".utf8.contains($0) })
    guard separators == [UInt8(ascii: "/")] || separators == [UInt8(ascii: "-")] else { return [] }
    let year = numbers.count == 3 ? numbers[2] : nil
    var orders: Set<NumericOrder> = []
    if PartialDate(year: year, month: numbers[1], day: numbers[0]) != nil { orders.insert(.dayFirst) }
    if PartialDate(year: year, month: numbers[0], day: numbers[1]) != nil { orders.insert(.monthFirst) }
    return orders
  }

  private static func checked(year: Int?, month: Int, day: Int) throws(BirthdayError) -> PartialDate {
    if let date = PartialDate(year: year, month: month, day: day) { return date }
    guard (1...12).contains(month) else { throw BirthdayError(description: "There is no month \(month).") }
    throw BirthdayError(
      description: "There is no \(day) \(monthNames[month - 1])\(year.map { " \($0)" } ?? "").")
  }

  private struct Word {
    var number: Int?
    var month: Int?
    /// Four digits are a year, even below 1000: `0815`.
    var isYear = false
    var hasTwoDigits = false
  }

  private static func words(in text: String) -> [Word] {
    text.split { !$0.isLetter && !$0.isNumber }.compactMap { part in
      let word = part.lowercased()
      if ["of", "the"].contains(word) { return nil }
      if let month = month(named: word) { return Word(month: month) }
      let isOrdinal = ["st", "nd", "rd", "th"].contains(word.suffix(2)) && word.utf8.count <= 4
      let digits = isOrdinal ? String(word.dropLast(2)) : word
      let isNumber = digits.utf8.count <= 4 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber
        ? Word(number: Int(digits), isYear: digits.utf8.count == 4, hasTwoDigits: word.utf8.count == 2) : Word()
    }
  }

  /// The number of the month with a name, which may be cut after three letters; `nil` for other words.
  static func month(named name: String) -> Int? {
    let word = name.lowercased()
    if word == "sept" { return 9 }
    guard word.utf8.count >= 3 else { return nil }
    return monthNames.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
  }
}

extension BirthdayError {
  fileprivate static func unreadable(_ text: String) -> BirthdayError {
    BirthdayError(description: "\(text.excerpt) is not a date: write it like 10 December 1815, or 10 December.")
  }

  fileprivate static func shortYear(_ text: String) -> BirthdayError {
    BirthdayError(description: "Write the year of \(text.excerpt) with four digits.")
  }

  fileprivate static func ambiguous(_ text: String, first: Int, second: Int, year: Int?) -> BirthdayError {
    let readings = [(first, second), (second, first)]
      .compactMap { PartialDate(year: year, month: $0.1, day: $0.0)?.displayText }
    return BirthdayError(
      description: "\(text.excerpt) can be \(readings.joined(separator: " or ")): write the month as a word.")
  }
}
