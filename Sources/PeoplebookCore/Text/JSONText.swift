import Algorithms
import Persistence

/// JSON on one line, without characters that could control a terminal.
public enum JSONText {
  /// The text in quotes.
  ///
  /// Control characters, and those that change the direction of text, are written as `\u….`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func string(_ text: String) -> String {
    var output = ""
    write(text, into: &output)
    return output
  }

  /// Appends the text in quotes.
  static func write(_ text: String, into output: inout String) {
    if text.isEmpty {
      output += "\"\""
      return
    }
    output += "\""
    append(text, to: &output)
    output += "\""
  }

  /// Appends an array of texts.
  static func write(_ texts: [String], into output: inout String) {
    output += "["
    for (index, text) in texts.enumerated() {
      if index > 0 { output += "," }
      write(text, into: &output)
    }
    output += "]"
  }

  private static func append(_ text: String, to output: inout String) {
    var text = text
    text.withUTF8 { bytes in
      if bytes.allSatisfy(isPlain) { return output += String(decoding: bytes, as: UTF8.self) }
      var buffer = ByteBuffer(capacity: 2 * bytes.count)
      append(bytes, to: &buffer)
      output += String(decoding: buffer.bytes(0..<buffer.count), as: UTF8.self)
    }
  }

  // MARK: Bytes

  /// Appends a text in quotes, which is repaired where it is not UTF-8.
  static func write(_ text: UnsafeBufferPointer<UInt8>, into output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    if text.allSatisfy(isPlainASCII) {
      output.append(UnsafeRawBufferPointer(text))
    } else {
      append(String(decoding: text, as: UTF8.self), to: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a text in quotes.
  static func write(_ text: String, into output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    append(text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  private static func append(_ text: String, to output: inout ByteBuffer) {
    var text = text
    text.withUTF8 { append($0, to: &output) }
  }

  /// Appends UTF-8 with its escapes; what needs none is copied in one piece.
  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard !isPlain(byte), let (scalar, length) = unsafeScalar(in: bytes, at: index) else {
        index += 1
        continue
      }
      output.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<index]))
      escape(scalar, into: &output)
      index += length
      start = index
    }
    output.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start...]))
  }

  private static func escape(_ scalar: UInt32, into output: inout ByteBuffer) {
    switch scalar {
    case 0x22: output.append("\\\"")
    case 0x5C: output.append("\\\\")
    case 0x0A: output.append("\\n")
    case 0x0D: output.append("\\r")
    case 0x09: output.append("\\t")
    default:
      output.append("\\u")
      for shift in [12, 8, 4, 0] as [UInt32] {
        output.append(Hexadecimal.digit(of: UInt8(scalar >> shift & 0xF)))
      }
    }
  }

  /// The character that begins at an index and needs an escape, with its length in bytes; `nil` for any other.
  private static func unsafeScalar(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let first = UInt32(bytes[index])
    // The lead byte of a character has as many others after it as it says: the text is UTF-8.
    func rest(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset] & 0x3F) }
    let (scalar, length): (UInt32, Int) =
      switch first {
      case 0xC2, 0xD8: ((first & 0x1F) << 6 | rest(1), 2)
      case 0xE2: ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
      default: (first, 1)
      }
    return isUnsafe(scalar) ? (scalar, length) : nil
  }

  /// Whether a byte neither needs an escape nor begins a character that may need one.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: false
    default: true
    }
  }

  private static func isPlainASCII(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
  }

  private static func isUnsafe(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x22, 0x5C, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
