import Persistence

/// A day, possibly without a year.
struct DateKind: TextFieldKind {
  let path: Person.Path<PartialDate?>

  func text(of person: Person) -> String { person[keyPath: path]?.displayText ?? "" }

  func set(_ text: String, in person: inout Person) {
    person[keyPath: path] = text.isEmpty ? nil : try? PartialDate(typed: text)
  }

  func problem(in text: String) -> String? {
    if text.isEmpty { return nil }
    do {
      _ = try PartialDate(typed: text)
      return nil
    } catch {
      return error.description
    }
  }

  func doubt(about text: String, today: PartialDate?) -> String? {
    guard let date = try? PartialDate(typed: text), let year = date.year else { return nil }
    if let today, let thisYear = today.year, (year, date.month, date.day) > (thisYear, today.month, today.day) {
      return "\(date.displayText) is in the future"
    }
    return year < Self.earliestUsualYear ? "\(date.displayText) is before \(Self.earliestUsualYear)" : nil
  }

  /// A date before this year is more likely a typing mistake than a day in the life of a person.
  private static let earliestUsualYear = 1850

  func remark(on text: String, today: PartialDate) -> String? {
    (try? PartialDate(typed: text))?.birthdayText(on: today)
  }

  func remark(on person: Person, today: PartialDate) -> String? { person[keyPath: path]?.birthdayText(on: today) }

  func values(of person: Person) -> [LabeledValue] {
    person[keyPath: path].map { [LabeledValue(value: $0.displayText)] } ?? []
  }

  func isBlank(in person: Person) -> Bool { person[keyPath: path] == nil }

  func columns(named name: String) -> [Column<Person>] { [Column(name, path)] }

  func addSearchText(of person: Person, to texts: inout [String]) {
    if let date = person[keyPath: path] { texts.append(date.iso) }
  }

  func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {
    for other in others where person[keyPath: path] == nil { person[keyPath: path] = other[keyPath: path] }
  }

  func contradicts(_ person: Person, _ other: Person) -> Bool {
    guard let one = person[keyPath: path], let two = other[keyPath: path] else { return false }
    return !one.mayEqual(two)
  }

  func writeJSON(of person: Person, into output: inout String) {
    output += person[keyPath: path].map { JSONText.string($0.iso) } ?? "null"
  }

  var jsonForm: JSONForm? { .day }

  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let text = try decoder.text(key) else { return }
    let date = PartialDate(iso: text)
    person[keyPath: path] = date
    if date != nil || text.isEmpty { return }
    if text.isBlank {
      decoder.blank.append(key.stringValue)
    } else {
      decoder.unreadable.append((key.stringValue, text, "is not a date like 1815-12-10 or --12-10"))
    }
  }

  func copy(from other: Person, to person: inout Person) { person[keyPath: path] = other[keyPath: path] }

  func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws {
    try container.encode(person[keyPath: path]?.iso, forKey: key)
  }

  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    guard let text = texts.last else { return }
    if let problem = problem(in: text) { throw InvalidValue(description: problem) }
    set(text, in: &person)
  }
}
