import Persistence

/// The meaning of a column of a table of people, from its heading.
///
/// It recognises the program's own headings and those of Google, Outlook, Thunderbird, Yahoo, LinkedIn and Apple, in
/// English, German, French and Spanish.
enum CSVColumn: Hashable {
  case id, name, firstName, middleName, lastName, birthday, birthYear, birthMonth, birthDay
  case tags, note
  case text(TextKey)
  case email(label: String)
  case phone(label: String)
  /// The label of the next column's values.
  case label
  /// The label of a value that has no field.
  case otherLabel
  /// Contains nothing about a person.
  case ignored
  /// Kept in the note, under its heading.
  case other

  /// The meaning of each heading of a table.
  static func columns(for headings: [String]) -> [CSVColumn] {
    let words = headings.map(normalised)
    let all = Set(words)
    let isYahoos = all.isSuperset(of: ["first", "last", "messenger id"])
    let columns = words.map { word in
      if all.contains("first"), all.contains("last"), let column = halves[word] { return column }
      if isYahoos, bareLabels.contains(word) { return .phone(label: meanings[word] ?? word) }
      return column(word, among: all)
    }
    // Where there are jobs, a title is the one before the name; where there are years, a birthday is a day; where there
    // are first names, a name is the last one; where no column is called a value, a type is that of the address.
    let hasJob = zip(words, columns).contains { $1 == .text(.title) && !salutations.contains($0) }
    let hasYear = columns.contains(.birthYear)
    let isFamily = columns.contains(.firstName) && !columns.contains(.lastName)
    let hasValues = words.contains { $0.hasSuffix(" value") }
    return zip(words, columns).map { word, column in
      switch column {
      case .text(.title) where hasJob && salutations.contains(word): .other
      case .birthday where hasYear: .birthDay
      case .name where isFamily: .lastName
      case .label where !hasValues: .ignored
      default: column
      }
    }
  }

  /// Whether they are the headings that ``CSVWriter`` writes.
  static func areOurs(_ headings: [String]) -> Bool {
    Set(headings.map(normalised)).isSuperset(of: CSVWriter.certainHeadings)
  }

  /// The number of headings that are certainly those of people's columns: each word of them is known.
  static func certainCount(of headings: [String]) -> Int {
    zip(headings, columns(for: headings)).count { heading, column in
      switch column {
      case .email(let label), .phone(let label):
        label.split(separator: " ").allSatisfy { labelWords.contains(String($0)) }
      default: column.isOfPerson
      }
    }
  }

  /// Whether it holds a value that is typical of people.
  var isOfPerson: Bool { ![.other, .otherLabel, .ignored, .label, .note, .tags, .id].contains(self) }

  /// Lower case, without accents and without separators.
  static func normalised(_ heading: String) -> String {
    Folding.fold(heading).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// A heading with more words is a sentence.
  private static let mostWords = 8

  private static func column(_ heading: String, among all: Set<String>) -> CSVColumn {
    if let column = known[heading] { return column }
    for ending in [" label", " type"] where heading.hasSuffix(ending) {
      let stem = heading.dropLast(ending.count)
      if all.contains(stem + " value"), !mentionsMailOrPhone(String(stem)) { return .otherLabel }
    }
    if heading.split(separator: " ").count > mostWords { return .other }
    // “e mail 2 value”, “phone 1 label”, “home phone 2”: which of several makes no difference.
    var words = heading.split(separator: " ").map(String.init).filter { !$0.allSatisfy(\.isNumber) }
    let isEmail = !mailWords.isDisjoint(with: words) || words.starts(with: ["adresse", "electronique"])
    guard isEmail || mentionsMailOrPhone(heading) else { return .other }
    if isEmail, !["name", "nom", "nombre"].allSatisfy({ !words.contains($0) }) { return .ignored }
    if !["label", "type", "typ", "tipo"].allSatisfy({ !words.contains($0) }) { return .label }
    words = words.compactMap { word in meanings[word, default: word] }.filter { !$0.isEmpty }
    // “fax geschäftlich” is a “work fax”.
    let label = words.filter { $0 != "fax" } + words.filter { $0 == "fax" }.prefix(1)
    return isEmail ? .email(label: label.joined(separator: " ")) : .phone(label: label.joined(separator: " "))
  }

  private static func mentionsMailOrPhone(_ heading: String) -> Bool {
    !mailWords.union(phoneWords).isDisjoint(with: heading.split(separator: " ").map(String.init))
  }
}
