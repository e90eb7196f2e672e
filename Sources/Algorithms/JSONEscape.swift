/// Why an escape sequence of JSON cannot be decoded.
public enum JSONEscapeError: Error {
  /// The text ends inside the sequence.
  case incomplete
  /// No sequence begins with this character.
  case unknown
  /// `\u` is not followed by four hexadecimal digits.
  case notHexadecimal
}

/// Decodes an escape sequence of a JSON text, such as `\n` or `\u00e9`.
///
/// Half of a surrogate pair becomes U+FFFD.
///
/// - Parameters:
///   - bytes: The text in UTF-8.
///   - index: The index after the backslash; afterwards the index after the sequence.
///   - text: Receives the decoded character in UTF-8.
/// - Throws: ``JSONEscapeError``; `index` is anywhere in the sequence then.
/// - Complexity: O(1).
public func decodeJSONEscape<Bytes: RandomAccessCollection<UInt8>>(
  in bytes: Bytes, at index: inout Int, into text: inout [UInt8]
) throws(JSONEscapeError) where Bytes.Index == Int {
  guard index < bytes.endIndex else { throw .incomplete }
  let byte = bytes[index]
  index += 1
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
  case UInt8(ascii: "b"): text.append(0x08)
  case UInt8(ascii: "t"): text.append(0x09)
  case UInt8(ascii: "n"): text.append(0x0A)
  case UInt8(ascii: "f"): text.append(0x0C)
  case UInt8(ascii: "r"): text.append(0x0D)
  case UInt8(ascii: "u"):
    var units = [try codeUnit(in: bytes, at: &index)]
    if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
      let end = index
      index += 2
      let second = try codeUnit(in: bytes, at: &index)
      // Another unit is a sequence of its own, and may begin a pair.
      if UTF16.isTrailSurrogate(second) { units.append(second) } else { index = end }
    }
    text += String(decoding: units, as: UTF16.self).utf8
  default: throw .unknown
  }
}

/// Reads the four digits after `\u`.
private func codeUnit<Bytes: RandomAccessCollection<UInt8>>(
  in bytes: Bytes, at index: inout Int
) throws(JSONEscapeError) -> UInt16 where Bytes.Index == Int {
  guard bytes.endIndex - index >= 4 else { throw .incomplete }
  var unit: UInt16 = 0
  for byte in bytes[index..<index + 4] {
    guard let digit = Hexadecimal.value(of: byte) else { throw .notHexadecimal }
    unit = unit << 4 | UInt16(digit)
  }
  index += 4
  return unit
}
