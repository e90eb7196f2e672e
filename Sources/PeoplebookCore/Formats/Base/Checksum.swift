import Persistence

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
    if let birthday = person.birthday { add(birthday.iso) }
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

/// The ids of records that have none of their own: UUIDs (of version 8) that the records' texts determine, so that a
/// file that is imported again finds its people.
struct DerivedIDs {
  /// The number of records with the same checksum.
  private var copies: [UInt128: Int] = [:]
  /// The hash values of the people of a file, by those of their ids: 12 bytes for each person.
  private var people: [Int: UInt32] = [:]

  /// The id of the next record.
  ///
  /// Equal records of one file are different people.
  mutating func id(of checksum: Checksum) -> String {
    let count = copies[checksum.value, default: 0]
    copies[checksum.value] = count + 1
    var checksum = checksum
    if count > 0 { checksum.add("\(count)") }
    return RecordID.text(checksum.value, version: 8)
  }

  /// The id of the next record, by its bytes.
  mutating func id(of bytes: some Sequence<UInt8>) -> String {
    var checksum = Checksum()
    checksum.add(bytes)
    return id(of: checksum)
  }

  /// Keeps the people of one file apart: a person with the id of an earlier one gets a new id, computed from its id and
  /// its content.
  ///
  /// - Returns: `false` for a person who was read before, with the same content.
  mutating func isNew(_ person: inout Person, line: Int, report: inout ImportReport) -> Bool {
    var content = person
    content.cardFrame = ""
    content.id = ""
    let hash = UInt32(truncatingIfNeeded: content.hashValue)
    if register(person.id, hash: hash) { return true }
    if people[person.id.hashValue] != hash {
      var checksum = Checksum()
      checksum.add(person.id)
      checksum.add(person)
      person.id = RecordID.text(checksum.value, version: 8)
      if register(person.id, hash: hash) {
        report.note("an earlier person has the same id; this one was imported with a new id.", line: line)
        return true
      }
    }
    report.note("this repeats an earlier person; it was imported once.", line: line)
    return false
  }

  /// Remembers a person; `false` when the id is taken.
  private mutating func register(_ id: String, hash: UInt32) -> Bool {
    let key = id.hashValue
    if people[key] != nil { return false }
    people[key] = hash
    return true
  }
}
