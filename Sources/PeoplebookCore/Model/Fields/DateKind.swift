import Persistence

/// A date, which may be in words.
struct DateKind: TextFieldKind {
  let path: Person.Path<WrittenDate?>

  func text(of person: Person) -> String { person[keyPath: path]?.displayText ?? "" }

  func set(_ text: String, in person: inout Person) {
    person[keyPath: path] = text.isBlank ? nil : WrittenDate(typed: text, today: .today)
  }

  func doubt(about text: String, today: PartialDate?) -> String? {
    if let doubt = WrittenDate.doubt(about: text, today: today) { return doubt.description }
    guard let date = WrittenDate(typed: text, today: today).day, let year = date.year else { return nil }
    if let today, let thisYear = today.year, (year, date.month, date.day) > (thisYear, today.month, today.day) {
      return "\(date.displayText) is in the future"
    }
    return year < Self.earliestUsualYear ? "\(date.displayText) is before \(Self.earliestUsualYear)" : nil
  }

  /// A date before this year is more likely a typing mistake than a day in the life of a person.
  private static let earliestUsualYear = 1850

  /// The day as it is understood, where it is typed in another form; else the age.
  func remark(on text: String, today: PartialDate) -> String? {
    guard let day = WrittenDate(typed: text.trimmed, today: today).day else { return nil }
    return day.displayText == text.trimmed ? day.birthdayText(on: today) : day.displayText
  }

  func remark(on person: Person, today: PartialDate) -> String? { person[keyPath: path]?.day?.birthdayText(on: today) }

  func values(of person: Person) -> [LabeledValue] {
    person[keyPath: path].map { [LabeledValue(value: $0.displayText)] } ?? []
  }

  func isBlank(in person: Person) -> Bool { person[keyPath: path] == nil }

  func columns(named name: String) -> [Column<Person>] { [Column(name, path)] }

  func addSearchText(of person: Person, to texts: inout [String]) {
    if let date = person[keyPath: path] { texts.append(date.text) }
  }

  func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {
    for other in others {
      let (mine, theirs) = (person[keyPath: path]?.day, other[keyPath: path]?.day)
      // The same day with its year says more.
      let isCompleted = mine?.year == nil && theirs?.year != nil && theirs.map { mine?.mayEqual($0) == true } == true
      if person[keyPath: path] == nil || isCompleted { person[keyPath: path] = other[keyPath: path] }
    }
  }

  func contradicts(_ person: Person, _ other: Person) -> Bool {
    guard let one = person[keyPath: path]?.day, let two = other[keyPath: path]?.day else { return false }
    return !one.mayEqual(two)
  }

  func writeJSON(of person: Person, into output: inout String) {
    output += person[keyPath: path].map { JSONText.string($0.text) } ?? "null"
  }

  var jsonForm: JSONForm? { .date }

  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let text = try decoder.text(key) else { return }
    if text.isBlank, !text.isEmpty { decoder.blank.append(key.stringValue) }
    person[keyPath: path] = text.isBlank ? nil : WrittenDate(text: text)
  }

  func copy(from other: Person, to person: inout Person) { person[keyPath: path] = other[keyPath: path] }

  func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws {
    try container.encode(person[keyPath: path]?.text, forKey: key)
  }

  /// Refuses what is meant as one day, and may be another or none: a command cannot ask again.
  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    guard let text = texts.last?.trimmed else { return }
    if let doubt = WrittenDate.doubt(about: text, today: .today), !doubt.hasOtherWords {
      throw InvalidValue(description: doubt.description)
    }
    set(text, in: &person)
  }
}
