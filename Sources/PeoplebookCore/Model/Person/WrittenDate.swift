import Persistence

/// A date as people know it: a day, or words such as `circa 1800`, `May 1990` and `1990`.
public enum WrittenDate: Hashable, Sendable {
  /// A day, possibly without a year.
  case day(PartialDate)
  /// A text that is not a day.
  case words(String)

  /// Reads what a person typed; every text is a date.
  ///
  /// - Parameters:
  ///   - text: What the person typed.
  ///   - order: The order of day and month in `12/10/1815` where it is known.
  ///   - today: The current day: a year of two digits is the last one until today. Without it such texts are words.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(typed text: String, order: PartialDate.NumericOrder? = nil, today: PartialDate? = nil) {
    self = (try? PartialDate(typed: text, order: order, today: today)).map(WrittenDate.day) ?? .words(text)
  }

  /// Reads a ``text``.
  init(text: String) {
    self = PartialDate(iso: text).flatMap { $0.iso == text ? .day($0) : nil } ?? .words(text)
  }

  /// The day; `nil` when it is not known.
  public var day: PartialDate? {
    if case .day(let day) = self { day } else { nil }
  }

  /// The date as the book and the formats keep it: the ``PartialDate/iso`` text of a day, or the words.
  public var text: String {
    switch self {
    case .day(let day): day.iso
    case .words(let words): words
    }
  }

  /// The date as the user reads it.
  public var displayText: String { day?.displayText ?? text }

  /// The reason why a typed text may not be the date that is meant; `nil` for a day, a year, and a month of a year.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func doubt(about text: String, today: PartialDate? = nil) -> BirthdayError? {
    if text.isEmpty || isLongTime(text) { return nil }
    do {
      _ = try PartialDate(typed: text, today: today)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a text is a year or a month of one: `1990`, `1990-05`, `May 1990`.
  static func isLongTime(_ text: String) -> Bool {
    let parts = text.split { $0 == " " || $0 == "-" }.map(String.init)
    guard (1...2).contains(parts.count) else { return false }
    let years = parts.filter { $0.utf8.count == 4 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    let months = parts.filter { part in
      PartialDate.month(named: part) != nil || (part.utf8.count == 2 && Int(part).map { 1...12 ~= $0 } == true)
    }
    return years.count == 1 && months.count == parts.count - 1
  }
}

/// A date is stored as its ``WrittenDate/text``.
extension WrittenDate: Storable {
  /// The type of the column.
  public static var columnType: String { "TEXT" }

  /// Creates a date from a stored text; `nil` when it is blank or not a text.
  public init?(stored: StoredValue) {
    guard let text = stored.text, !text.isBlank else { return nil }
    self.init(text: text)
  }

  /// The date as text.
  public var stored: StoredValue { .text(text) }
}
