/// All values of a person for the card beside the list, in reading order.
public struct PersonCard: Hashable, Sendable {
  /// A value with its label.
  public struct Line: Hashable, Sendable {
    /// The label, such as `E-mail · work`; empty for a remark on the line above.
    public let label: String
    /// The value.
    public let value: String
  }

  /// The name, or a stand-in for it.
  public let name: String
  /// `Codebreaker · Bletchley Park`.
  public let position: String
  /// The values with their labels, in reading order.
  public let lines: [Line]
  /// The tags.
  public let tags: [String]
  /// The note.
  public let note: String

  /// Creates a person card.
  ///
  /// - Parameter today: The day for the note about the birthday.
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
