/// The lines of one card, and the fields that they hold.
///
/// Lines contain more than the fields of a person: middle names, departments, parameters of other programs. A line that
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
    person.organisation = organisation
    for text in VCardField.texts where !properties(of: text.field).isEmpty { person[text.key] = self.text(text) }
    person.emails = values(of: .email)
    person.phones = values(of: .phone)
    person.birthday = birthday
    person.tags = tags
    person.note = note
    person.setFullName(fullName)
    return person
  }

  /// The UID, without the prefix that makes it a URI; lower case when it is a UUID.
  var id: String {
    guard let property = properties(of: .id).first else { return "" }
    return UUIDText.canonical(VCardText.trim(VCardText.unescape(property.value)))
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

  var organisation: String { properties(of: .organisation).lazy.map(Self.organisation).first { !$0.isEmpty } ?? "" }

  static func organisation(_ property: VCardProperty) -> String {
    VCardText.split(property.value, at: UInt8(ascii: ";")).lazy.map(text).first { !$0.isEmpty } ?? ""
  }

  /// The first text that is not empty, or all of them where the property is a list.
  func text(_ text: VCardField.Text) -> String {
    let lines = properties(of: text.field)
    if text.property.isList { return lines.flatMap { Self.list($0.value) }.joined(separator: ", ") }
    return lines.lazy.map { Self.text($0.value) }.first { !$0.isEmpty } ?? ""
  }

  var birthday: PartialDate? { properties(of: .birthday).lazy.compactMap(VCardDate.read).first }

  var tags: [String] {
    var seen: Set<String> = []
    return properties(of: .tags).flatMap { Self.list($0.value) }.filter { seen.insert($0).inserted }
  }

  var note: String {
    var seen: Set<String> = [""]
    return properties(of: .note).map { VCardText.unescape($0.value) }.filter { seen.insert($0).inserted }
      .joined(separator: "\n\n")
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

  /// The value of an EMAIL or TEL line; `nil` when it is empty.
  func value(of property: VCardProperty) -> LabeledValue? {
    var value = Self.text(property.value)
    if value.hasByte(UInt8(ascii: ":")), property.values(of: "VALUE") != ["text"] {
      value = Self.withoutScheme(value, property.field)
    }
    if value.isEmpty { return nil }
    return LabeledValue(label: appleLabel(of: property) ?? VCardLabel.label(for: property.types), value: value)
  }

  /// The number in `tel:+1-555;ext=102`, the address in `mailto:ada@example.org`.
  static func withoutScheme(_ value: String, _ field: VCardField?) -> String {
    if field == .phone, value.hasPrefix(inAnyCase: "tel:") {
      let parts = value.dropFirst(4).split(separator: ";")
      let number = VCardText.trim(parts.first.map(String.init) ?? "")
      let ext = parts.first { $0.lowercased().hasPrefix("ext=") }
      return ext.map { VCardText.trim("\(number) ext. \($0.dropFirst(4))") } ?? number
    }
    if field == .email, value.hasPrefix(inAnyCase: "mailto:") { return VCardText.trim(String(value.dropFirst(7))) }
    return value
  }

  /// 1 to 100 for preferred values, the most preferred first; 101 for others.
  private static func rank(of property: VCardProperty) -> Int {
    if property.parameters.isEmpty { return 101 }
    if let rank = property.values(of: "PREF").first { return Int(rank).map { min(max($0, 1), 100) } ?? 100 }
    return property.types.contains("pref") ? 1 : 101
  }

  /// A text without blanks at its ends.
  static func text(_ value: String) -> String { VCardText.trim(VCardText.unescape(value)) }

  /// The items of a list that are not empty.
  static func list(_ value: String) -> [String] {
    if !value.hasByte(UInt8(ascii: ",")) {
      let text = text(value)
      return text.isEmpty ? [] : [text]
    }
    return VCardText.split(value, at: UInt8(ascii: ",")).map(text).filter { !$0.isEmpty }
  }
}
