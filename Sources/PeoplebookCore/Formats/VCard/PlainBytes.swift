/// The bytes of the lines of plain cards; see ``PlainCards``.
enum PlainBytes {
  /// The signs in a value that separate or escape something.
  struct Signs: OptionSet {
    let rawValue: UInt8
    static let comma = Signs(rawValue: 1)
    static let semicolon = Signs(rawValue: 2)
    static let backslash = Signs(rawValue: 4)
    static let colon = Signs(rawValue: 8)
    static let separators: Signs = [.comma, .semicolon, .backslash]
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  // MARK: Lines

  /// The index after a line of these letters; `nil` when another line, or the rest of one, is at the index.
  static func skip(_ letters: StaticString, at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let end = start + letters.utf8CodeUnitCount
    guard end < bytes.count else { return nil }
    let isSame = letters.withUTF8Buffer { letters in letters.indices.allSatisfy { letters[$0] == bytes[start + $0] } }
    guard isSame else { return nil }
    if bytes[end] == 0x0A { return end + 1 }
    return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : nil
  }

  /// The index of the colon that ends the head of a line; `nil` when it has none, or a quotation mark.
  static func colon(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") { return index }
      if byte <= 0x20 || byte == UInt8(ascii: "\"") { return nil }
      index += 1
    }
    return nil
  }

  /// The bytes up to the end of the line.
  ///
  /// - Parameters:
  ///   - index: The index of the first byte; then that of the next line's first.
  ///   - signs: The signs in the value are added to them.
  /// - Returns: `nil` when a control character is in the line, or when the bytes do not have the first byte of the next
  ///   line, which shows whether this one is continued.
  static func value(
    at index: inout Int, in bytes: UnsafeBufferPointer<UInt8>, _ signs: inout Signs
  ) -> UnsafeBufferPointer<UInt8>? {
    let start = index
    while index < bytes.count, bytes[index] >= 0x20 {
      switch bytes[index] {
      case UInt8(ascii: ","): signs.insert(.comma)
      case UInt8(ascii: ";"): signs.insert(.semicolon)
      case UInt8(ascii: "\\"): signs.insert(.backslash)
      case UInt8(ascii: ":"): signs.insert(.colon)
      default: break
      }
      index += 1
    }
    let end = index
    if index < bytes.count, bytes[index] == 0x0D { index += 1 }
    guard index + 1 < bytes.count, bytes[index] == 0x0A else { return nil }
    index += 1
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  // MARK: Values

  /// The value as a text, if it is UTF-8 without blanks at its ends, and not empty.
  static func text(_ value: UnsafeBufferPointer<UInt8>) -> String? {
    guard !value.isEmpty, let text = String(validating: value, as: UTF8.self) else { return nil }
    return !value.mayHaveBlanksAtEnds || text.trimmed.utf8.count == value.count ? text : nil
  }

  /// The text without its escapes, where the writer writes the same ones.
  static func unescaped(_ value: UnsafeBufferPointer<UInt8>, _ signs: Signs) -> String? {
    guard let text = text(value) else { return nil }
    if signs.isDisjoint(with: .separators) { return text }
    let unescaped = VCardText.unescape(text)
    let isSame =
      VCardText.escape(unescaped).utf8.elementsEqual(text.utf8)
      && unescaped.trimmed.utf8.count == unescaped.utf8.count
    return isSame ? unescaped : nil
  }

  /// Reads `Lovelace;Ada;;;`; `false` for a name with other parts, or without any.
  static func readName(_ value: UnsafeBufferPointer<UInt8>, into person: inout Person) -> Bool {
    guard let parts = parts(value, count: 5), parts[2...].allSatisfy(\.isEmpty),
      !parts[0].isEmpty || !parts[1].isEmpty
    else { return false }
    person.firstName = parts[1]
    person.lastName = parts[0]
    return true
  }

  /// The text of an address of seven parts; `nil` when all of them are empty.
  static func address(_ value: UnsafeBufferPointer<UInt8>) -> String? {
    guard let parts = parts(value, count: 7) else { return nil }
    var address = PostalAddress()
    (address.poBox, address.extended, address.street) = (parts[0], parts[1], parts[2])
    (address.city, address.region, address.postcode, address.country) = (parts[3], parts[4], parts[5], parts[6])
    let text = address.plainText
    return text.isEmpty ? nil : text
  }

  /// The tags, separated by commas; `nil` when one is empty or repeated.
  static func tags(_ value: UnsafeBufferPointer<UInt8>) -> [String]? {
    var tags: [String] = []
    var known: Set<String> = []
    for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let tag = text(UnsafeBufferPointer(rebasing: part)), known.insert(tag).inserted else { return nil }
      tags.append(tag)
    }
    return tags
  }

  /// The parts between semicolons, if there are so many; each is empty or a text.
  private static func parts(_ value: UnsafeBufferPointer<UInt8>, count: Int) -> [String]? {
    var parts: [String] = []
    parts.reserveCapacity(count)
    var start = 0
    for index in 0...value.count where index == value.count || value[index] == UInt8(ascii: ";") {
      let part = UnsafeBufferPointer(rebasing: value[start..<index])
      start = index + 1
      if part.isEmpty {
        parts.append("")
      } else if let text = text(part), parts.count < count {
        parts.append(text)
      } else {
        return nil
      }
    }
    return parts.count == count ? parts : nil
  }
}
