/// An object of JSON that may be a person, as a file has it.
struct JSONPerson: Decodable {
  private static let id = FieldKey(stringValue: "id")
  private static let name = FieldKey(stringValue: "name")

  /// The person that the keys of fields describe.
  private var person = Person()
  /// The value of `name`.
  private let name: String
  /// The keys of values that no field can hold; they become lines of the note.
  let unreadable: [(key: String, text: String, complaint: String)]
  /// The keys of blank values that were left out.
  let blank: [String]
  private let keys: [String]
  /// The keys that no field has, sorted.
  let unknownKeys: [String]

  init(from decoder: any Decoder) throws {
    var decoder = try FieldDecoder(decoder, isImported: true)
    person.id = UUIDText.canonical(try decoder.text(Self.id)?.trimmed ?? "")
    name = try decoder.text(Self.name)?.trimmed ?? ""
    for field in FieldCatalogue.current.fields { try field.kind.readJSON(&decoder, field.key, into: &person) }
    unreadable = decoder.unreadable
    blank = decoder.blank
    keys = decoder.keys
    unknownKeys = keys.filter { !Self.knownKeys.contains($0) }.sorted()
    addUnreadable(to: &person)
    person.addLaterFields { !keys.contains($0.id) }
    let fullName = person.fullName
    person.fullName = ""
    // A person written by hand may have a name only. The writer's stand-in for a missing name is not a name.
    let onlyName = name.isBlank ? fullName : name
    if !person.hasName, !person.standIns.contains(onlyName) { person.firstName = onlyName }
    if !fullName.isBlank { person.fullName = fullName }
  }

  // MARK: Keys

  private static let knownKeys = Set(FieldCatalogue.current.fields.map(\.key.stringValue))
    .union([id.stringValue, name.stringValue])

  /// The keys of later fields that objects have for other things too.
  private static let laterCommonKeys = FieldCatalogue.current.fields.filter { $0.isLater && $0.isCommonWord }.map(\.id)

  /// Whether each key is one of a person's, or any is one that other objects do not have.
  ///
  /// An organisation shows it beside a name only.
  var isPerson: Bool {
    unknownKeys.isEmpty && !keys.contains(where: Self.laterCommonKeys.contains)
      || keys.contains(where: FieldCatalogue.current.isCertain)
      || !name.isEmpty && keys.contains(where: FieldCatalogue.current.isOrganisation)
  }

  /// Whether the object is a person if the user says so.
  var mayBePerson: Bool { isPerson || !name.isEmpty }

  /// The reason why the object is left out where it is not a person.
  var refusal: String {
    let shown = keys.sorted().prefix(3).map(\.excerpt)
    let rest = keys.count > shown.count ? ["\((keys.count - shown.count).grouped) more"] : []
    let all = (shown + rest).listed(last: "and")
    let needed = [PersonField.first, .last, .email, .phone, .birthday].map(\.id.excerpt).listed(last: "or")
    return
      "this object is not a person; its \(keys.count == 1 ? "key is" : "keys are") \(all). A person has \(needed)."
  }

  /// Whether the object says something about the field: `name` is about all parts of the name.
  private func names(_ field: PersonField) -> Bool {
    let parts = [PersonField.first, .last, .fullName]
    if keys.contains(field.id) { return true }
    return parts.contains(field) && keys.contains(Self.name.stringValue) && !parts.contains { keys.contains($0.id) }
  }

  // MARK: People

  /// The person of the object, called by its `name` unless it has a full name.
  var personWithName: Person {
    var named = person
    if named.fullName.isBlank { setName(of: &named) }
    return named
  }

  /// A person of the book with the values of the object.
  func update(of present: Person) -> Person {
    var person = present
    for field in FieldCatalogue.current.fields where names(field) {
      // A blank value is read as none.
      if field.kind.isBlank(in: self.person), field.kind.isBlank(in: present) { continue }
      field.kind.copy(from: self.person, to: &person)
    }
    if !keys.contains(PersonField.note.key.stringValue) { addUnreadable(to: &person) }
    // A full name was written for the parts that the person had.
    let isRenamed = person.firstName != present.firstName || person.lastName != present.lastName
    if isRenamed, person.fullName == present.fullName { person.fullName = "" }
    // The name that the writer has made of the current parts says nothing about new ones.
    if name != present.name, person.fullName == present.fullName || person.fullName.isEmpty { setName(of: &person) }
    return person
  }

  private func setName(of person: inout Person) {
    if !name.isBlank, person.hasName, name != person.name, !person.standIns.contains(name) { person.setFullName(name) }
  }

  /// Adds the values that no field can hold to the note.
  private func addUnreadable(to person: inout Person) {
    for (key, text, _) in unreadable where !person.note.contains("\(key): \(text)") {
      person.note += (person.note.isEmpty ? "" : "\n") + "\(key): \(text)"
    }
  }
}
