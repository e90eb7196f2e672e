import Persistence

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
        report.note("an earlier person has the same id; this one gets a new id.", line: line)
        return true
      }
    }
    report.note("this repeats an earlier person; it counts once.", line: line)
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
