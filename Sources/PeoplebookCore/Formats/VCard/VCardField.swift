/// A field of a person that lines of a card hold.
struct VCardField: Hashable {
  /// The number of the field: small, and without gaps.
  let number: Int

  /// FN, the name in one piece.
  static var fullName: VCardField { VCardField(number: 0) }
  /// N, the parts of the name.
  static var name: VCardField { VCardField(number: 1) }
  /// UID.
  static var id: VCardField { VCardField(number: 2) }
  private static let firstValue = 3

  /// A field of the catalogue that one property holds.
  ///
  /// It is a class because it is passed on for each line.
  final class Value: Sendable {
    let field: VCardField
    /// The name of the field for the user.
    let name: String
    let property: PersonField.Property
    let kind: any VCardKind
    /// The kind of several values with labels; `nil` for any other field.
    let labeled: LabeledKind?
    /// The meaning of those values.
    let content: (any VCardLabeledContent)?
    /// Whether the first versions have left out the lines without a value.
    let omitsEmptyLines: Bool

    fileprivate init(_ field: VCardField, _ row: PersonField, _ property: PersonField.Property, _ kind: any VCardKind) {
      self.field = field
      name = row.name
      self.property = property
      self.kind = kind
      labeled = kind as? LabeledKind
      content = labeled?.content as? any VCardLabeledContent
      omitsEmptyLines = labeled == nil || !row.isLater
    }
  }

  /// The fields of the catalogue that have a property.
  static let values: [Value] = {
    var values: [Value] = []
    for row in FieldCatalogue.current.fields {
      guard let property = row.property, property.part == nil else { continue }
      let isKnown = (row.kind as? LabeledKind).map { $0.content is any VCardLabeledContent } ?? true
      guard let kind = row.kind as? any VCardKind, isKnown else {
        // The catalogue is written in this package, and a test reads it.
        preconditionFailure("\(row.id) has a property of cards, but its kind has no lines")
      }
      values.append(Value(VCardField(number: firstValue + values.count), row, property, kind))
    }
    return values
  }()

  /// A further text in the lines of a field: a middle name in N, a department in ORG.
  struct Part {
    /// The number among the parts of the line, from 0.
    let number: Int
    let key: TextKey
  }

  /// The further texts in the lines of the field.
  var parts: [Part] { Self.partsByField[number] }

  /// The fields with further texts.
  static let withParts = all.filter { !$0.parts.isEmpty }

  private static let partsByField: [[Part]] = {
    var parts = [[Part]](repeating: [], count: count)
    for row in FieldCatalogue.current.fields {
      guard let property = row.property, let part = property.part, let kind = row.kind as? TextKind,
        let field = VCardField(name: property.name)
      else { continue }
      parts[field.number].append(Part(number: part, key: kind.key))
    }
    return parts
  }()

  /// The field of the catalogue; `nil` for the name and the id.
  var value: Value? { number < Self.firstValue ? nil : Self.values[number - Self.firstValue] }

  /// The number of fields.
  static var count: Int { firstValue + values.count }

  /// Every field, in the order in which a card of ours has them.
  static let all = [fullName, name] + values.map(\.field) + [id]

  /// The fields of several values with labels.
  static let labeled = values.filter { $0.labeled != nil }.map(\.field)

  // MARK: Properties

  private static let byName = Dictionary(
    uniqueKeysWithValues: [("FN", fullName), ("N", name), ("UID", id)]
      + values.flatMap { value in value.property.names.map { ($0, value.field) } })

  /// The field that lines with a name hold; `nil` where a person has no field for them.
  init?(name: String) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  private init(number: Int) {
    self.number = number
  }

  /// Whether commas separate several values in a line.
  var isList: Bool { self == .name || value?.property.isList == true }

  /// Whether semicolons separate the parts of a value.
  var isStructured: Bool { self == .name || value?.property.isStructured == true }

  /// The letter of the lines in the text of a frame.
  var letter: Unicode.Scalar {
    switch self {
    case .fullName: "F"
    case .name: "N"
    case .id: "U"
    default: value?.letter ?? "*"
    }
  }
}

extension VCardField.Value {
  /// The letter that the property has, or one beyond ASCII: by the slot of a text, else by the property's name.
  fileprivate var letter: Unicode.Scalar? {
    if let letter = property.letter { return letter }
    if let text = kind as? any KeyedTextKind { return Unicode.Scalar(UInt32(0x100 + text.key.slot)) }
    var checksum = Checksum()
    checksum.add(property.name)
    return Unicode.Scalar(UInt32(0x4E00 + checksum.value % 0x5000))
  }
}
