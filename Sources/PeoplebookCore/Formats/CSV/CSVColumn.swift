/// What a column of a table of people is, told by its heading: ours, and those that Google, Outlook and Thunderbird write.
enum CSVColumn: Hashable {
  case id, name, firstName, middleName, lastName, nickname, organisation, title, birthday, birthYear, birthMonth,
    birthDay
  case tags, note
  case email(label: String)
  case phone(label: String)
  /// What the values of the next column are for.
  case label
  /// Says nothing that anybody would want to keep.
  case ignored
  /// Kept in the note, under its heading.
  case other

  /// What each heading of a table means.
  static func columns(for headings: [String]) -> [CSVColumn] {
    let words = headings.map(normalised)
    // Where there are jobs, a title stands before the name; where no column is called a value, a type is that of the address.
    let hasJob = words.contains("job title")
    let hasValues = words.contains { $0.hasSuffix(" value") }
    return words.map { word in
      switch column(word) {
      case .title where word == "title" && hasJob: .other
      case .label where !hasValues: .ignored
      case let column: column
      }
    }
  }

  /// Whether they are the headings that ``CSVWriter`` writes.
  static func areOurs(_ headings: [String]) -> Bool {
    Set(headings.map(normalised)).isSuperset(of: CSVWriter.headings)
  }

  /// Whether a line is divided into columns, and one of them is of a person.
  static func areHeadings(_ line: String) -> Bool {
    [",", ";", "\t"].contains { (delimiter: Character) in
      let headings = line.split(separator: delimiter, omittingEmptySubsequences: false).map(String.init)
      return headings.count > 1 && columns(for: headings).contains(where: \.isOfPerson)
    }
  }

  /// Whether it says something that people have, and other things rarely.
  var isOfPerson: Bool { ![.other, .ignored, .label, .note, .tags, .id].contains(self) }

  /// Lower case, without what divides words.
  private static func normalised(_ heading: String) -> String {
    heading.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  private static func column(_ heading: String) -> CSVColumn {
    if let column = known[heading] { return column }
    // “e mail 2 value”, “phone 1 label”, “home phone 2”: which of several makes no difference.
    var words = heading.split(separator: " ").filter { !$0.allSatisfy(\.isNumber) }
    let last = words.last
    let isEmail = words.contains("email") || words.starts(with: ["e", "mail"])
    if isEmail, words.suffix(2) == ["display", "name"] { return .ignored }
    let isPhone = words.contains { ["phone", "phones", "mobile", "fax", "pager", "telephone"].contains($0) }
    guard isEmail || isPhone else { return .other }
    if last == "label" || last == "type" { return .label }
    words.removeAll { ["e", "mail", "email", "value", "address", "phone", "telephone", "number"].contains($0) }
    let label = words.map { meanings[String($0)] ?? String($0) }.filter { !$0.isEmpty }.joined(separator: " ")
    return isEmail ? .email(label: label) : .phone(label: label)
  }

  private static let meanings = [
    "business": "work", "primary": "", "secondary": "", "cell": "mobile", "company": "",
  ]

  private static let known: [String: CSVColumn] = [
    "id": .id, "uid": .id,
    "name": .name, "display name": .name, "full name": .name, "file as": .ignored,
    "first name": .firstName, "given name": .firstName, "firstname": .firstName,
    "middle name": .middleName, "additional name": .middleName,
    "last name": .lastName, "family name": .lastName, "surname": .lastName, "lastname": .lastName,
    "nickname": .nickname, "nick": .nickname,
    "organisation": .organisation, "organization": .organisation, "company": .organisation,
    "organization name": .organisation, "organization 1 name": .organisation,
    "title": .title, "job title": .title, "organization title": .title, "organization 1 title": .title,
    "birthday": .birthday, "birth year": .birthYear, "birth month": .birthMonth, "birth day": .birthDay,
    "tags": .tags, "labels": .tags, "categories": .tags, "group membership": .tags,
    "note": .note, "notes": .note,
    "emails": .email(label: ""), "email": .email(label: ""), "phones": .phone(label: ""), "phone": .phone(label: ""),
    "initials": .ignored, "sensitivity": .ignored, "priority": .ignored, "private": .ignored, "photo": .ignored,
  ]
}
