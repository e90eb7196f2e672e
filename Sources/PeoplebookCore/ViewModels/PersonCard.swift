/// Everything that a card beside the list shows of a person, in the order in which it is read.
public struct PersonCard: Hashable, Sendable {
  public struct Line: Hashable, Sendable {
    public let label: String
    public let value: String
  }

  public let name: String
  /// `Codebreaker · Bletchley Park`.
  public let position: String
  public let lines: [Line]
  public let tags: [String]
  public let note: String

  /// - Parameter today: for what there is to say about the birthday.
  public init(_ person: Person, today: PartialDate? = .today) {
    name = person.displayName
    position = [person.title, person.organisation].filter { !$0.isEmpty && $0 != person.name }.joined(separator: " · ")
    func lines(_ label: String, _ values: [LabeledValue]) -> [Line] {
      values.map { Line(label: $0.label.isEmpty ? label : "\(label) · \($0.label)", value: $0.value) }
    }
    var all: [Line] = []
    if !person.nickname.isEmpty, person.nickname != person.name {
      all.append(Line(label: "Nickname", value: person.nickname))
    }
    all += lines("E-mail", person.emails) + lines("Phone", person.phones)
    if let birthday = person.birthday {
      all.append(Line(label: "Birthday", value: birthday.displayText))
      if let text = today.flatMap(birthday.birthdayText) { all.append(Line(label: "", value: text)) }
    }
    all += lines("Address", person.addresses) + lines("Link", person.links)
    self.lines = all
    tags = person.tags
    note = person.note
  }
}
