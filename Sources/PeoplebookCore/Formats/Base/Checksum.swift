/// A checksum of texts: 128-bit FNV-1a.
///
/// It detects accidental differences; it is not secure against intent.
struct Checksum {
  private(set) var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  /// Adds a text and a mark of its end.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  /// Adds bytes and a mark of their end.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt128(byte)) &* Self.prime }
    value = (value ^ 0xFF) &* Self.prime
  }

  /// Adds the fields and other properties of a person.
  mutating func add(_ person: Person) {
    add(person.firstName)
    add(person.lastName)
    add(person.fullName)
    for key in Self.firstTexts { add(person[key]) }
    add(person.note)
    for text in person.tags { add(text) }
    for text in person.otherProperties { add(text) }
    for value in person.emails { add(value) }
    for value in person.phones { add(value) }
    if let birthday = person.writtenBirthday { add(birthday.text) }
    for field in Self.laterFields where !field.kind.isBlank(in: person) {
      add(field.id)
      for value in field.kind.values(of: person) { add(value) }
    }
  }

  private mutating func add(_ value: LabeledValue) {
    add(value.label)
    add(value.value)
  }

  /// The texts that the first versions knew, in their order: books keep checksums of people.
  private static let firstTexts = FieldCatalogue.current.fields.filter { !$0.isLater }
    .compactMap { ($0.kind as? any KeyedTextKind)?.key }

  /// The fields that came later: each changes a checksum only where it has a value.
  private static let laterFields = FieldCatalogue.current.fields.filter(\.isLater)
}
