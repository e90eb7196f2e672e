/// All values of a person, in reading order.
public struct PersonCard: Hashable, Sendable {
  /// A value with its label.
  public struct Line: Hashable, Sendable {
    /// The label, such as `E-mail · work`; empty for a remark on the line above.
    public let label: String
    /// The value.
    public let value: String
    /// The address that the value links to, such as `mailto:ada@example.org`; `nil` when it is not a link.
    public let link: String?
    /// The name or the id of the person that the value names; `nil` when it names none.
    public let person: String?

    /// Creates a line.
    public init(label: String, value: String, link: String? = nil, person: String? = nil) {
      self.label = label
      self.value = value
      self.link = link
      self.person = person
    }

    /// Whether this is a remark on the line above, rather than a value.
    public var isRemark: Bool { label.isEmpty }
  }

  /// The values of a field that are shown together, below the lines.
  public struct Group: Hashable, Sendable {
    /// The label of the field.
    public let label: String
    /// Chips or text.
    public let place: PersonField.CardPlace
    /// The values.
    public let values: [String]
    /// The values in one text, as the form shows them.
    public let text: String
  }

  /// The name, or a stand-in for it.
  public let name: String
  /// `Codebreaker · Bletchley Park`.
  public let position: String
  /// The values with their labels, in reading order.
  public let lines: [Line]
  /// The fields below the lines: chips, then texts.
  public let groups: [Group]

  /// Creates a person card.
  ///
  /// - Parameters:
  ///   - person: The person to show.
  ///   - relatives: The people that this one names by id, and those that name this one.
  ///   - today: The day for the note about the birthday.
  /// - Complexity: O(*n*), where *n* is the number of fields and their values, and of those of the relatives.
  public init(_ person: Person, relatives: [Person] = [], today: PartialDate? = .today) {
    let fields = FieldCatalogue.current.fields
    func values(of field: PersonField) -> [LabeledValue] { field.values(besideNameOf: person) }
    func groups(_ place: PersonField.CardPlace) -> [Group] {
      fields.filter { $0.cardPlace == place }
        .map { field in
          let texts = values(of: field).map(\.value)
          let text = (field.kind as? any TextFieldKind)?.text(of: person) ?? texts.joined(separator: ", ")
          return Group(label: field.label, place: place, values: texts, text: text)
        }
        .filter { !$0.values.isEmpty }
    }
    func lines(
      _ label: String, _ values: [LabeledValue], link: (String) -> String?, named: (String) -> String? = { _ in nil }
    ) -> [Line] {
      values.map { value in
        let named = named(value.value)
        return Line(
          label: value.label.isEmpty ? label : "\(label) · \(value.label)",
          value: relatives.first { $0.id == named }?.displayName ?? value.value, link: link(value.value), person: named)
      }
    }
    name = person.displayName
    position = groups(.position).flatMap(\.values).reversed().joined(separator: " · ")
    var all: [Line] = []
    for field in fields where field.cardPlace == .lines {
      all += lines(
        field.label, values(of: field), link: field.kind.link(to:), named: field.kind.person(namedBy:))
      if field == .related { all += Self.lines(from: relatives, about: person) }
      if let today, let remark = field.kind.remark(on: person, today: today) {
        all.append(Line(label: "", value: remark))
      }
    }
    for shown in ShownProperty.all { all += lines(shown.label, shown.values(of: person), link: shown.link) }
    self.lines = all
    self.groups = groups(.chips) + groups(.text)
  }

  private static func lines(from relatives: [Person], about person: Person) -> [Line] {
    person.relations(notedBy: relatives).map { relation, other in
      Line(
        label: PersonField.related.label + (relation.isEmpty ? "" : " · \(relation)"), value: other.displayName,
        person: other.id)
    }
  }
}
