/// Ids for new records: lower-case random (version 4) UUIDs, made without Foundation.
enum RecordID {
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    var bytes = [UInt8](repeating: 0, count: 16)
    let halves = (generator.next() as UInt64, generator.next() as UInt64)
    for index in 0..<8 {
      bytes[index] = UInt8(truncatingIfNeeded: halves.0 >> (8 * index))
      bytes[index + 8] = UInt8(truncatingIfNeeded: halves.1 >> (8 * index))
    }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 36) { target in
      var count = 0
      for (index, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(index) {
          target[count] = 0x2D
          count += 1
        }
        target[count] = digits[Int(byte >> 4)]
        target[count + 1] = digits[Int(byte & 15)]
        count += 2
      }
      return count
    }
  }
}
