/// The meaning of a column of a table of people, from its heading.
///
/// It recognises the program's own headings and those of Google, Outlook, Thunderbird, Yahoo, LinkedIn and Apple, in
/// English, German, French and Spanish.
enum CSVColumn: Hashable {
  case id, name, birthYear, birthMonth, birthDay
  /// The values of a field, with the label that the heading gives to them; `nil` where each cell is written as
  /// ``CSVWriter`` does it.
  case field(PersonField, label: String?)
  /// A part of a postal address: of that with a label, with a number, or of the only one.
  case address(CSVAddressPart, of: String)
  /// The label of the next column's values.
  case label
  /// The label of a value that has no field.
  case otherLabel
  /// Contains nothing about a person.
  case ignored
  /// Kept in the note, under its heading.
  case other

  static func own(_ field: PersonField) -> CSVColumn { .field(field, label: nil) }

  /// The meaning of each heading of a table.
  static func columns(for headings: [String]) -> [CSVColumn] {
    let words = headings.map(FieldCatalogue.normalised)
    let all = Set(words)
    // A city alone is not an address.
    let parts = words.map(CSVAddressPart.part)
    let counts = Dictionary(grouping: parts.compactMap { $0 }) { $0.address }.mapValues { Set($0.map(\.part)).count }
    let isYahoos = all.isSuperset(of: ["first", "last", "messenger id"])
    let columns = zip(words, parts).map { word, part in
      if let part, counts[part.address, default: 0] > 1 { return CSVColumn.address(part.part, of: part.address) }
      if all.contains("first"), all.contains("last"), let column = halves[word] { return column }
      if isYahoos, bareLabels.contains(word) { return .field(.phone, label: meanings[word] ?? word) }
      return column(word, among: all)
    }
    // Where there are jobs, a title is the prefix of the name; where there are years, a birthday is a day; where there
    // are first names, a name is the last one; where no column is called a value, a type is that of the address.
    let hasJob = zip(words, columns).contains { $1 == .own(.title) && !salutations.contains($0) }
    let hasYear = columns.contains(.birthYear)
    let isFamily = columns.contains(.own(.first)) && !columns.contains(.own(.last))
    let hasValues = words.contains { $0.hasSuffix(" value") }
    return zip(words, columns).map { word, column in
      if column == .own(.title), hasJob, salutations.contains(word) { return .own(.prefix) }
      if column == .own(.birthday), hasYear { return .birthDay }
      if isFamily, familyNames.contains(word) { return .own(.last) }
      return column == .label && !hasValues ? .ignored : column
    }
  }

  /// The field that the column is about, wholly or in part.
  var field: PersonField? {
    switch self {
    case .field(let field, _): field
    case .birthYear, .birthMonth, .birthDay: .birthday
    case .address: .addresses
    case .id, .name, .label, .otherLabel, .ignored, .other: nil
    }
  }

  /// Whether its values say who the person is: a name or an e-mail address.
  var callsPerson: Bool {
    switch self {
    case .name, .field(.first, _), .field(.last, _), .field(.email, _): true
    default: false
    }
  }

  /// A heading with more words is a sentence.
  private static let mostWords = 8

  static func column(_ heading: String, among all: Set<String>) -> CSVColumn {
    if let column = known[heading] { return column }
    for ending in [" label", " type"] where heading.hasSuffix(ending) {
      let stem = heading.dropLast(ending.count)
      if all.contains(stem + " value"), labeledField(of: String(stem)) == nil { return .otherLabel }
    }
    // “e mail 2 value”, “phone 1 label”, “home phone 2”: which of several makes no difference.
    var words = heading.split(separator: " ").map(String.init)
    guard words.count <= mostWords, let field = labeledField(of: heading) else { return .other }
    words = words.filter { !$0.allSatisfy(\.isNumber) }
    // The name that a mail program shows for an address.
    if field == .email, !["name", "nom", "nombre"].allSatisfy({ !words.contains($0) }) { return .ignored }
    if !["label", "type", "typ", "tipo"].allSatisfy({ !words.contains($0) }) { return .label }
    words = words.map { word in
      meanings[word] ?? (field.headingWords.contains(word) && !labelWords.contains(word) ? "" : word)
    }
    .filter { !$0.isEmpty }
    // “fax geschäftlich” is a “work fax”.
    let label = words.filter { $0 != "fax" } + words.filter { $0 == "fax" }.prefix(1)
    return .field(field, label: label.joined(separator: " "))
  }

  /// The field of several values that a heading mentions; `nil` when it mentions none.
  static func labeledField(of heading: String) -> PersonField? {
    FieldCatalogue.current.fields.first { $0.isMentioned(in: heading) }
  }
}
