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
    let fields = FieldCatalogue.current.fields
    func values(of field: PersonField) -> [LabeledValue] { field.values(besideNameOf: person) }
    func texts(_ place: PersonField.CardPlace) -> [String] {
      fields.filter { $0.cardPlace == place }.flatMap(values).map(\.value)
    }
    func lines(_ label: String, _ values: [LabeledValue]) -> [Line] {
      values.map { Line(label: $0.label.isEmpty ? label : "\(label) · \($0.label)", value: $0.value) }
    }
    name = person.displayName
    position = texts(.position).reversed().joined(separator: " · ")
    var all: [Line] = []
    for field in fields where field.cardPlace == .lines {
      all += lines(field.label, values(of: field))
      if let today, let remark = field.kind.remark(on: person, today: today) {
        all.append(Line(label: "", value: remark))
      }
    }
    all += lines("Address", person.addresses) + lines("Link", person.links)
    self.lines = all
    tags = texts(.chips)
    note = texts(.text).joined(separator: "\n\n")
  }
}
