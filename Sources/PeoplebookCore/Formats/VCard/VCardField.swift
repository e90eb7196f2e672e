/// A field of a person that lines of a card hold.
struct VCardField: Hashable {
  /// The number of the field: small, and without gaps.
  let number: Int

  static var fullName: VCardField { VCardField(number: 0) }
  static var name: VCardField { VCardField(number: 1) }
  static var organisation: VCardField { VCardField(number: 2) }
  static var email: VCardField { VCardField(number: 3) }
  static var phone: VCardField { VCardField(number: 4) }
  static var birthday: VCardField { VCardField(number: 5) }
  static var tags: VCardField { VCardField(number: 6) }
  static var note: VCardField { VCardField(number: 7) }
  static var id: VCardField { VCardField(number: 8) }
  private static let firstText = 9

  /// A text that is the value of one property.
  struct Text {
    let field: VCardField
    /// The text of the person.
    let key: TextKey
    let property: PersonField.Property
  }

  /// The texts of the catalogue.
  static let texts = FieldCatalogue.current.fields.compactMap { field -> (TextKey, PersonField.Property)? in
    guard let kind = field.kind as? TextKind, let property = field.property else { return nil }
    return (kind.key, property)
  }.enumerated().map { Text(field: VCardField(number: firstText + $0), key: $1.0, property: $1.1) }

  /// The text that the field is; `nil` for a field that takes more than its text.
  var text: Text? { number < Self.firstText ? nil : Self.texts[number - Self.firstText] }

  /// The number of fields.
  static var count: Int { firstText + texts.count }

  /// Every field, in the order in which a card of ours has them.
  static let all: [VCardField] = {
    let special: [PersonField: [VCardField]] = [
      .first: [.fullName, .name], .organisation: [.organisation], .email: [.email], .phone: [.phone],
      .birthday: [.birthday], .tags: [.tags], .note: [.note],
    ]
    return FieldCatalogue.current.fields.flatMap { field in
      special[field] ?? texts.filter { $0.property.name == field.property?.name }.map(\.field)
    } + [.id]
  }()

  // MARK: Names

  private static let byName: [String: VCardField] = {
    let special: [(String, VCardField)] = [
      ("FN", .fullName), ("N", .name), ("ORG", .organisation), ("EMAIL", .email), ("TEL", .phone), ("BDAY", .birthday),
      ("CATEGORIES", .tags), ("NOTE", .note), ("UID", .id),
    ]
    return Dictionary(uniqueKeysWithValues: special + texts.map { ($0.property.name, $0.field) })
  }()

  /// The field that lines with a name hold; `nil` where a person has no field for them.
  init?(name: String) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  private init(number: Int) {
    self.number = number
  }

  /// Whether commas separate several values in a line.
  var isList: Bool { self == .tags || self == .name || text?.property.isList == true }
}
