/// The values of a person as a form shows them: one text for each field.
///
/// A labelled list has no single text; its lines are edited one by one (``ListFormField``).
extension PersonField {
  /// The value of `person` as text; empty when there is none.
  func text(of person: Person) -> String {
    switch value {
    case .text(let path), .paragraphs(let path): person[keyPath: path]
    case .date(let path): person[keyPath: path]?.displayText ?? ""
    case .tags(let path): person[keyPath: path].joined(separator: ", ")
    case .labeled: ""
    }
  }

  /// Writes `text` into `person`. A text that ``problem(in:)`` objects to leaves no value.
  func set(_ text: String, in person: inout Person) {
    switch value {
    case .text(let path), .paragraphs(let path): person[keyPath: path] = text
    case .date(let path): person[keyPath: path] = text.isEmpty ? nil : try? PartialDate(typed: text)
    case .tags(let path): person[keyPath: path] = Self.tags(in: text)
    case .labeled: break
    }
  }

  /// Why `text` cannot be a value of the field; `nil` when it can.
  func problem(in text: String) -> String? {
    guard case .date = value, !text.isEmpty else { return nil }
    do throws(BirthdayError) {
      _ = try PartialDate(typed: text)
      return nil
    } catch {
      return error.description
    }
  }

  /// What makes `text` an unlikely value that the user may want to check; `nil` when it is a usual one.
  func doubt(about text: String, today: PartialDate? = .today) -> String? {
    guard case .date = value, let date = try? PartialDate(typed: text), let year = date.year else { return nil }
    if let today, let thisYear = today.year, (year, date.month, date.day) > (thisYear, today.month, today.day) {
      return "\(date.displayText) is in the future"
    }
    return year < Self.earliestUsualYear ? "\(date.displayText) is before \(Self.earliestUsualYear)" : nil
  }

  /// A remark on `text` as of today: `turns 211 on Thursday`.
  func remark(on text: String) -> String? {
    guard case .date = value, let today = PartialDate.today else { return nil }
    return (try? PartialDate(typed: text))?.birthdayText(on: today)
  }

  /// A birthday before this year is more likely a typing mistake than a person.
  private static let earliestUsualYear = 1850

  /// The tags in `text`, separated by commas, since a tag may have several words; each counts once.
  static func tags(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension PersonField.LabeledKind {
  /// What makes `text` an unlikely value; `nil` when it is a usual one.
  func doubt(about text: String) -> String? {
    switch self {
    case .email: text.isEmpty || text.isEmailAddress ? nil : "\(text.excerpt) is not an e-mail address"
    case .phone: nil
    }
  }

  /// The single values in a text that lists several: `ada@example.org, Bob <bob@example.org>`; `nil` when the text is one
  /// value.
  func values(in text: String) -> [String]? {
    guard self == .email else { return nil }
    let parts = text.split { ",;".contains($0) || $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
    let values = parts.flatMap(Self.addresses)
    guard values.count > 1, values.allSatisfy(\.isEmailAddress) else { return nil }
    return values
  }

  /// The address in `Bob <bob@example.org>`, or those in `ada@example.org bob@example.org`.
  private static func addresses(in text: String) -> [String] {
    if let open = text.lastIndex(of: "<"), text.hasSuffix(">") {
      return [String(text[text.index(after: open)...].dropLast())]
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.allSatisfy(\.isEmailAddress) ? words : [text]
  }
}
