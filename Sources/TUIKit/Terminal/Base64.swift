/// The encoding in which terminals take a clipboard's text.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = 0
      for offset in 0..<3 { value = value << 8 | (offset < group.count ? Int(group[start + offset]) : 0) }
      for digit in 0..<4 {
        result.append(digit <= group.count ? digits[value >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
