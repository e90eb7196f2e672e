import Algorithms

/// Quoted-printable, an encoding of text in old cards: `=C3=84` for two bytes.
enum QuotedPrintable {
  /// The decoded bytes; a `=` without two hexadecimal digits after it is kept.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "="), index + 2 < text.endIndex,
        let high = Hexadecimal.value(of: text[index + 1]), let low = Hexadecimal.value(of: text[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(byte)
        index += 1
      }
    }
    return output
  }
}
