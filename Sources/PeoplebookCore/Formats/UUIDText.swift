/// UUIDs as text.
enum UUIDText {
  /// Whether the text is 8-4-4-4-12 hexadecimal digits.
  static func isUUID(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 36 else { return false }
      for index in bytes.indices {
        let byte = bytes[index]
        switch index {
        case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
        default: if !(0x30...0x39).contains(byte), !(0x61...0x66).contains(byte | 0x20) { return false }
        }
      }
      return true
    }
  }

  /// An id as a file has it, as the book has it: a UUID without what may stand before it, in lower case.
  static func canonical(_ text: String) -> String {
    let id = text.hasPrefix(inAnyCase: "urn:uuid:") ? String(text.dropFirst("urn:uuid:".count)) : text
    return isUUID(id) ? id.lowercased() : id
  }

  /// The same; a new one for none.
  static func identifier(_ text: String) -> String {
    let id = canonical(text)
    return id.isEmpty ? random() : id
  }

  /// A new random UUID in lower case.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  static func random(using generator: inout some RandomNumberGenerator) -> String {
    // Version 4, variant 1.
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = hex(high) + hex(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
