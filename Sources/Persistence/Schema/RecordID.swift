import Algorithms

/// Ids for new records: UUIDs in lower case, made without Foundation.
package enum RecordID {
  /// A random UUID (version 4).
  package static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return make(using: &generator)
  }

  /// A random UUID (version 4) from a generator.
  package static func make(using generator: inout some RandomNumberGenerator) -> String {
    text(UInt128(generator.next() as UInt64) << 64 | UInt128(generator.next() as UInt64), version: 4)
  }

  /// The UUID of a version with the bits of a number, except those of the version and the variant.
  package static func text(_ number: UInt128, version: UInt8) -> String {
    var bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * (15 - $0))) }
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    return String(unsafeUninitializedCapacity: 36) { target in
      var count = 0
      for (index, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(index) {
          target[count] = 0x2D
          count += 1
        }
        target[count] = Hexadecimal.digit(of: byte >> 4)
        target[count + 1] = Hexadecimal.digit(of: byte & 15)
        count += 2
      }
      return count
    }
  }
}
