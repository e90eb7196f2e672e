import Glibc

extension String {
  /// Whether the UTF-8 of the text contains a byte.
  ///
  /// - Complexity: O(*n*).
  func hasByte(_ byte: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
  }

  /// Whether the text begins with letters, which are given in lower case, in any case.
  func hasPrefix(inAnyCase letters: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      letters.withUTF8Buffer { letters in
        bytes.count >= letters.count
          && letters.indices.allSatisfy { index in
            let byte = bytes[index]
            return (0x41...0x5A ~= byte ? byte | 0x20 : byte) == letters[index]
          }
      }
    }
  }

  /// The text with U+FFFD for each zero byte, and LF for each line end.
  var cleaned: String {
    guard hasByte(0) || hasByte(0x0D) else { return self }
    var output = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      switch scalar {
      case "\0": output.append("\u{FFFD}")
      case "\r": output.append("\n")
      case "\n" where previous == "\r": break
      default: output.append(scalar)
      }
      previous = scalar
    }
    return String(output)
  }
}
