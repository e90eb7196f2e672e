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

  /// The checksum as a UUID of version 8: the id of a record that has none of its own.
  var uuid: String {
    let high = UInt64(truncatingIfNeeded: value >> 64) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    let low = UInt64(truncatingIfNeeded: value) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
    let ends = [8, 12, 16, 20, 32]
    return zip([0] + ends, ends).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
  }
}
