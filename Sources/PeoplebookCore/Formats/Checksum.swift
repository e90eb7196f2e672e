import Persistence

/// A checksum of texts: 128-bit FNV-1a. It detects accidental differences; it is not secure against intent.
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
}

/// The ids of records that have none of their own: UUIDs (of version 8) that the records' texts determine, so that a file
/// that is imported again finds its people.
struct DerivedIDs {
  /// How many records had the same checksum.
  private var copies: [UInt128: Int] = [:]

  /// The id of the next record. Equal records of one file are different people.
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
}
