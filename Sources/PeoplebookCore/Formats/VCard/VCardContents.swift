/// The lines of one card, and what they say.
///
/// Lines say more than the fields of a person can hold: middle names, departments, parameters of other programs. Where
/// our writer would not say the same again, the line is kept with the person's other properties, and the writer uses
/// it as long as it still fits the field. So an untouched card goes out as it came in, and an edited one says what the
/// person says now.
struct VCardContents {
  private(set) var properties: [VCardProperty] = []
  /// By the number of their field.
  private var fields = [[VCardProperty]](repeating: [], count: VCardField.allCases.count)
  /// The texts of X-ABLabel lines, by group.
  private var labels: [String: String] = [:]

  init(_ properties: [VCardProperty]) {
    self.properties = properties
    for property in properties {
      if let field = property.field {
        fields[field.rawValue].append(property)
      } else if property.name == "X-ABLABEL", !property.group.isEmpty {
        labels[property.group] = VCardText.unescape(property.value)
      }
    }
  }

  func properties(of field: VCardField) -> [VCardProperty] { fields[field.rawValue] }

  /// The text that an X-ABLabel line gives to a group; `nil` without one, or when it is empty.
  func appleLabel(of group: String) -> String? {
    labels[group].flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Fields

  /// Everything the lines say about a person, without what has no field.
  func person() -> Person {
    var person = Person()
    person.id = id
    person.nickname = nickname
    person.organisation = organisation
    person.title = title
    person.emails = values(of: .email)
    person.phones = values(of: .phone)
    person.birthday = birthday
    person.tags = tags
    person.note = note
    (person.firstName, person.lastName) = names(of: person)
    return person
  }

  /// The UID, without the prefix that makes it a URI; lower case when it is a UUID.
  var id: String {
    guard let property = properties(of: .id).first else { return "" }
    return UUIDText.canonical(VCardText.trim(VCardText.unescape(property.value)))
  }

  var nickname: String {
    properties(of: .nickname).flatMap { Self.list($0.value) }.joined(separator: ", ")
  }

  var organisation: String { properties(of: .organisation).lazy.map(Self.organisation).first { !$0.isEmpty } ?? "" }

  static func organisation(_ property: VCardProperty) -> String {
    VCardText.split(property.value, at: UInt8(ascii: ";")).lazy.map(text).first { !$0.isEmpty } ?? ""
  }

  var title: String { properties(of: .title).lazy.map { Self.text($0.value) }.first { !$0.isEmpty } ?? "" }

  var birthday: PartialDate? { properties(of: .birthday).lazy.compactMap(VCardDate.read).first?.date }

  var tags: [String] {
    var seen: Set<String> = []
    return properties(of: .tags).flatMap { Self.list($0.value) }.filter { seen.insert($0).inserted }
  }

  var note: String {
    var notes: [String] = []
    for property in properties(of: .note) {
      let note = VCardText.unescape(property.value)
      if !note.isEmpty, !notes.contains(note) { notes.append(note) }
    }
    return notes.joined(separator: "\n\n")
  }

  /// The values that are not empty, the preferred ones first.
  private func values(of field: VCardField) -> [LabeledValue] {
    let properties = properties(of: field)
    if properties.count < 2 { return properties.compactMap(value) }
    return properties.compactMap { property in
      value(of: property).map { (value: $0, rank: Self.preference(of: property)) }
    }
    .enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.value)
  }

  /// The value of an EMAIL or TEL line.
  func value(of property: VCardProperty) -> LabeledValue? {
    var value = Self.text(property.value)
    if property.field == .phone, value.hasPrefix(inAnyCase: "tel:") {
      let parts = value.dropFirst(4).split(separator: ";")
      value = parts.first.map(String.init) ?? ""
      if let ext = parts.first(where: { $0.lowercased().hasPrefix("ext=") }) { value += " ext. \(ext.dropFirst(4))" }
    } else if property.field == .email, value.hasPrefix(inAnyCase: "mailto:") {
      value = String(value.dropFirst(7))
    }
    if value.isEmpty { return nil }
    if let label = appleLabel(of: property.group) {
      return LabeledValue(label: VCardLabel.label(forAppleLabel: label), value: value)
    }
    return LabeledValue(label: VCardLabel.label(for: property.types), value: value)
  }

  private static func preference(of property: VCardProperty) -> Int {
    if property.parameters.isEmpty { return 101 }
    if let rank = property.values(of: "PREF").first { return Int(rank) ?? 100 }
    return property.types.contains("pref") ? 1 : 101
  }

  /// First and last name: of N, or of FN when N is missing or empty and FN is not merely a stand-in for a name.
  func names(of person: Person) -> (first: String, last: String) {
    if let structured = properties(of: .name).first(where: { $0.name == "N" }) {
      let parts = VCardText.split(structured.value, at: UInt8(ascii: ";")).prefix(2).map {
        Self.list($0).joined(separator: " ")
      }
      let (last, first) = (parts[0], parts.count > 1 ? parts[1] : "")
      if !first.isEmpty || !last.isEmpty { return (first, last) }
    }
    let shown = formattedName
    if shown.isEmpty || person.standIns.contains(shown) { return ("", "") }
    if let comma = shown.firstIndex(of: ",") {
      let (last, first) = (VCardText.trim(String(shown[..<comma])), VCardText.trim(String(shown[comma...].dropFirst())))
      return (first, last)
    }
    guard let blank = shown.lastIndex(of: " ") else { return (shown, "") }
    return (VCardText.trim(String(shown[..<blank])), String(shown[blank...].dropFirst()))
  }

  var formattedName: String {
    properties(of: .name).lazy.filter { $0.name == "FN" }.map { Self.text($0.value) }.first { !$0.isEmpty } ?? ""
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
