/// The lines of one card, and the fields that they hold.
///
/// Lines contain more than the fields of a person: suborganisations, parameters of other programs. A line that
/// the writer would write differently is kept with the person's other properties, and the writer uses it as long as it
/// still fits the field. An untouched card is therefore written as it was read, and an edited one has the person's new
/// values.
struct VCardContents {
  let properties: [VCardProperty]
  /// By the number of their field.
  private var fields = [[VCardProperty]](repeating: [], count: VCardField.count)
  /// The texts of X-ABLabel lines, by group in lower case.
  private(set) var labels: [String: String] = [:]

  init(_ properties: [VCardProperty]) {
    self.properties = properties
    for property in properties {
      if let field = property.field {
        fields[field.number].append(property)
      } else if property.isLabel {
        labels[property.groupKey] = VCardLabel.label(ofLine: property)
      }
    }
  }

  func properties(of field: VCardField) -> [VCardProperty] { fields[field.number] }

  /// The label that an X-ABLabel line gives to a group; `nil` without one, or when it is empty.
  func appleLabel(of property: VCardProperty) -> String? {
    if property.group.isEmpty { return nil }
    return labels[property.groupKey].flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Fields

  /// The person that the lines describe, without the lines that no field holds.
  func person() -> Person {
    var person = Person()
    person.id = id
    (person.firstName, person.lastName) = structuredName
    for value in VCardField.values { value.kind.read(value, in: self, into: &person) }
    for field in VCardField.withParts { readParts(of: field, into: &person) }
    person.setFullName(fullName, keepsOrder: true)
    return person
  }

  /// The UID, without the prefix that makes it a URI; lower case when it is a UUID.
  var id: String {
    guard let property = properties(of: .id).first else { return "" }
    return UUIDText.canonical(VCardText.unescape(property.value).trimmed)
  }

  /// The first FN that is not empty.
  var fullName: String { properties(of: .fullName).lazy.map { Self.text($0.value) }.first { !$0.isEmpty } ?? "" }

  /// First and last name of the first N.
  var structuredName: (first: String, last: String) {
    guard let property = properties(of: .name).first else { return ("", "") }
    let parts = VCardText.split(property.value, at: UInt8(ascii: ";")).prefix(2).map {
      Self.list($0).joined(separator: " ")
    }
    return (parts.count > 1 ? parts[1] : "", parts[0])
  }

  /// Reads the further texts in the line of a field.
  private func readParts(of field: VCardField, into person: inout Person) {
    let lines = properties(of: field)
    guard let first = field.parts.map(\.number).min(), let line = Self.line(in: lines, of: field),
      Self.hasText(line.value, fromPart: first)
    else { return }
    let texts = VCardText.split(line.value, at: UInt8(ascii: ";"))
    for part in field.parts where part.number < texts.count && !texts[part.number].isEmpty {
      person[part.key] = Self.text(ofPart: texts[part.number], of: field)
    }
  }

  /// Whether a structured value has more than separators from a part on; most have not.
  private static func hasText(_ value: String, fromPart number: Int) -> Bool {
    var separators = 0
    var isEscaped = false
    for byte in value.utf8 {
      if byte == UInt8(ascii: ";"), !isEscaped {
        separators += 1
      } else if separators >= number {
        return true
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return false
  }

  /// The line with the texts of a field: the first N, or the first other line that is not empty.
  static func line(in lines: [VCardProperty], of field: VCardField) -> VCardProperty? {
    field == .name ? lines.first : lines.first { !$0.isEmptyValue }
  }

  /// The text of a part; the names of a list have a blank between them.
  static func text(ofPart part: String, of field: VCardField) -> String {
    field.isList ? list(part).joined(separator: " ") : text(part)
  }

  /// The values that are not empty, the preferred ones first.
  func values(of field: VCardField) -> [LabeledValue] {
    let properties = properties(of: field)
    let values = properties.map { (value: value(of: $0), rank: Self.rank(of: $0)) }
    guard let first = values.first, values.contains(where: { $0.rank != first.rank }) else {
      return values.compactMap(\.value)
    }
    return values.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .compactMap(\.element.value)
  }

  /// Whether the order of the values is not the order of their lines.
  func isReordered(_ field: VCardField) -> Bool {
    let ranks = properties(of: field).map(Self.rank)
    return zip(ranks, ranks.dropFirst()).contains { $0 > $1 }
  }

  /// The value of a line of a field of several values; `nil` when it is empty.
  func value(of property: VCardProperty) -> LabeledValue? {
    guard let content = property.field?.value?.content else { return nil }
    let value = content.value(in: property)
    if value.isEmpty { return nil }
    return LabeledValue(label: appleLabel(of: property) ?? content.label(in: property), value: value)
  }

  /// 1 to 100 for preferred values, the most preferred first; 101 for others.
  private static func rank(of property: VCardProperty) -> Int {
    if property.parameters.isEmpty { return 101 }
    if let rank = property.values(of: "PREF").first { return Int(rank).map { min(max($0, 1), 100) } ?? 100 }
    return property.types.contains("pref") ? 1 : 101
  }

  /// A text without blanks at its ends.
  static func text(_ value: String) -> String { VCardText.unescape(value).trimmed }

  /// The items of a list that are not empty.
  static func list(_ value: String) -> [String] {
    if !value.hasByte(UInt8(ascii: ",")) {
      let text = text(value)
      return text.isEmpty ? [] : [text]
    }
    return VCardText.split(value, at: UInt8(ascii: ",")).map(text).filter { !$0.isEmpty }
  }
}
