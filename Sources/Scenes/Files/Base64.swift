/// Base64 as RFC 4648 describes it, with padding and without line ends.
enum Base64 {
  private static let digits: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: zip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8, 0...))

  /// The bytes that a text encodes; `nil` when it is not Base64.
  ///
  /// - Complexity: O(length of the text).
  static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for character in characters.dropLast(padding) {
      guard let digit = digits[character] else { return nil }
      bits = bits << 6 | digit
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }
}
